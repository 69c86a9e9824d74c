import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

test('a scheduled event keeps its place and its times, and reads its state as discord has it', async () => {
  const { api, account } = await startService();
  const { _id: accountId } = await account('discord');
  const path = '/v1/discord/guilds/121270009565129/events';
  const entity = { type: 'external', location: 'Main street 1, Berlin', endsAt: '2026-12-05T21:00:00Z' };
  const made = await api('POST', path, {
    body: { accountId, name: 'Launch party', startsAt: '2026-12-05T18:00:00Z', entity },
  });
  const event = made.body['data'] as unknown as Json;
  expect(event).toMatchObject({
    guild_id: '121270009565129',
    scheduled_start_time: '2026-12-05T18:00:00Z',
    scheduled_end_time: '2026-12-05T21:00:00Z',
    entity_type: 3,
    entity_metadata: { location: 'Main street 1, Berlin' },
    status: 1,
  });
  const one = `${path}/${String(event['id'])}`;
  await api('PATCH', one, { body: { accountId, status: 'active', location: 'Main street 2, Berlin' } });
  const read = await api('GET', one, { query: { accountId } });
  expect(read.body['data']).toMatchObject({
    name: 'Launch party',
    status: 2,
    entity_metadata: { location: 'Main street 2, Berlin' },
  });
});
