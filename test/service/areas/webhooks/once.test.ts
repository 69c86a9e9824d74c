/** The test of an endpoint, and events sent once more. */
import { beforeEach, describe, expect, test } from 'vitest';
import { startReceiver } from '../../../support/receiver.ts';
import { delivering, type Delivering } from '../../delivery/delivering.ts';

const DAY = 86_400;

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

const tested = (webhookId: string) => at.service.api('POST', '/v1/webhooks/test', { body: { webhookId } });

describe('the test of an endpoint', () => {
  test('WHK-21 WHK-77 WHK-78 WHK-79 EVT-29 it arrives whatever the endpoint takes, before the call is answered', async () => {
    const account = await at.service.account('bluesky');
    const { _id } = await at.webhook({
      events: ['post.failed'],
      profileIds: [await at.service.profileId()],
      accountIds: [account._id],
      disabledResourceGroups: ['webhooks'],
      secret: 's',
    });
    const answer = await tested(_id);
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) as string } });
    expect(at.receiver.names()).toEqual(['webhook.test']);
    expect(at.receiver.arrived[0]?.headers).toHaveProperty('x-service-signature');
    expect(await at.logs()).toMatchObject([{ event: 'webhook.test', attemptNumber: 1, status: 'success' }]);
  });

  test('WHK-22 WHK-76 a failing one answers 500 with the reason, and is not sent again', async () => {
    at.receiver.answer(404);
    const { _id } = await at.webhook();
    const answer = await tested(_id);
    expect(answer).toMatchObject({
      status: 500,
      body: { success: false, message: 'The endpoint responded with 404.' },
    });
    await at.service.advance(3 * DAY);
    expect(at.receiver.arrived).toHaveLength(1);
    expect(await at.listed(_id)).toMatchObject({ isActive: true, failureCount: 0 });
  });

  test('WHK-22 an endpoint that cannot be reached answers 500 as well', async () => {
    const { _id } = await at.webhook({ url: 'http://127.0.0.1:1/' });
    expect(await tested(_id)).toMatchObject({ status: 500, body: { success: false } });
  });

  test('an endpoint that is switched off can be tested; other endpoints get nothing of it', async () => {
    const other = await startReceiver();
    await at.webhook({ name: 'other', url: other.url });
    const { _id } = await at.webhook({ isActive: false });
    expect((await tested(_id)).status).toBe(200);
    expect(other.arrived).toEqual([]);
  });

  test('an unknown endpoint is not found', async () => {
    expect(await tested('f'.repeat(24))).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } });
    expect((await tested('x')).status).toBe(400);
  });
});

describe('redelivery', () => {
  test('WHK-26 WHK-27 WHK-29 WHK-30 it repeats the stored bytes under the same id, as a further attempt', async () => {
    const { _id } = await at.webhook({ secret: 's' });
    const eventId = await at.cause();
    await at.settled();
    await at.service.advance(DAY);
    expect(await at.redeliver(_id, eventId)).toMatchObject({ status: 200, body: { success: true } });
    const [first, second] = at.receiver.arrived;
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(second?.headers['x-service-signature']).toBe(first?.headers['x-service-signature']);
    const logs = await at.logs({ eventId });
    expect(logs.map(({ attemptNumber }) => attemptNumber)).toEqual([2, 1]);
  });

  test('WHK-28 it goes to where the endpoint is now', async () => {
    const elsewhere = await startReceiver();
    const { _id } = await at.webhook();
    const eventId = await at.cause();
    await at.settled();
    await at.update({ _id, url: elsewhere.url });
    await at.redeliver(_id, eventId);
    expect(elsewhere.arrived.map(({ payload }) => payload.id)).toEqual([eventId]);
    expect(at.receiver.arrived).toHaveLength(1);
  });

  test('WHK-31 thirty days after the first attempt it is refused', async () => {
    const { _id } = await at.webhook();
    const eventId = await at.cause();
    await at.settled();
    await at.service.advance(29 * DAY);
    expect((await at.redeliver(_id, eventId)).status).toBe(200);
    await at.service.advance(2 * DAY);
    expect(await at.redeliver(_id, eventId)).toMatchObject({ status: 422, body: { param: 'eventId' } });
    expect(at.receiver.arrived).toHaveLength(2);
  });

  test('WHK-31 the days of an event that was parked count from its first attempt', async () => {
    const { _id } = await at.webhook();
    await at.service.control('POST', '/_local/queue', { state: 'refusing' });
    const eventId = await at.cause();
    await at.service.advance(DAY / 2);
    await at.service.control('POST', '/_local/queue', { state: 'accepting' });
    await at.service.advance(29.75 * DAY);
    expect((await at.redeliver(_id, eventId)).status).toBe(200);
    await at.service.advance(DAY / 2);
    expect((await at.redeliver(_id, eventId)).status).toBe(422);
  });

  test('ASM-48 unknown endpoints and events are not found, nor are events that the key may not read', async () => {
    const { _id } = await at.webhook({ events: ['post.published'] });
    const eventId = await at.cause('message.received');
    expect((await at.redeliver('f'.repeat(24), eventId)).body).toMatchObject({ code: 'webhook_not_found' });
    expect(await at.redeliver(_id, 'x')).toMatchObject({ status: 404, body: { code: 'event_not_found' } });
    const limited = await at.service.api('POST', '/v1/api-keys', {
      body: { name: 'limited', disabledResourceGroups: ['messages'] },
    });
    const answer = await at.service.api('POST', '/v1/webhooks/logs/redeliver', {
      body: { webhookId: _id, eventId },
      key: limited.body['apiKey']?.['key'] as unknown as string,
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'event_not_found' } });
    expect(at.receiver.arrived).toEqual([]);
  });

  test('ASM-48 one to an endpoint that is switched off is tried once and not again', async () => {
    const { _id } = await at.webhook();
    const eventId = await at.cause();
    await at.settled();
    at.receiver.answer(500);
    await at.update({ _id, isActive: false });
    expect(await at.redeliver(_id, eventId)).toMatchObject({ status: 500, body: { success: false } });
    await at.service.advance(3 * DAY);
    expect(at.receiver.arrived).toHaveLength(2);
  });

  test('one that fails leaves the waiting attempts where they are; one that succeeds ends them', async () => {
    at.receiver.answer(500);
    const { _id } = await at.webhook();
    const eventId = await at.cause();
    await at.settled();
    await at.service.advance(5);
    expect((await at.redeliver(_id, eventId)).status).toBe(500);
    await at.service.advance(4);
    expect(at.receiver.arrived).toHaveLength(2);
    await at.service.advance(1);
    expect(at.receiver.arrived).toHaveLength(3);
    at.receiver.answer(200);
    expect((await at.redeliver(_id, eventId)).status).toBe(200);
    await at.service.advance(3 * DAY);
    expect(at.receiver.arrived).toHaveLength(4);
    expect((await at.logs()).map(({ attemptNumber }) => attemptNumber)).toEqual([4, 3, 2, 1]);
  });

  test('an event can be brought to an endpoint that it was not meant for', async () => {
    const eventId = await at.cause();
    const { _id } = await at.webhook();
    expect((await at.redeliver(_id, eventId)).status).toBe(200);
    expect(at.receiver.arrived.map(({ payload }) => payload.id)).toEqual([eventId]);
  });
});
