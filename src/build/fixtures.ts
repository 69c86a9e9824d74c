/** Reads src/contract/fixtures: what the simulated networks own, one YAML file per network, kind to rows. Next stop: press.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Fixtures } from '../kernel/effect.ts';
import type { Kinds } from './kinds.ts';
import type { Refuse } from './refusal.ts';

const FOLDER = 'fixtures';

export function readFixtures(folder: string, kinds: Kinds, refuse: Refuse): Fixtures {
  const place = join(folder, FOLDER);
  const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.yaml')) : [];
  const pages = files.sort().map((name): [string, Fixtures] => {
    const page = parse(readFileSync(join(place, name), 'utf8')) as Fixtures | null;
    return [`${FOLDER}/${name}`, page ?? {}];
  });
  for (const [file, page] of pages) {
    for (const [name, rows] of Object.entries(page)) {
      const source = kinds.get(name)?.kind.source;
      if (source === undefined) refuse({ file }, `${name} is no kind`);
      else if (source !== 'network')
        refuse({ file }, `${name} is the ${source}'s; only a network's kinds have fixtures`);
      if (!Array.isArray(rows)) refuse({ file }, `the fixture of ${name} must be a list of rows`);
    }
  }
  return Object.assign({}, ...pages.map(([, page]) => page)) as Fixtures;
}
