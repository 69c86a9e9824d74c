/**
 * Reads src/contract/fixtures: what the simulated networks own, one YAML file per network, kind to rows. The rows of a file
 * that names a `platform` are there for accounts of that platform. Next stop: press.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROW_PLATFORM, type FixtureRow, type Fixtures } from '../kernel/effect.ts';
import type { Kinds } from './kinds.ts';
import type { Refuse } from './refusal.ts';

const FOLDER = 'fixtures';

export function readFixtures(folder: string, kinds: Kinds, refuse: Refuse): Fixtures {
  const place = join(folder, FOLDER);
  const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.yaml')) : [];
  const all: Record<string, FixtureRow[]> = {};
  for (const path of files.sort()) {
    const file = `${FOLDER}/${path}`;
    const { platform, ...page } = (parse(readFileSync(join(place, path), 'utf8')) ?? {}) as Page;
    for (const [name, rows] of Object.entries(page)) {
      const source = kinds.get(name)?.kind.source;
      if (source === undefined) refuse({ file }, `${name} is no kind`);
      else if (source !== 'network')
        refuse({ file }, `${name} is the ${source}'s; only a network's kinds have fixtures`);
      if (!isList(rows)) {
        refuse({ file }, `the fixture of ${name} must be a list of rows`);
        continue;
      }
      const own = platform === undefined ? rows : rows.map((row) => ({ ...row, [ROW_PLATFORM]: platform }));
      all[name] = [...(all[name] ?? []), ...own];
    }
  }
  return all;
}

/** One file: its platform, where the rows are for accounts of one, and kinds to rows. */
interface Page {
  readonly platform?: string;
  readonly [kind: string]: unknown;
}

const isList = (rows: unknown): rows is readonly FixtureRow[] => Array.isArray(rows);
