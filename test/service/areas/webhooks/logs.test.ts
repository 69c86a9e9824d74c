/** The log of deliveries. */
import { beforeEach, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { problemsOf } from '../../../../src/schema/problems.ts';
import { delivering, type Delivering } from '../../delivery/delivering.ts';

const DAY = 86_400;

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

const page = async (query: Record<string, string | number> = {}) =>
  (await at.service.api('GET', '/v1/webhooks/logs', { query })).body;

/** `count` events a second apart, every second one refused once. */
async function delivered(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    at.receiver.answer(n % 2 === 0 ? 200 : 500, 200);
    ids.push(await at.cause());
    await at.settled();
    await at.service.advance(1);
  }
  return ids;
}

test('it is empty before anything was delivered', async () => {
  expect(await page()).toEqual({ logs: [], pagination: { total: 0, limit: 50, skip: 0, pages: 0, hasMore: false } });
});

test('WHK-23 an entry says what was sent where, and what came back', async () => {
  const { _id } = await at.webhook();
  const [eventId] = await delivered(1);
  const [entry] = await at.logs();
  expect(entry).toMatchObject({
    webhookId: _id,
    webhookName: 'receiver',
    eventId,
    event: 'account.connected',
    url: at.receiver.url,
    status: 'success',
    statusCode: 200,
    responseBody: 'ok',
    attemptNumber: 1,
    requestPayload: { id: eventId },
  });
  const { schemas } = openCatalog('dist/cards').file('webhooks');
  expect(problemsOf({ $ref: '#/schemas/WebhookLog' }, entry, schemas)).toEqual([]);
});

test('GEN-22 `skip` offsets into the list, newest first', async () => {
  await at.webhook();
  const ids = await delivered(3);
  expect((await at.logs()).map(({ eventId }) => eventId)).toEqual([...ids].reverse());
  expect(await page({ skip: 1, limit: 1 })).toMatchObject({
    logs: [{ eventId: ids[1] }],
    pagination: { total: 3, limit: 1, skip: 1, pages: 3, hasMore: true },
  });
});

test('it filters by state, event and endpoint', async () => {
  const { _id } = await at.webhook();
  const ids = await delivered(4);
  expect((await at.logs({ status: 'failed' })).map(({ eventId }) => eventId)).toEqual([ids[3], ids[1]]);
  expect(await at.logs({ eventId: ids[2] ?? '' })).toHaveLength(1);
  expect(await at.logs({ webhookId: _id })).toHaveLength(4);
  expect(await at.logs({ webhookId: 'b'.repeat(24) })).toEqual([]);
  expect(await at.logs({ event: 'post.failed' })).toEqual([]);
  expect(await page({ status: 'failed', limit: 1 })).toMatchObject({ pagination: { total: 2, hasMore: true } });
});

test('WHK-25 entries are listed for thirty days, and removed then', async () => {
  await at.webhook();
  await delivered(1);
  await at.service.advance(29 * DAY);
  expect(await at.logs()).toHaveLength(1);
  await at.service.advance(2 * DAY);
  expect(await at.logs()).toEqual([]);
  await delivered(1);
  expect(await at.service.service.desk.store.read.countAttempts({})).toBe(1);
});

test('a key sees nothing of groups that it lacks, nor of endpoints outside its profiles', async () => {
  await at.webhook({ events: ['account.connected', 'message.received'] });
  await at.cause('message.received');
  await at.settled();
  const seenBy = async (limits: object): Promise<unknown> => {
    const made = await at.service.api('POST', '/v1/api-keys', { body: { name: 'limited', ...limits } });
    const key = made.body['apiKey']?.['key'] as unknown as string;
    return (await at.service.api('GET', '/v1/webhooks/logs', { key })).body['logs'];
  };
  expect(await seenBy({ disabledResourceGroups: ['messages'] })).toMatchObject([{ event: 'account.connected' }]);
  expect(await seenBy({ scope: 'profiles', profileIds: [await at.service.profileId()] })).toEqual([]);
});
