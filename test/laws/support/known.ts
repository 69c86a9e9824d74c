/** The lists of what breaks a law today. They may only shrink: a new entry fails, and so does one that is not needed any more. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../support/process.ts';

/** `SHRINK_LAWS=1` takes out of the files what is not needed any more; it adds nothing. */
const IS_SHRINKING = process.env['SHRINK_LAWS'] === '1';

const fileOf = (name: string): string => join(ROOT, 'test', 'laws', 'known', `${name}.yaml`);

/**
 * Compares what breaks a law now with the list of that name.
 * @param breaking entries of the list, each perhaps with what is wrong with it
 */
export function expectKnown(name: string, breaking: readonly (string | readonly [string, unknown])[]): void {
  const details = new Map(breaking.map((one) => (typeof one === 'string' ? [one, undefined] : one)));
  const now = new Set(details.keys());
  const known = knownIn(name);
  const fresh = [...now].filter((one) => !known.has(one)).sort();
  const over = [...known].filter((one) => !now.has(one)).sort();
  if (IS_SHRINKING && over.length > 0) shrink(name, new Set(over));
  const told = fresh.map((one) => `${one} ${JSON.stringify(details.get(one)) ?? ''}`.trim());
  expect(told, `${String(fresh.length)} break the law "${name}" and are not in its list`).toEqual([]);
  if (!IS_SHRINKING)
    expect(
      over,
      `${String(over.length)} do not break the law "${name}" any more: SHRINK_LAWS=1 shortens the list`,
    ).toEqual([]);
}

const knownIn = (name: string): ReadonlySet<string> =>
  new Set((parse(readFileSync(fileOf(name), 'utf8')) as readonly string[] | null) ?? []);

/** Line by line, so that what the file says at its head stays. */
function shrink(name: string, over: ReadonlySet<string>): void {
  const lines = readFileSync(fileOf(name), 'utf8').split('\n');
  const isKept = (line: string): boolean => !line.startsWith('- ') || !over.has(String(parse(line.slice(2))));
  writeFileSync(fileOf(name), lines.filter(isKept).join('\n'));
}
