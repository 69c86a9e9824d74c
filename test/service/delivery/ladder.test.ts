/** The seven attempts, through the whole service: real requests, a clock that is moved. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Carrier } from '../../../src/kernel/delivery.ts';
import { waitBefore } from '../../../src/webhooks/ladder.ts';
import { testDoors } from '../../support/service.ts';
import { delivering, type Delivering } from './delivering.ts';

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

/** Seconds after the first attempt at which each comes. */
const SECONDS = [0, 10, 110, 1_110, 11_110, 97_510, 183_910];

test('the table of waits has six rows', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(waitBefore)).toEqual([
    undefined,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    86_400_000,
    86_400_000,
    undefined,
  ]);
});

test('WHK-53 WHK-57 WHK-58 WHK-59 WHK-60 WHK-61 WHK-62 WHK-63 WHK-65 seven attempts come at their instants and no other, and then none', async () => {
  at.receiver.answer(500);
  await at.webhook();
  const begin = at.now();
  const eventId = await at.cause();
  await at.settled();
  expect(at.receiver.arrived).toHaveLength(1);

  for (const [index, second] of SECONDS.slice(1).entries()) {
    await at.goTo(begin + second * 1_000 - 1);
    expect(at.receiver.arrived, `just before second ${String(second)}`).toHaveLength(index + 1);
    await at.goTo(begin + second * 1_000);
    expect(at.receiver.arrived, `at second ${String(second)}`).toHaveLength(index + 2);
  }
  expect(await at.deliveries(eventId)).toMatchObject([{ state: 'dead' }]);
  await at.service.advance(10 * 86_400);
  expect(at.receiver.arrived).toHaveLength(7);

  const logs = await at.logs();
  expect(logs.map(({ attemptNumber }) => attemptNumber)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(logs.map(({ createdAt }) => (Date.parse(String(createdAt)) - begin) / 1_000)).toEqual([...SECONDS].reverse());
});

test('one advance over two days makes the whole ladder', async () => {
  at.receiver.answer(503);
  await at.webhook();
  await at.cause();
  await at.service.advance(SECONDS.at(-1) ?? 0);
  expect(at.receiver.arrived).toHaveLength(7);
  expect(new Set(at.receiver.arrived.map(({ body }) => body.toString('hex'))).size).toBe(1);
});

describe('what schedules the next attempt', () => {
  test.each([301, 302, 404, 410, 429, 500])('WHK-54 ASM-31 the answer %i', async (status) => {
    at.receiver.answer((_request, response) => {
      response.writeHead(status, { location: `${at.receiver.url}/elsewhere` }).end();
    });
    await at.webhook();
    await at.cause();
    await at.settled();
    expect(at.receiver.arrived).toHaveLength(1);
    await at.service.advance(10);
    expect(at.receiver.arrived.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect((await at.logs())[0]).toMatchObject({ status: 'failed', statusCode: status, attemptNumber: 2 });
  });

  test('WHK-56 a connection that cannot be made or is cut', async () => {
    const gone = await at.webhook({ name: 'gone', url: 'http://127.0.0.1:1/hook' });
    const cut = await at.webhook({ name: 'cut' });
    at.receiver.answer('reset');
    await at.cause();
    await at.service.advance(10);
    for (const { _id } of [gone, cut]) {
      const logs = await at.logs({ webhookId: _id });
      expect(logs).toMatchObject([{ attemptNumber: 2 }, { attemptNumber: 1 }]);
      expect(logs[0]).toMatchObject({ status: 'failed', errorMessage: expect.any(String) as string });
      expect(logs[0]).not.toHaveProperty('statusCode');
    }
  });

  test.each([200, 201, 202, 204, 299])('and that the answer %i does not', async (status) => {
    at.receiver.answer(status);
    await at.webhook();
    await at.cause();
    await at.service.advance(86_400);
    expect(at.receiver.arrived).toHaveLength(1);
    expect(await at.logs()).toMatchObject([{ status: 'success', statusCode: status }]);
  });
});

describe('an endpoint that takes its time', () => {
  /** Takes five seconds of the service's clock for every attempt. */
  const slow = (outgoings: { timeoutMs: number }[]): Carrier => ({
    post: async (outgoing) => {
      outgoings.push(outgoing);
      at.service.service.clock.moveTo(at.now() + 5_000);
      return { fault: 'timeout', sentence: 'No answer within 5 s.', durationMs: 5_000 };
    },
    cut: () => undefined,
  });

  test('WHK-51 WHK-55 WHK-64 has five seconds; the next wait counts from the end of the attempt', async () => {
    const outgoings: { timeoutMs: number }[] = [];
    at = await delivering({ doors: testDoors({ carrier: slow(outgoings) }) });
    await at.webhook();
    const begin = at.now();
    await at.cause();
    await at.settled();
    expect(outgoings.map(({ timeoutMs }) => timeoutMs)).toEqual([5_000]);
    await at.goTo(begin + 14_999);
    expect(outgoings).toHaveLength(1);
    await at.goTo(begin + 15_000);
    expect(outgoings).toHaveLength(2);
    expect(await at.logs()).toMatchObject([
      { attemptNumber: 2, createdAt: new Date(begin + 20_000).toISOString(), responseTime: 5_000 },
      { attemptNumber: 1, createdAt: new Date(begin + 5_000).toISOString(), errorMessage: 'No answer within 5 s.' },
    ]);
  });
});

test('WHK-24 WHK-71 WHK-73 retries keep id, bytes and time, and are numbered', async () => {
  at.receiver.answer(500, 500, 200);
  await at.webhook();
  await at.cause();
  await at.service.advance(110);
  const [first, ...more] = at.receiver.arrived;
  expect(more).toHaveLength(2);
  for (const one of more) expect(one.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  expect(first?.payload.timestamp).toMatch(/Z$/);
  const logs = await at.logs();
  expect(logs.map(({ attemptNumber, status }) => [attemptNumber, status])).toEqual([
    [3, 'success'],
    [2, 'failed'],
    [1, 'failed'],
  ]);
  await at.service.advance(86_400);
  expect(at.receiver.arrived).toHaveLength(3);
});

test('WHK-69 an answer that was lost on the way back brings the event a second time', async () => {
  at.receiver.answer('reset', 200);
  await at.webhook();
  await at.cause();
  await at.service.advance(10);
  const ids = at.receiver.arrived.map(({ payload }) => payload.id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('WHK-66 a dead event is sent again by redelivery', async () => {
  at.receiver.answer(500);
  const { _id } = await at.webhook();
  const eventId = await at.cause();
  await at.service.advance(183_910);
  at.receiver.answer(200);
  expect(await at.redeliver(_id, eventId)).toMatchObject({ status: 200, body: { success: true } });
  expect(at.receiver.arrived.at(-1)?.payload.id).toBe(eventId);
  expect(await at.deliveries(eventId)).toMatchObject([{ state: 'delivered' }]);
  expect((await at.logs())[0]).toMatchObject({ attemptNumber: 8, status: 'success' });
});
