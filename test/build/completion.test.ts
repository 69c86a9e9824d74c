/** What is pressed for completion: flags with what their values may be, arguments, and the fields of the answer. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { pressCards, pressTree } from '../../src/build/press.ts';
import type { Completable } from '../../src/kernel/completion.ts';
import { ROOT } from '../support/process.ts';
import { FIXTURE, NO_HAND } from './fixture.ts';

async function completable(path: string, folder = FIXTURE): Promise<Completable> {
  const { outputs } = await pressTree((await pressCards(folder)).compiled, NO_HAND);
  return JSON.parse(outputs[`dist/cards/${path}.json`] ?? 'null') as Completable;
}

test('a command has its own flags with their choices, and the fields of its answer', async () => {
  const { args, flags, fields } = await completable('completion/things.list');
  expect(args).toEqual([]);
  expect(flags).toContainEqual({
    long: '--colour',
    summary: 'Only this colour.',
    takesValue: true,
    choices: ['red', 'green', 'blue'],
  });
  expect(flags.map(({ long }) => long)).toContain('--dry-run');
  expect(flags.map(({ long }) => long)).not.toContain('--output');
  expect(fields).toEqual(['_id', 'name', 'colour']);
});

test('what every command takes stands in a file by itself', async () => {
  const { flags } = await completable('completion');
  expect(flags.find(({ long }) => long === '--output')).toMatchObject({ short: '-o', takesValue: true });
  expect(flags.find(({ long }) => long === '--context')).toMatchObject({ source: 'context' });
  expect(flags.find(({ long }) => long === '--fields')).toMatchObject({ listed: true });
  expect(flags.find(({ long }) => long === '--yes')).not.toHaveProperty('takesValue');
});

test('a body that is a file is completed as one', async () => {
  const { flags } = await completable('completion/things.boxes.send');
  expect(flags.find(({ long }) => long === '--file')).toMatchObject({ source: 'file' });
  expect((await completable('completion/things.create')).flags.find(({ long }) => long === '--input')).toMatchObject({
    source: 'file',
  });
});

test('where a name may be typed, those of the kind are offered', () => {
  const catalog = openCatalog(join(ROOT, 'dist', 'cards'));
  const { flags } = catalog.completion('broadcasts create');
  expect(flags.find(({ long }) => long === '--account-id')).toMatchObject({ source: 'account' });
  expect(flags.map(({ long }) => long)).not.toContain('--account');
  expect(catalog.completion('sequences enroll').args).toEqual([{ source: 'sequence' }]);
});
