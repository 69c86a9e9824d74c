import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBudget, type Budget } from '../../src/client/budget.ts';
import { sent, type Sending } from '../../src/client/send.ts';
import type { HttpAnswer, Sender } from '../../src/world/http.ts';
import { testWorld, TEST_WORLD_NOW as NOW, type TestWorld } from '../support/world.ts';

const target = { baseUrl: 'https://api.example', key: 'k', source: 'test' };

async function budgetOf(made: TestWorld, more: Partial<typeof target> = {}): Promise<Budget> {
  const budget = await openBudget(made.world, { ...target, ...more });
  if (budget === undefined) throw new Error('no budget');
  return budget;
}

test('what one process was told, another one knows', async () => {
  const made = testWorld();
  const [one, two] = [await budgetOf(made), await budgetOf(made)];
  expect(await two.blockedUntil()).toBe(0);
  await one.block(NOW + 5000);
  expect(await two.blockedUntil()).toBe(NOW + 5000);
  await two.block(NOW + 1000);
  expect(await one.blockedUntil()).toBe(NOW + 5000);
});

test('another key or address has a budget of its own, and no file gives a key away', async () => {
  const made = testWorld();
  await (await budgetOf(made)).block(NOW + 5000);
  expect(await (await budgetOf(made, { key: 'other' })).blockedUntil()).toBe(0);
  expect(await (await budgetOf(made, { baseUrl: 'https://b.example' })).blockedUntil()).toBe(0);
  const folder = join(made.world.settings.stateFolder, 'rate');
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^[0-9a-f]{16}\.json$/);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a local service has none', async () => {
  expect(await openBudget(testWorld().world, { ...target, baseUrl: 'http://127.0.0.1:4010' })).toBeUndefined();
});

test('a broken file and a folder that cannot be written are no obstacle', async () => {
  const made = testWorld();
  const budget = await budgetOf(made);
  mkdirSync(made.world.settings.stateFolder, { recursive: true });
  writeFileSync(join(made.world.settings.stateFolder, 'rate'), 'a file where a folder should be');
  await budget.block(NOW + 5000);
  expect(await budget.blockedUntil()).toBe(0);
});

/** Sends once with a budget that knows of `blockedMs`; the service answers with the statuses in turn. */
async function sending(blockedMs: number, maxWaitMs: number, ...statuses: readonly number[]) {
  const { world, slept } = testWorld();
  const told: number[] = [];
  let at = 0;
  const sender: Sender = {
    send: async () => answerWith(statuses[Math.min(at++, statuses.length - 1)] ?? 200),
    close: async () => {},
  };
  const budget: Budget = {
    blockedUntil: async () => NOW + blockedMs,
    block: async (untilMs) => void told.push(untilMs - NOW),
  };
  const notices: string[] = [];
  const options: Sending = { sender, clock: world.clock, maxWaitMs, budget, notice: (line) => void notices.push(line) };
  const request = { method: 'GET', url: 'https://api.example/v1', headers: {}, repeatable: true };
  const { status } = await sent(request, options);
  return { status, slept, told, notices };
}

const answerWith = (status: number): HttpAnswer => ({
  status,
  headers: status === 429 ? { 'retry-after': '7' } : {},
  url: '',
  body: (async function* () {})(),
  bytes: async () => new Uint8Array(),
  discard: () => undefined,
});

test('a call sits out what another process was told, and says so', async () => {
  const { slept, notices } = await sending(3000, 60_000, 200);
  expect(slept).toEqual([3000]);
  expect(notices).toEqual(['Another svc was told to slow down; going on in 3 s.']);
});

test('a wait beyond the own budget is not begun: the service decides', async () => {
  expect((await sending(90_000, 60_000, 200)).slept).toEqual([]);
});

test('LIM-21 a 429 is told to the others, and both waits come out of one budget', async () => {
  const { status, told, slept } = await sending(3000, 9000, 429, 200);
  expect(told).toEqual([10_000]);
  expect({ status, slept }).toEqual({ status: 429, slept: [3000] });
  expect((await sending(3000, 10_000, 429, 200)).slept).toEqual([3000, 7000]);
});
