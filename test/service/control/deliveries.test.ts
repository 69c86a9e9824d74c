import { expect, test } from 'vitest';
import { createHmac } from 'node:crypto';
import type { Carrier, Outgoing } from '../../../src/kernel/delivery.ts';
import { startService, testDoors, type Json } from '../../support/service.ts';

test('an event is found by its id, with each attempt, its answer, and the signature that deliveries carry', async () => {
  let asked = 0;
  let sent: Outgoing['headers'] = {};
  let body = '';
  const carrier: Carrier = {
    post: async (outgoing) => {
      asked += 1;
      [sent, body] = [outgoing.headers, String(outgoing.body)];
      return { status: asked === 1 ? 500 : 200, body: asked === 1 ? 'no database' : '', durationMs: 1 };
    },
    cut: () => undefined,
  };
  const { api, control, account, advance } = await startService({ doors: testDoors({ carrier }) });
  const endpoint = { name: 'Mine', url: 'https://example.com/x', events: ['post.scheduled'], secret: 'hush' };
  expect((await api('POST', '/v1/webhooks/settings', { body: endpoint })).status).toBeLessThan(300);
  const { _id } = await account('twitter');
  const platforms = [{ platform: 'twitter', accountId: _id }];
  await api('POST', '/v1/posts', { body: { content: 'x', scheduledFor: '2026-01-07T12:00:00.000Z', platforms } });
  await advance(3_600);
  const named = (await control<{ events: Json[] }>('GET', '/_local/events?type=post.scheduled')).body.events[0];
  const id = String(named?.['id']);
  const { events } = (await control<{ events: Json[] }>('GET', `/_local/events?id=${id}`)).body;
  const [delivery] = (events[0]?.['deliveries'] ?? []) as unknown as Json[];
  expect(delivery?.['attempts']).toMatchObject([
    { attemptNumber: 1, statusCode: 500, response: 'no database' },
    { attemptNumber: 2, statusCode: 200 },
  ]);
  const signature = createHmac('sha256', 'hush').update(body).digest('hex');
  expect(sent).toMatchObject(delivery?.['headers'] as object);
  expect(Object.values(delivery?.['headers'] as object)).toContain(signature);
  expect((await control('GET', '/_local/events?id=none')).body['events']).toEqual([]);
});
