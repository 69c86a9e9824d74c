/** Endpoints that fail for days. */
import { beforeEach, describe, expect, test } from 'vitest';
import { healthAfter, isBeyondHope, UNUSED, type Health } from '../../../src/service/delivery/health.ts';
import { delivering, type Delivering, type WebhookView } from './delivering.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

let at: Delivering;
let webhook: WebhookView;

beforeEach(async () => {
  at = await delivering();
  at.receiver.answer(500);
  webhook = await at.webhook({ name: 'orders' });
});

const isActive = async () => (await at.listed(webhook._id))['isActive'];
const mails = async () => {
  const { body } = await at.service.control<{ mails: Record<string, string>[] }>('GET', '/_local/mail');
  return body.mails;
};
async function causeEvents(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await at.cause());
  await at.settled();
  return ids;
}

test('WHK-09 the count of failures grows with each failing attempt and shows when the endpoint was last called', async () => {
  await causeEvents(1);
  await at.service.advance(10);
  expect(await at.listed(webhook._id)).toMatchObject({
    failureCount: 2,
    lastFiredAt: new Date(at.now()).toISOString(),
    isActive: true,
  });
  at.receiver.answer(200);
  await causeEvents(1);
  expect(await at.listed(webhook._id)).toMatchObject({ failureCount: 0 });
});

test('WHK-90 WHK-93 twenty dead deliveries in a row and no success for three days switch it off, and the owner is written to', async () => {
  at.receiver.answer(200, 500);
  await causeEvents(1);
  // The last success was a day before the first failure: the second arm would wait a day longer.
  await at.service.advance(DAY);
  await causeEvents(20);
  await at.service.advance(2 * DAY - 1);
  expect(await isActive()).toBe(true);
  await at.service.advance(4 * HOUR);
  expect(await isActive()).toBe(false);
  expect(await mails()).toHaveLength(1);
  const [mail] = await mails();
  expect(mail?.['subject']).toContain('orders');
  expect(mail?.['text']).toContain(at.receiver.url);
  expect(mail?.['to']).toMatch(/@/);
});

test('WHK-91 WHK-93 failing for three days without a break switches it off, with a single event', async () => {
  await causeEvents(1);
  await at.service.advance(3 * DAY - 1);
  expect(await isActive()).toBe(true);
  await at.service.advance(HOUR);
  expect(await isActive()).toBe(false);
  expect(await mails()).toHaveLength(1);
  const before = at.receiver.arrived.length;
  await causeEvents(1);
  expect(at.receiver.arrived).toHaveLength(before);
});

test('WHK-92 a success within the three days keeps it on, whatever failed', async () => {
  await causeEvents(25);
  await at.service.advance(2.5 * DAY);
  at.receiver.answer(200, 500);
  await causeEvents(1);
  await at.service.advance(2.9 * DAY);
  expect(await isActive()).toBe(true);
  expect(await mails()).toEqual([]);
});

test('WHK-94 ASM-47 switched on again it begins anew: the count is gone, deliveries resume', async () => {
  await causeEvents(1);
  await at.service.advance(3 * DAY + HOUR);
  expect(await isActive()).toBe(false);
  expect(await at.update({ _id: webhook._id, isActive: true })).toMatchObject({ isActive: true, failureCount: 0 });
  await at.service.advance(3 * DAY);
  expect(await isActive()).toBe(true);
  at.receiver.answer(200);
  const before = at.receiver.arrived.length;
  await causeEvents(1);
  expect(at.receiver.arrived).toHaveLength(before + 1);
});

test('ASM-47 what waits when it is switched off goes to the dead, and can be redelivered', async () => {
  await causeEvents(1);
  await at.service.advance(2.9 * DAY);
  const [late] = await causeEvents(1);
  await at.service.advance(DAY / 5);
  expect(await isActive()).toBe(false);
  expect(await at.deliveries(late ?? '')).toMatchObject([{ state: 'dead' }]);
  at.receiver.answer(200);
  expect(await at.redeliver(webhook._id, late ?? '')).toMatchObject({ status: 200 });
});

describe('the rule alone', () => {
  const failing = (since: number, more: Partial<Health> = {}): Health => ({ ...UNUSED, failingSince: since, ...more });
  const days = (count: number): number => count * DAY * 1_000;

  test.each<[string, Health, number, boolean]>([
    ['unused', UNUSED, days(30), false],
    ['failing for less than three days', failing(0), days(3) - 1, false],
    ['ASM-47 never succeeded, failing for three days', failing(0), days(3), true],
    [
      'twenty dead, success two days ago',
      failing(days(8), { deadInARow: 20, lastSuccessAt: days(8) }),
      days(10),
      false,
    ],
    [
      'twenty dead, success three days ago',
      failing(days(9), { deadInARow: 20, lastSuccessAt: days(7) }),
      days(10),
      true,
    ],
    [
      'nineteen dead, success three days ago',
      failing(days(9), { deadInARow: 19, lastSuccessAt: days(7) }),
      days(10),
      false,
    ],
  ])('%s', (_what, health, now, expected) => {
    expect(isBeyondHope(health, now)).toBe(expected);
  });

  test('an attempt that a caller asked for is no failure', () => {
    expect(healthAfter(UNUSED, { at: 5, outcome: 'asked' })).toEqual({ ...UNUSED, lastFiredAt: 5 });
  });
});
