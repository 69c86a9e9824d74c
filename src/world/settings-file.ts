/** Reading a settings file: plain JSON, with the place of a mistake named. */
import { lstatSync, readFileSync } from 'node:fs';
import { failure, type Failure } from '../kernel/failure.ts';
import { asFailure } from './file-fault.ts';

export type SettingsFields = Readonly<Record<string, unknown>>;

/** Reads the file without changing it. A symbolic link is refused: it could point anywhere. */
export function readSettings(path: string): SettingsFields | undefined {
  const text = textOf(path);
  if (text === undefined || text.trim() === '') return text === undefined ? undefined : {};
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as SettingsFields;
  } catch (error) {
    throw broken(path, `${placeOf(text, error)} is not JSON`);
  }
  throw broken(path, 'line 1, column 1 must start an object');
}

function textOf(path: string): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) throw broken(path, 'it is a symbolic link');
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asFailure(error, path);
  }
}

const broken = (path: string, why: string): Failure =>
  failure('settings_broken', { message: `The file ${path} cannot be used: ${why}.`, param: path });

/** `line 3, column 7` of the first invalid character. */
function placeOf(text: string, error: unknown): string {
  const before = text.slice(0, positionIn(error) ?? firstWrong(text)).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function positionIn(error: unknown): number | undefined {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1];
  return position === undefined ? undefined : Number(position);
}

/** Some messages of the JSON parser name no place. The longest beginning that only misses its end leads to it. */
function firstWrong(text: string): number {
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = Math.ceil((good + bad) / 2);
    if (isBeginning(text.slice(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return good;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    return /end of JSON|Unterminated/.test(message) || positionIn(error) === text.length;
  }
}
