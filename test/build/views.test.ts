/** Columns of tables: from the contract to the cards, and what the press refuses of them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { pressCards } from '../../src/build/press.ts';
import { ROOT } from '../support/process.ts';
import { FIXTURE, fixtureWith } from './fixture.ts';

/** The columns of an operation of the small contract. */
async function viewOf(id: string, folder = FIXTURE) {
  const { compiled } = await pressCards(folder);
  return compiled.files.flatMap(({ operations }) => operations).find((card) => card.id === id)?.view;
}

const LIST = 'x-svc-effect: { does: list, kind: thing, list: . }';
const OF_KIND = ['_id', { field: 'name', heading: 'called', priority: 2 }];

test('a list has the view of its kind, and so has an answer that holds one record', async () => {
  expect(await viewOf('listThings')).toEqual(OF_KIND);
  expect(await viewOf('createThing')).toEqual(OF_KIND);
});

test('an answer without records has no view', async () => {
  expect(await viewOf('openThing')).toBeUndefined();
});

test('an operation of its own view does not take the view of its kind', async () => {
  const folder = await fixtureWith('things.yaml', LIST, `${LIST}\n      x-svc-view: [colour, name]`);
  expect(await viewOf('listThings', folder)).toEqual([{ field: 'colour', form: 'state' }, 'name']);
});

const NAME = 'name: { type: string, description: What people call it. }';

test('columns are called as the table of the contract says, and a heading that is missing is refused', async () => {
  const folder = await fixtureWith('schemas.yaml', NAME, `${NAME}\n        madeAt: { type: string }`);
  const path = join(folder, 'things.yaml');
  await writeFile(path, (await readFile(path, 'utf8')).replace(LIST, `${LIST}\n      x-svc-view: [name, madeAt]`));
  await expect(pressCards(folder)).rejects.toThrow('has the column madeAt without a heading');
  await mkdir(join(folder, 'tables'));
  await writeFile(join(folder, 'tables', 'columns.yaml'), 'times: { madeAt: made }\n');
  expect(await viewOf('listThings', folder)).toEqual(['name', { field: 'madeAt', heading: 'made', form: 'time' }]);
});

test('the service knows no views', async () => {
  const { compiled } = await pressCards(FIXTURE);
  expect(compiled.service.kinds['thing']).not.toHaveProperty('view');
});

const KIND_VIEW = 'view: [_id, { field: name, heading: called, priority: 2 }]';

describe('the press refuses', () => {
  // prettier-ignore
  const faults: readonly (readonly [what: string, file: string, from: string, to: string, sentence: string])[] = [
    ['a column of a kind that its records do not have', 'kinds/things.yaml', KIND_VIEW, 'view: [_id, size]', 'things.yaml listThings: answers no size, which is a column in the view of thing; correct the view, or give the operation an x-svc-view of its own'],
    ['a nested column that is not there', 'kinds/things.yaml', KIND_VIEW, 'view: [_id, name.first]', 'things.yaml listThings: answers no name.first'],
    ['a column of an operation that its answer does not have', 'things.yaml', LIST, `${LIST}\n      x-svc-view: [_id, size]`, 'things.yaml listThings: x-svc-view names the column size, which its answer does not have'],
    ['an empty view', 'things.yaml', LIST, `${LIST}\n      x-svc-view: []`, 'things.yaml listThings: has an x-svc-view without columns; take it out'],
    ['an unknown key of a column', 'kinds/things.yaml', 'heading: called', 'head: called', 'kinds/things.yaml: the view of thing has the unknown key head; a column has field, heading, priority, series'],
    ['a series that is not there', 'kinds/things.yaml', KIND_VIEW, 'view: [_id, { field: name, series: size }]', 'things.yaml listThings: has the series size of name, which no row in it has as a number'],
    ['a priority that is no rank', 'kinds/things.yaml', 'priority: 2', 'priority: 0', 'kinds/things.yaml: the view of thing gives name the priority 0; 1 is what a table keeps longest'],
    ['a column that is named twice', 'kinds/things.yaml', KIND_VIEW, 'view: [_id, _id]', 'kinds/things.yaml: the view of thing names the column _id twice'],
    ['a column of objects', 'schemas.yaml', 'name: { type: string,', 'name: { type: object, properties: { first: { type: string } },', 'things.yaml listThings: has the column name, which holds objects; name a field in them'],
    ['two columns under one heading', 'kinds/things.yaml', KIND_VIEW, 'view: [_id, { field: name, heading: _id }]', 'things.yaml listThings: has two columns headed _id; give name a heading of its own'],
    ['a list without a view', 'kinds/things.yaml', KIND_VIEW, '', 'things.yaml listThings: answers a list without a view; give its kind a view, or the operation an x-svc-view'],
    ['columns among the words of a command', 'things.yaml', 'aliases: [ls]', 'columns: [name]', 'things.yaml listThings: x-svc-command.columns is not known'],
  ];

  test.each(faults)('%s', async (_what, ...rest) => {
    const [file, from, to, sentence] = rest;
    await expect(pressCards(await fixtureWith(file, from, to))).rejects.toThrow(sentence);
  });
});

test('codes of a kind have the words with which they are sent', () => {
  const { view } = openCatalog(join(ROOT, 'dist', 'cards')).card('listDiscordScheduledEvents');
  expect(view).toContainEqual({
    field: 'status',
    form: 'state',
    words: { 1: 'scheduled', 2: 'active', 3: 'completed', 4: 'cancelled' },
  });
});
