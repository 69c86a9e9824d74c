import { expect, test } from 'vitest';
import { examplesOf } from '../../src/build/examples.ts';
import { specOf } from '../../src/cli/spec.ts';
import type { Card } from '../../src/kernel/card.ts';

const made: Card = {
  id: 'createNote',
  area: 'notes',
  method: 'POST',
  path: '/v1/boards/{boardId}/notes',
  summary: 'Write a note.',
  command: {
    path: ['notes', 'create'],
    examples: [
      `svc notes create 7 --text 'Hello there' --tags a --tags b --pinned --size 3 | head -1`,
      'svc notes create 7',
    ],
  },
  params: [
    { name: 'boardId', in: 'path', required: true, schema: { type: 'string' }, summary: 'Which board.' },
    { name: 'pinned', in: 'query', required: false, schema: { type: 'boolean' }, summary: 'At the top.' },
  ],
  body: {
    kind: 'json',
    required: false,
    schema: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'Text.' },
        size: { type: 'integer', description: 'Size.' },
        tags: { type: 'array', description: 'Tags.', items: { type: 'string' } },
      },
    },
  },
  responses: { '200': null },
  effect: { kind: 'note', does: 'create' },
  emits: [],
  source: [],
};

const treeOf = (card: Card) => ({ specs: [specOf(card, {})], branches: [] });

test('an example is what it would send, in wire names and JSON values', () => {
  const file = { area: 'notes', operations: [made], schemas: {} };
  expect(examplesOf(treeOf(made), [file])).toEqual({
    createNote: [
      { path: { boardId: '7' }, query: { pinned: true }, body: { text: 'Hello there', tags: ['a', 'b'], size: 3 } },
      { path: { boardId: '7' }, query: {}, body: {} },
    ],
  });
});

test('an operation on no kind of record, or an example that asks for nothing, has no line', () => {
  const { effect, ...plain } = made;
  expect(effect?.kind).toBe('note');
  const list: Card = { ...made, params: [], command: { path: ['notes', 'list'], examples: ['svc notes list'] } };
  for (const card of [plain, list]) {
    expect(examplesOf(treeOf(card), [{ area: 'notes', operations: [card], schemas: {} }])).toEqual({});
  }
});
