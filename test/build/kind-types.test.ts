import { expect, test } from 'vitest';
import { kindSchemas, typeNameOf } from '../../src/build/kind-types.ts';
import { typesOf } from '../../src/build/types.ts';
import type { Card } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import type { Effect, Kind } from '../../src/kernel/effect.ts';

const TEXT: Schema = { type: 'string' };
const NOTE: Kind = { id: 'record', key: 'id', owner: 'team', source: 'team' };

const cardOf = (more: Partial<Card>): Card => ({ id: 'listNotes', method: 'GET', responses: {}, ...more }) as Card;

const served = (effect: Effect, kind: Partial<Kind> = {}) => ({
  kinds: { note: { ...NOTE, ...kind } },
  operations: { listNotes: { effect, places: {}, status: 200 } },
});

test('a record holds what its lists answer, through references and alternatives', () => {
  const schemas: Record<string, Schema> = {
    Note: { allOf: [{ properties: { title: TEXT } }, { properties: { size: { type: 'integer' } } }] },
  };
  const answer: Schema = { properties: { notes: { type: 'array', items: { $ref: '#/schemas/Note' } } } };
  const { note } = kindSchemas(
    served({ does: 'list', kind: 'note', list: 'notes' }),
    [cardOf({ responses: { 200: answer } })],
    schemas,
  );
  expect(note).toEqual({
    type: 'object',
    properties: { id: TEXT, title: TEXT, size: { type: 'integer' } },
    required: ['id'],
  });
});

test('a record holds what is sent to make it, under the name in which it is read', () => {
  const body = { schema: { properties: { words: TEXT } } } as unknown as NonNullable<Card['body']>;
  const { note } = kindSchemas(
    served({ does: 'create', kind: 'note', as: { words: 'title' } }),
    [cardOf({ body })],
    {},
  );
  expect(note?.properties).toEqual({ id: TEXT, title: TEXT });
});

test('a record holds what its kind keeps, and a constant says the type only where no schema does', () => {
  const answer: Schema = { properties: { note: { properties: { status: { enum: ['new', 'old'] } } } } };
  const { note } = kindSchemas(
    served(
      { does: 'get', kind: 'note', record: 'note' },
      { keeps: { secret: TEXT }, initial: { status: 'new', isOpen: true }, counts: { lines: 'line' } },
    ),
    [cardOf({ responses: { 200: answer } })],
    {},
  );
  expect(note?.properties).toMatchObject({
    secret: TEXT,
    status: { enum: ['new', 'old'] },
    isOpen: { type: 'boolean' },
    lines: { type: 'number' },
  });
});

test('a record has from the start what its kind says, in the form in which that is stored', () => {
  const answer: Schema = { properties: { note: { properties: { lines: { anyOf: [TEXT, { type: 'array' }] } } } } };
  const { note } = kindSchemas(
    served(
      { does: 'get', kind: 'note', record: 'note' },
      {
        keeps: { secret: TEXT },
        initial: { status: 'new' },
        times: { createdAt: 'created' },
        holds: { lines: TEXT, secret: {} },
      },
    ),
    [cardOf({ responses: { 200: answer } })],
    {},
  );
  expect(note?.required).toEqual(['id', 'createdAt', 'status', 'lines', 'secret']);
  expect(note?.properties).toMatchObject({ lines: TEXT, secret: TEXT });
});

test('the types name the record of every kind', async () => {
  const text = await typesOf([], {}, { sms_note: { type: 'object', properties: { title: TEXT } } });
  expect(typeNameOf('sms_note')).toBe('SmsNoteDoc');
  expect(text).toContain('export interface SmsNoteDoc {\ntitle?: string\n}');
  expect(text).toContain('export interface Kinds {\nsms_note: SmsNoteDoc\n}');
});

test('members that are sent on their own are parts of the record', () => {
  const body = { schema: { properties: { words: TEXT, pages: { type: 'integer' } } } } as unknown as NonNullable<
    Card['body']
  >;
  const { note } = kindSchemas(
    served({ does: 'create', kind: 'note', as: { words: 'whole.title', pages: 'whole.size' } }),
    [cardOf({ body })],
    {},
  );
  expect(note?.properties?.['whole']).toEqual({
    type: 'object',
    properties: { title: TEXT, size: { type: 'integer' } },
  });
});

test('a record that comes with a file has its address and name', () => {
  const body = { kind: 'multipart', schema: { properties: { words: TEXT } } } as unknown as NonNullable<Card['body']>;
  const { note } = kindSchemas(served({ does: 'create', kind: 'note' }), [cardOf({ body })], {});
  expect(note?.properties).toMatchObject({ words: TEXT, url: TEXT, filename: TEXT, size: { type: 'integer' } });
});
