import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = 'dist/console';

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const sizeOf = (name: string): number => gzipSync(textOf(name)).length;

/** The files that a file names in its own import statements, and those that they name. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    if (next !== undefined) withImports(next, found);
  return found;
}

test('the first view of every panel is at most 200 KB, gzipped', () => {
  const { script, style } = JSON.parse(textOf('manifest.json')) as { script: string; style: string };
  const panels = readdirSync(FOLDER).filter((name) => name.startsWith('panel-'));
  expect(panels.length).toBeGreaterThan(10);
  for (const panel of panels) {
    const files = [...withImports(panel, withImports(script)), style];
    const bytes = files.reduce((sum, name) => sum + sizeOf(name), 0);
    expect(bytes, panel).toBeLessThanOrEqual(200_000);
  }
});

test('nothing of the console is in the program or the service', () => {
  const modules = JSON.parse(readFileSync('dist/modules.json', 'utf8')) as Record<string, { modules: string[] }>;
  const all = Object.values(modules).flatMap((file) => file.modules);
  expect(
    all.filter((path) => /console\/app\/|node_modules\/(?:preact|uplot|svelte|@event-calendar)\//.test(path)),
  ).toEqual([]);
});
