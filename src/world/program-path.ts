/** Where a program lies on the search path. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Env } from './env.ts';

/** Endings that Windows runs without being asked for them. */
const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];

/** The absolute path of a program that may be run; relative folders of the path are ignored. */
export function programPath(name: string, env: Env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const places = folders.flatMap((folder) => ENDINGS.map((ending) => join(folder, `${name}${ending}`)));
  return places.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
