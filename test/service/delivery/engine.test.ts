/** What the engine owes to everything around it: endpoints apart from one another, stopping, going on, and a store that fails. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Arrival, Carrier, Outgoing } from '../../../src/kernel/delivery.ts';
import { openService } from '../../../src/service/service.ts';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { openCarrier } from '../../../src/world/deliver.ts';
import { startReceiver } from '../../support/receiver.ts';
import { TEST_NOW, testDoors } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { delivering, type Delivering } from './delivering.ts';

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

/** A carrier on which every delivery waits until it is let go. */
function gate(): Carrier & { readonly waiting: { outgoing: Outgoing; go: (arrival: Arrival) => void }[] } {
  const waiting: { outgoing: Outgoing; go: (arrival: Arrival) => void }[] = [];
  return {
    waiting,
    post: (outgoing) => new Promise((go) => waiting.push({ outgoing, go })),
    cut: () => {
      for (const { go } of waiting.splice(0)) go({ fault: 'aborted', sentence: 'cut', durationMs: 0 });
    },
  };
}

const OK: Arrival = { status: 200, body: '', durationMs: 1 };

test('an endpoint that hangs has its own lane: no other endpoint waits for it, and it takes no more than its width', async () => {
  const held = gate();
  const open = openCarrier('local');
  const carrier: Carrier = {
    post: (outgoing) => (outgoing.url.endsWith('/dead') ? held.post(outgoing) : open.post(outgoing)),
    cut: () => void (held.cut(), open.cut()),
  };
  at = await delivering({ doors: testDoors({ carrier }) });
  await at.webhook({ name: 'dead', url: `${at.receiver.url}/dead` });
  await at.webhook();
  const ids: string[] = [];
  for (let n = 0; n < 100; n += 1) ids.push(await at.cause());
  await at.receiver.until(100);
  expect(new Set(at.receiver.arrived.map(({ payload }) => payload.id))).toEqual(new Set(ids));
  expect(held.waiting).toHaveLength(32);
});

test('a lane that is called while it ends looks once more', async () => {
  const { desk, parts } = at.service.service;
  const { _id } = await at.webhook();
  await at.settled();
  parts.worker.pause();
  const { store } = desk;
  let [ending, end] = [(): void => undefined, (): void => undefined];
  const isEnding = new Promise<void>((resolve) => void (ending = resolve));
  const hasEnded = new Promise<void>((resolve) => void (end = resolve));
  const transact = store.transact.bind(store);
  store.transact = async (work) => {
    store.transact = transact;
    const result = await transact(work);
    ending();
    await hasEnded;
    return result;
  };
  const first = desk.delivery.run(_id);
  await isEnding;
  await at.cause();
  const second = desk.delivery.run(_id);
  end();
  await Promise.all([first, second]);
  expect(at.receiver.arrived).toHaveLength(1);
});

test('deliveries to one endpoint run side by side, and later events join while it is busy', async () => {
  const held = gate();
  at = await delivering({ doors: testDoors({ carrier: held }) });
  await at.webhook();
  for (let n = 1; n <= 4; n += 1) {
    await at.cause();
    while (held.waiting.length < n) await new Promise((turn) => setImmediate(turn));
  }
  for (const { go } of held.waiting.splice(0)) go(OK);
  await at.settled();
  expect((await at.logs()).filter(({ status }) => status === 'success')).toHaveLength(4);
});

describe('a service that stops', () => {
  test('keeps what it could not bring, and brings it when it is back', async () => {
    const folder = await temporaryFolder();
    const held = gate();
    const options = (carrier: Carrier) => ({
      dataDir: folder,
      seedPack: 'empty' as const,
      clock: { mode: 'frozen' as const, now: TEST_NOW },
      rateLimits: false,
      catalog: openCatalog('dist/cards'),
      doors: testDoors({ carrier }),
    });
    const first = await openService(options(held));
    const key = { authorization: `Bearer ${first.apiKey}` };
    const { url, until } = await startReceiver();
    const body = { name: 'a', url, events: ['account.connected'] };
    await first.inject({ method: 'POST', url: '/v1/webhooks/settings', headers: key, payload: body });
    const control = { authorization: `Bearer ${first.controlKey}` };
    const told = await first.inject({
      method: 'POST',
      url: '/_local/inbound',
      headers: control,
      payload: { type: 'event', event: 'account.connected' },
    });
    while (held.waiting.length === 0) await new Promise((turn) => setImmediate(turn));
    await first.close();

    const carrier = openCarrier('local');
    const second = await openService(options(carrier));
    const [arrived] = await until(1);
    expect((told.json() as { eventIds: string[] }).eventIds).toEqual([arrived?.payload.id]);
    await second.parts.worker.settle();
    expect(await second.desk.store.read.attempts({})).toMatchObject([{ number: 1, status: 'success' }]);
    await second.close();
    carrier.cut();
  });

  test('and is reset begins with nothing on its way', async () => {
    at.receiver.answer(500);
    await at.webhook();
    await at.cause();
    await at.settled();
    await at.service.control('POST', '/_local/reset', {});
    await at.service.advance(86_400);
    expect(at.receiver.arrived).toHaveLength(1);
    expect(await at.logs()).toEqual([]);
  });
});

test('while the worker is paused nothing leaves; a step brings one endpoint everything', async () => {
  await at.webhook();
  await at.service.control('POST', '/_local/worker', { state: 'paused' });
  await at.cause();
  await at.cause();
  expect(at.receiver.arrived).toEqual([]);
  await at.service.control('POST', '/_local/worker', { step: 1 });
  expect(at.receiver.arrived).toHaveLength(2);
});

test('the request log names the events and deliveries that a call caused', async () => {
  const account = await at.service.account('bluesky');
  await at.webhook({ events: ['post.scheduled'] });
  await at.service.api('POST', '/v1/posts', {
    body: {
      content: 'later',
      platforms: [{ platform: 'bluesky', accountId: account._id }],
      scheduledFor: '2026-02-01T09:00:00Z',
    },
  });
  await at.settled();
  const { body } = await at.service.control<{ requests: Record<string, unknown>[] }>(
    'GET',
    '/_local/requests?operation=createPost',
  );
  expect(body.requests[0]).toMatchObject({
    events: [{ event: 'post.scheduled' }],
    deliveries: [{ state: 'delivered', attempts: [{ attemptNumber: 1, status: 'success', statusCode: 200 }] }],
  });
});

test('history that a seed lays down is delivered to nobody', async () => {
  await at.webhook({ events: ['post.published'] });
  const { desk, parts } = at.service.service;
  await desk.store.transact((tx) =>
    tx.emit({
      type: 'post.published',
      teamId: parts.lifecycle.teamId(),
      payload: {},
      accountIds: [],
      profileIds: [],
      at: TEST_NOW - 1_000,
    }),
  );
  await at.settled();
  expect(at.receiver.arrived).toEqual([]);
});
