/** Events that the delivery queue turns away when they are emitted. */
import { beforeEach, expect, test } from 'vitest';
import { delivering, type Delivering } from './delivering.ts';

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

const queue = async (state: 'refusing' | 'accepting') =>
  expect((await at.service.control('POST', '/_local/queue', { state })).status).toBe(200);

test('WHK-67 a parked event is offered again every minute, and delivered at the first one after the queue recovers', async () => {
  await at.webhook();
  await queue('refusing');
  const eventId = await at.cause();
  await at.service.advance(170);
  expect(at.receiver.arrived).toEqual([]);
  expect(await at.deliveries(eventId)).toMatchObject([{ state: 'parked' }]);
  await queue('accepting');
  await at.service.advance(9);
  expect(at.receiver.arrived).toEqual([]);
  await at.service.advance(1);
  expect(at.receiver.arrived.map(({ payload }) => payload.id)).toEqual([eventId]);
});

test('WHK-68 after 23 hours it is still delivered', async () => {
  await at.webhook();
  await queue('refusing');
  await at.cause();
  await at.service.advance(23 * 3_600);
  await queue('accepting');
  await at.service.advance(60);
  expect(at.receiver.arrived).toHaveLength(1);
});

test('WHK-68 after 25 hours it is not', async () => {
  await at.webhook();
  await queue('refusing');
  const eventId = await at.cause();
  await at.service.advance(25 * 3_600);
  await queue('accepting');
  await at.service.advance(7_200);
  expect(at.receiver.arrived).toEqual([]);
  expect(await at.deliveries(eventId)).toMatchObject([{ state: 'dropped' }]);
});

test('what was emitted before the queue closed is not parked, and its retries pass', async () => {
  at.receiver.answer(500, 200);
  await at.webhook();
  await at.cause();
  await at.settled();
  await queue('refusing');
  await at.service.advance(10);
  expect(at.receiver.arrived).toHaveLength(2);
});

test('a reset opens the queue', async () => {
  await queue('refusing');
  await at.service.control('POST', '/_local/reset', {});
  await at.webhook();
  await at.cause();
  await at.settled();
  expect(at.receiver.arrived).toHaveLength(1);
});
