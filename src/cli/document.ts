/** `--input FILE|-`: a body from a JSON or YAML text. Nothing of it is changed on the way. */
import { parsedJson } from '../client/json.ts';
import { exact, holdsBigint } from '../client/large-integers.ts';
import { failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import type { Assignment } from './assign.ts';

/**
 * @param source a path, or `-` for standard input
 * @throws Failure `usage` for a text that is neither JSON nor YAML, or holds a number that cannot be kept exactly
 */
export async function readDocument(
  source: string,
  { io, files }: Pick<World, 'io' | 'files'>,
  flag = '--input',
): Promise<unknown> {
  const text = source === '-' ? await io.in.text() : await files.readText(source);
  const name = source === '-' ? 'Standard input' : source;
  if (text.trim() === '') throw refused(name, 'is empty', flag);
  const value = await parseText(text, name, flag);
  if (holdsBigint(value)) throw refused(name, 'contains a number too large to be exact; write it as text', flag);
  return value;
}

/**
 * What `--set-file path=FILE` says: the text of the file, without its last line break.
 * @throws Failure `usage` for a word without a path or a file, what reading it throws
 */
export async function readSetFile(word: string, { io, files }: Pick<World, 'io' | 'files'>): Promise<Assignment> {
  const at = word.indexOf('=');
  const [path, source] = [word.slice(0, at), word.slice(at + 1)];
  if (at < 1 || source === '')
    throw failure('usage', { message: `--set-file ${JSON.stringify(word)} must be path=file.`, param: '--set-file' });
  const text = source === '-' ? await io.in.text() : await files.readText(source);
  return { text: `${path}=${text.replace(/\r?\n$/, '')}`, flag: '--set-file', isRead: true };
}

/** JSON or YAML. @param name of what holds it, for the error */
export async function parseText(text: string, name: string, flag = '--input'): Promise<unknown> {
  try {
    return await parsedJson(text);
  } catch {
    return parsedYaml(text, name, flag);
  }
}

async function parsedYaml(text: string, name: string, flag: string): Promise<unknown> {
  const { default: yaml } = await import('yaml');
  try {
    return exact(yaml.parse(text, { intAsBigInt: true }));
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw refused(name, `is neither JSON nor YAML: ${reason.replace(/[:.]$/, '')}`, flag);
  }
}

const refused = (name: string, why: string, param: string) => failure('usage', { message: `${name} ${why}.`, param });
