import { expect, test } from 'vitest';
import { withFields } from '../../../src/service/store/record.ts';

test('a record with other fields keeps the rest, and the first one stays as it is', () => {
  const place = { kind: 'call', id: '1', teamId: 't', profileId: null, parentId: null, createdAt: 0 };
  const ringing = { ...place, doc: { status: 'ringing', from: '+1' } };
  expect(withFields(ringing, { status: 'ended' })).toEqual({ ...place, doc: { status: 'ended', from: '+1' } });
  expect(ringing.doc.status).toBe('ringing');
});
