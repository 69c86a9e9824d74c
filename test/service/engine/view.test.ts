import { expect, test } from 'vitest';
import type { Schema } from '../../../src/kernel/schema.ts';
import type { Kind } from '../../../src/kernel/effect.ts';
import { viewOf } from '../../../src/service/engine/view.ts';

const TEXT: Schema = { type: 'string' };

test('an answer shows neither what a kind keeps for itself nor what is only written', () => {
  const kind: Kind = { id: 'record', owner: 'team', source: 'team', keeps: { aim: TEXT }, unread: ['password'] };
  const doc = { title: 'A', aim: 'b', password: 'c' };
  const record = { kind: 'note', id: 'n1', teamId: 't1', profileId: null, parentId: null, createdAt: 0, doc };
  const open = viewOf({ record, counts: {} }, { type: 'object' }, { kind, schemas: {} });
  expect(open).toEqual({ title: 'A' });
  const named = { properties: { title: TEXT, aim: TEXT, password: TEXT } };
  expect(viewOf({ record, counts: {} }, named, { kind, schemas: {} })).toEqual({ title: 'A' });
});
