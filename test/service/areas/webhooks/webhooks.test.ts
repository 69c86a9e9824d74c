import { beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY_KIND } from '../../../../src/service/areas/webhooks/webhook.ts';
import { startService, TEST_NOW, type ServiceUnderTest } from '../../../support/service.ts';

const DAY_S = 86_400;

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const logs = async (query: Record<string, string | number> = {}) =>
  (await service.api('GET', '/v1/webhooks/logs', { query })).body;

/** Deliveries as the engine will record them, one a second. */
async function deliveries(count: number, webhookId = 'a'.repeat(24)): Promise<void> {
  const { desk, parts } = service.service;
  await desk.store.transact(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const createdAt = TEST_NOW + n * 1000;
      const doc = {
        webhookId,
        eventId: `e${n}`,
        event: 'post.published',
        status: n % 2 ? 'failed' : 'success',
        attemptNumber: 1,
      };
      const owner = { teamId: parts.lifecycle.teamId(), profileId: null, parentId: webhookId };
      await tx.put({ kind: DELIVERY_KIND, id: `d${n}`, ...owner, createdAt, doc });
    }
  });
}

async function webhook(): Promise<string> {
  const body = { name: 'builds', url: 'https://a.example/h', events: ['account.connected'] };
  return (await service.api('POST', '/v1/webhooks/settings', { body })).body['webhook']?.['_id'] as unknown as string;
}

describe('the delivery log', () => {
  test('it is empty before anything was delivered', async () => {
    expect(await logs()).toEqual({ logs: [], pagination: { total: 0, limit: 50, skip: 0, pages: 0, hasMore: false } });
  });

  test('GEN-22 `skip` offsets into the list, newest first', async () => {
    await deliveries(3);
    expect(await logs()).toMatchObject({ logs: [{ eventId: 'e2' }, { eventId: 'e1' }, { eventId: 'e0' }] });
    const second = await logs({ skip: 1, limit: 1 });
    expect(second).toMatchObject({ logs: [{ eventId: 'e1' }], pagination: { total: 3, pages: 3, hasMore: true } });
  });

  test('it filters by state, event and endpoint', async () => {
    await deliveries(3);
    expect((await logs({ status: 'failed' }))['logs']).toMatchObject([{ eventId: 'e1' }]);
    expect((await logs({ eventId: 'e2' }))['logs']).toHaveLength(1);
    expect((await logs({ webhookId: 'b'.repeat(24) }))['logs']).toEqual([]);
  });

  test('WHK-25 entries are listed for thirty days', async () => {
    await deliveries(1);
    await service.advance(29 * DAY_S);
    expect((await logs())['logs']).toHaveLength(1);
    await service.advance(2 * DAY_S);
    expect((await logs())['logs']).toEqual([]);
  });
});

describe('redelivery', () => {
  const redeliver = (body: object) => service.api('POST', '/v1/webhooks/logs/redeliver', { body });

  test('ASM-48 an unknown endpoint and an unknown event are not found', async () => {
    const webhookId = await webhook();
    expect((await redeliver({ webhookId: 'f'.repeat(24), eventId: 'x' })).body).toMatchObject({
      code: 'webhook_not_found',
    });
    expect(await redeliver({ webhookId, eventId: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'event_not_found' },
    });
  });

  test('WHK-31 after thirty days an event is not sent again', async () => {
    const webhookId = await webhook();
    await service.account('twitter');
    const [event] = await service.events('account.connected');
    await service.advance(31 * DAY_S);
    expect((await redeliver({ webhookId, eventId: event?.id })).status).toBe(422);
  });
});

describe('the test event', () => {
  test('an unknown endpoint is not found', async () => {
    const answer = await service.api('POST', '/v1/webhooks/test', { body: { webhookId: 'f'.repeat(24) } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } });
  });
});

describe('the changelog', () => {
  test('ASM-11 CHG-02 entries are listed, the newest first', async () => {
    const { desk } = service.service;
    for (const [n, message] of ['older', 'newer'].entries()) {
      const record = {
        kind: 'changelog_entry',
        id: `c${n}`,
        teamId: '',
        profileId: null,
        parentId: null,
        createdAt: n,
      };
      await desk.store.transact((tx) => tx.put({ ...record, doc: { _id: `c${n}`, type: 'added', message } }));
    }
    const { body } = await service.api('GET', '/v1/changelog');
    expect(body).toMatchObject({
      entries: [{ message: 'newer' }, { message: 'older' }],
      pagination: { total: 2, limit: 50 },
    });
    expect((await service.api('GET', '/v1/changelog', { query: { limit: 1, skip: 1 } })).body['entries']).toHaveLength(
      1,
    );
  });
});
