/** Every command that the console shows is one that svc has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOfCommand } from '../../../support/pasted.ts';

const APP = 'src/service/console/app';

/** The names after svc: words of letters, as far as they go. */
const COMMAND = /['"`]svc ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/g;

test('a command with a wrong flag, value, argument or name is found out', () => {
  const good = "svc local network behaviour 64f0a1b2c3d4e5f6a7b8c9d0 --outcome reject --message 'not today'";
  expect(faultsOfCommand(good)).toEqual([]);
  const bad = [
    good.replace('--message', '--words'),
    good.replace('reject', 'refuse'),
    good.replace('64f0a1b2c3d4e5f6a7b8c9d0 ', ''),
    good.replace('network behaviour', 'network mood'),
    good.replace('--outcome reject', ''),
    good.replace("'not today'", 'not today'),
    `${good} | sh`,
  ];
  expect(bad.filter((line) => faultsOfCommand(line).length === 0)).toEqual([]);
});

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
