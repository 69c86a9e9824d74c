/** The reader of cards: names first, areas when asked for, each file once. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { write } from '../../src/build/outputs.ts';
import { pressCards } from '../../src/build/press.ts';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { FIXTURE } from '../build/fixture.ts';
import { temporaryFolder } from '../support/temp.ts';

const { outputs } = await pressCards(FIXTURE);

async function cards(): Promise<string> {
  const root = await temporaryFolder();
  await mkdir(join(root, 'dist'));
  write(root, outputs);
  return join(root, 'dist', 'cards');
}

test('a card is found by its operation', async () => {
  const catalog = openCatalog(await cards());
  expect(catalog.card('createThing')).toMatchObject({ method: 'POST', path: '/v1/things' });
  expect(catalog.card('createThing')).toBe(catalog.card('createThing'));
});

test('a reference leads to its schema', async () => {
  const catalog = openCatalog(await cards());
  expect(catalog.schema('things', '#/schemas/Colour')).toEqual({ type: 'string', enum: ['red', 'green', 'blue'] });
});

test('each file is read once and kept', async () => {
  const folder = await cards();
  const catalog = openCatalog(folder);
  catalog.index();
  const file = catalog.file('things');
  await rm(folder, { recursive: true });
  expect(catalog.file('things')).toBe(file);
  expect(catalog.index().version).toBe('1.2.3');
});

test('what is not there is named', async () => {
  const catalog = openCatalog(await cards());
  expect(() => catalog.card('makeTea')).toThrow('makeTea');
  expect(() => catalog.schema('things', '#/schemas/Tea')).toThrow('#/schemas/Tea');
  expect(() => catalog.file('tea')).toThrow('tea.json');
});

test('a command by itself has the schemas of what it takes, and its answers from the file of its area', async () => {
  const folder = await cards();
  const { card, schemas } = openCatalog(folder).command('listThings');
  expect(Object.keys(schemas)).not.toContain('Thing');
  await rm(join(folder, 'index.json'));
  expect(Object.keys(card.responses)).toContain('200');
});

test('names are read noun by noun', async () => {
  const catalog = openCatalog(await cards());
  expect(catalog.names()?.branches.map(({ name }) => name)).toEqual(['things']);
  expect(catalog.names()?.commands).toEqual({});
  expect(Object.keys(catalog.names('things')?.commands ?? {})).toContain('things create');
  expect(catalog.names('../index')).toBeUndefined();
  expect(catalog.names('tea')).toBeUndefined();
});
