/** A contract small enough to read, and copies of it with one thing changed. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hand } from '../../src/build/specs.ts';
import { temporaryFolder } from '../support/temp.ts';

export const FIXTURE = join(import.meta.dirname, 'fixture');

export const NO_HAND: Hand = { handMade: {}, families: {}, ownBranches: [] };

/** A copy of the fixture in which `from` reads `to` in one file. */
export async function fixtureWith(file: string, from: string, to: string): Promise<string> {
  const folder = await temporaryFolder();
  await cp(FIXTURE, folder, { recursive: true });
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(path, text.replace(from, to));
  return folder;
}
