/** Fields of a body that hold the id of something else: at the top by their names, within an object by its name and theirs. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pressCards } from '../../src/build/press.ts';
import { fixtureWith } from './fixture.ts';

/** The small contract whose things have a part with a lid, and whose kind is referred to as said. */
async function withLid(reference: string, effect = '{ does: create, kind: thing, record: . }') {
  const lid =
    'colour: { $ref: "#/components/schemas/Colour" }\n        part: { type: object, description: Of it., properties: { lid: { type: object, description: On it., properties: { thingId: { type: string, description: Its. } } } } }';
  const folder = await fixtureWith('schemas.yaml', "colour: { $ref: '#/components/schemas/Colour' }", lid);
  await rewrite(
    join(folder, 'kinds/things.yaml'),
    '  names: [thingId]',
    `  names: [thingId]\n  references: [${reference}]`,
  );
  await rewrite(join(folder, 'things.yaml'), '{ does: create, kind: thing, record: . }', effect);
  return folder;
}

async function rewrite(path: string, from: string, to: string) {
  await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
}

const refersOf = async (folder: string) =>
  (await pressCards(folder)).compiled.service.operations['createThing']?.refers;

test('a field of an object refers to the kind that says so with a dot, however deep the object is', async () => {
  expect(await refersOf(await withLid('lid.thingId'))).toEqual({ 'part.lid.thingId': ['thing'] });
});

test('the effect says otherwise by the dotted path, or that the field holds no id', async () => {
  const effect = (kind: string) => `{ does: create, kind: thing, record: ., refers: { part.lid.thingId: ${kind} } }`;
  expect(await refersOf(await withLid('thingIds', effect('box')))).toEqual({ 'part.lid.thingId': ['box'] });
  expect(await refersOf(await withLid('thingIds', effect('null')))).toBeUndefined();
});

test('the press refuses a dotted reference that no body has, and a path that the call does not have', async () => {
  await expect(pressCards(await withLid('cover.thingId'))).rejects.toThrow(
    'kinds/things.yaml: the kind thing is referred to by cover.thingId, which no body has',
  );
  const effect = '{ does: create, kind: thing, record: ., refers: { part.cover.thingId: box } }';
  await expect(pressCards(await withLid('thingIds', effect))).rejects.toThrow(
    'x-svc-effect.refers names part.cover.thingId, which its call does not have',
  );
});
