import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = 'dist/console';

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
/** What single panels load: the calendar, the charts. */
const libraries = (): string[] => readdirSync(FOLDER).filter((name) => /\.js$/.test(name) && !name.startsWith('main-'));

const sizeOf = (name: string): number => gzipSync(textOf(name)).length;

test('a panel waits for one script and one style, and at most one library beside what it reads', () => {
  const { script } = JSON.parse(textOf('manifest.json')) as { script: string };
  expect(textOf(script)).not.toMatch(/(?:from|import)\s*"\.\//);
  for (const library of libraries()) expect(textOf(library)).not.toMatch(/(?:from|import)\s*"\.\//);
});

test('the first view of every panel is at most 200 KB, gzipped', () => {
  const { script, style } = JSON.parse(textOf('manifest.json')) as { script: string; style: string };
  expect(libraries()).toHaveLength(2);
  for (const library of libraries())
    expect(sizeOf(script) + sizeOf(style) + sizeOf(library), library).toBeLessThanOrEqual(200_000);
});

test('nothing of the console is in the program or the service', () => {
  const modules = JSON.parse(readFileSync('dist/modules.json', 'utf8')) as Record<string, { modules: string[] }>;
  const all = Object.values(modules).flatMap((file) => file.modules);
  expect(
    all.filter((path) => /console\/app\/|node_modules\/(?:preact|uplot|svelte|@event-calendar)\//.test(path)),
  ).toEqual([]);
});
