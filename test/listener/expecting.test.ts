import { expect, test } from 'vitest';
import { expectEvents, type Expectation } from '../../src/listener/expecting.ts';
import type { Api } from '../../src/listener/registering.ts';
import { testWorld } from '../support/world.ts';

/** A service that makes and removes endpoints, and remembers which calls came. */
function service(answers: Partial<Record<string, () => never>> = {}): { api: Api; calls: string[] } {
  const calls: string[] = [];
  const api: Api = {
    async call(operation) {
      calls.push(operation);
      answers[operation]?.();
      return operation === 'getWebhookSettings' ? { webhooks: [] } : { webhook: { _id: 'f'.repeat(24) } };
    },
  };
  return { api, calls };
}

const expectation = (api: Api, more: Partial<Expectation> = {}): Expectation => ({
  receiver: { mode: 'require', secrets: [{ name: 'this run', secret: 'tell nobody' }] },
  registering: {
    api,
    listener: { machine: 'desk', pid: 7, alive: () => true },
    endpoint: { secret: 'tell nobody', events: ['post.published'], profileIds: [], accountIds: [] },
  },
  patterns: ['post.published'],
  count: 1,
  waitMs: 1_000,
  run: async () => 0,
  ...more,
});

const MADE = ['getWebhookSettings', 'createWebhookSettings'];

test('the endpoint is made before the program runs, and removed when the time is over', async () => {
  const { api, calls } = service();
  const { world, slept } = testWorld();
  const run = async (): Promise<number> => {
    expect(calls).toEqual(MADE);
    return 0;
  };
  const found = await expectEvents(world, expectation(api, { run }), world.signals.signal);
  expect(found).toMatchObject({ met: false, events: [], code: 0 });
  expect(found.leftover).toBeUndefined();
  expect(calls).toEqual([...MADE, 'deleteWebhookSettings']);
  expect(slept).toEqual([1_000]);
});

test('interrupted while the program runs, it removes the endpoint all the same', async () => {
  const { api, calls } = service();
  const { world, interrupt } = testWorld();
  const run = async (): Promise<number> => {
    interrupt(new Error('interrupted'));
    return 130;
  };
  await expect(expectEvents(world, expectation(api, { run }), world.signals.signal)).rejects.toThrow('interrupted');
  expect(calls).toEqual([...MADE, 'deleteWebhookSettings']);
});

test('an endpoint that cannot be removed is told of, and takes nothing from the result', async () => {
  const { api } = service({
    deleteWebhookSettings: () => {
      throw new Error('The service could not be reached.');
    },
  });
  const { world } = testWorld();
  const found = await expectEvents(world, expectation(api), world.signals.signal);
  expect(found).toMatchObject({ code: 0, leftover: 'The service could not be reached.' });
});

test('when no endpoint can be made the program does not run', async () => {
  const { api } = service({
    createWebhookSettings: () => {
      throw new Error('There are 50 endpoints already.');
    },
  });
  const { world } = testWorld();
  const run = (): Promise<number> => Promise.reject(new Error('it ran'));
  await expect(expectEvents(world, expectation(api, { run }), world.signals.signal)).rejects.toThrow('50 endpoints');
});

test('a program that fails is not waited for any longer', async () => {
  const { api } = service();
  const { world, slept } = testWorld();
  const found = await expectEvents(world, expectation(api, { run: async () => 3 }), world.signals.signal);
  expect(found).toMatchObject({ code: 3, met: false });
  expect(slept).toEqual([]);
});
