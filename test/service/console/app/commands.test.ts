/** Every command that the console shows is one that svc has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APP = 'src/service/console/app';

/** The names after svc: words of letters, as far as they go. */
const COMMAND = /['"`]svc ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/g;

test('commands in the console exist', () => {
  const { commands } = JSON.parse(readFileSync('dist/svc.manifest.json', 'utf8')) as {
    commands: Record<string, unknown>;
  };
  const known = new Set(Object.values(commands).map((one) => (one as { id: string }).id.replaceAll(':', ' ')));
  const shown = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(APP, file), 'utf8').matchAll(COMMAND)].map(([, words = '']) => words));
  expect(shown.length).toBeGreaterThan(20);
  const unknown = shown.filter((words) => ![...known].some((one) => words === one || words.startsWith(`${one} `)));
  expect(unknown).toEqual([]);
});

test('no address of the API is written into the console: the contract has them', () => {
  const written = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(APP, file), 'utf8').matchAll(/['`]\/v1\/[^'`]*['`]/g)].map(([text]) => text),
    )
    .filter((text) => !['`/v1/`', '`/v1/posts/64f0…`'].includes(text));
  expect(written).toEqual([]);
});
