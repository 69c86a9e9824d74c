/** What the law on ids of nothing takes for the words of a kind. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { operationsIn } from '../../support/asking.ts';
import { declaredIn } from './declared.ts';
import { speaksOfIt } from './unknown-words.ts';

const catalog = openCatalog('dist/cards');
const declared = declaredIn(catalog);
const operationOf = (id: string) => {
  const found = operationsIn(catalog).find(({ card }) => card.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
};

interface Said {
  readonly of: string;
  readonly id: string;
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  readonly error: string;
  readonly isSo: boolean;
}

const URN = { id: 'getLinkedInPostAnalytics', part: 'query', name: 'urn' } as const;

test.each<Said>([
  { of: 'the kind that the call refers to', ...URN, error: 'There is no such network post.', isSo: true },
  { of: 'another kind', ...URN, error: 'There is no such account.', isSo: false },
  {
    of: 'the kind that the field is the id of',
    ...{ id: 'removeAccountCallout', part: 'body', name: 'assetId' },
    ...{ error: 'There is no such ad callout.', isSo: true },
  },
  {
    of: 'an address of nothing',
    ...{ id: 'getPost', part: 'path', name: 'postId' },
    ...{ error: 'There is nothing at this address.', isSo: false },
  },
])('a refusal that names $of speaks of it: $isSo', ({ id, part, name, error, isSo }) => {
  const operation = operationOf(id);
  const told = { status: 404, text: JSON.stringify({ error }), contentType: 'application/json' };
  const kinds = declared.kindsIn(operation, part, name);
  expect(speaksOfIt(operation.card, { place: { part, name, other: 'x' }, told }, kinds)).toBe(isSo);
});

test('a field that the contract declares to hold no id is none, whatever its name', () => {
  expect(declared.isNoId(operationOf('sendWhatsAppConversion'), 'eventId')).toBe(true);
  expect(declared.isNoId(operationOf('sendWhatsAppConversion'), 'conversationId')).toBe(false);
});
