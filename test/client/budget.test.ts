import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBudget, type Budget } from '../../src/client/budget.ts';
import { sendRequest, type Sending } from '../../src/client/send.ts';
import type { HttpAnswer, Sender } from '../../src/world/http-call.ts';
import { ROOT, runModule } from '../support/module.ts';
import { testWorld, TEST_WORLD_NOW as NOW, type TestWorld } from '../support/world.ts';

const target = { baseUrl: 'https://api.example', key: 'k', source: 'test' };

async function budgetOf(made: TestWorld, more: Partial<typeof target> = {}): Promise<Budget> {
  const budget = await openBudget(made.world, { ...target, ...more });
  if (budget === undefined) throw new Error('no budget');
  return budget;
}

/** An answer with its rate headers; the reset lies `resetSeconds` ahead. */
const answered = (left: number, resetSeconds: number, more: object = {}) => ({
  status: 200,
  headers: {
    'x-ratelimit-limit': '600',
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(NOW / 1000 + resetSeconds),
  },
  ...more,
});

const refused = (seconds: number, more: object = {}) => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  ...more,
});

test('LIM-21 what one process was told, another one knows, and the longer wait holds', async () => {
  const made = testWorld();
  const [one, two] = [await budgetOf(made), await budgetOf(made)];
  expect(await two.turn(NOW)).toBe(0);
  await one.learn(refused(50), NOW);
  expect(await two.turn(NOW)).toBe(50_000);
  await two.learn(refused(10), NOW);
  expect(await one.turn(NOW)).toBe(50_000);
  expect(await one.turn(NOW + 50_000)).toBe(0);
});

test('LIM-16 LIM-17 the last places of a window are shared out one by one, and then the window is waited for', async () => {
  const made = testWorld();
  const [one, two] = [await budgetOf(made), await budgetOf(made)];
  await one.learn(answered(3, 40), NOW);
  const waits = [await one.turn(NOW), await two.turn(NOW), await one.turn(NOW), await two.turn(NOW)];
  expect(waits).toEqual([0, 0, 0, 40_000]);
});

test('answers that overtake each other do not give places back', async () => {
  const budget = await budgetOf(testWorld());
  await budget.learn(answered(1, 40), NOW);
  await budget.learn(answered(2, 40), NOW);
  expect([await budget.turn(NOW), await budget.turn(NOW)]).toEqual([0, 40_000]);
  await budget.learn(answered(50, 100), NOW + 60_000);
  expect(await budget.turn(NOW + 60_000)).toBe(0);
});

test('as long as plenty is left, nothing is written', async () => {
  const made = testWorld();
  await (await budgetOf(made)).learn(answered(61, 40), NOW);
  expect(existsSync(made.world.settings.place('rate'))).toBe(false);
});

// prettier-ignore
test.each([
  ['of an account, while calls are left', { ...refused(50), headers: { 'retry-after': '50', 'x-ratelimit-remaining': '590' } }],
  ['of a network',                        refused(50, { body: { error: 'x', code: 'rate_limited' } })],
])('the limit %s holds nobody else up', async (_, answer) => {
  const budget = await budgetOf(testWorld());
  await budget.learn(answer, NOW);
  expect(await budget.turn(NOW)).toBe(0);
});

test('processes that ask at once get no more places than there are', async () => {
  const made = testWorld();
  await (await budgetOf(made)).learn(answered(4, 40), NOW);
  const source = `
    import { openBudget } from '${ROOT}/src/client/budget.ts';
    import { openFiles } from '${ROOT}/src/world/files.ts';
    const files = openFiles({ cwd: () => '/' });
    const settings = { place: () => ${JSON.stringify(made.world.settings.place('rate'))} };
    const budget = await openBudget({ files, settings }, ${JSON.stringify(target)});
    const waits = await Promise.all([1, 2, 3].map(() => budget.turn(${NOW})));
    process.stdout.write(JSON.stringify(waits));`;
  const runs = await Promise.all([1, 2, 3].map(() => runModule(source)));
  const waits = runs.flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
  expect(waits.filter((wait) => wait === 40_000)).toHaveLength(5);
});

test('another key or address has a budget of its own, and no file gives a key away', async () => {
  const made = testWorld();
  await (await budgetOf(made)).learn(refused(5), NOW);
  expect(await (await budgetOf(made, { key: 'other' })).turn(NOW)).toBe(0);
  expect(await (await budgetOf(made, { baseUrl: 'https://b.example' })).turn(NOW)).toBe(0);
  const folder = made.world.settings.place('rate');
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^[0-9a-f]{16}\.json$/);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a local service has none', async () => {
  expect(await openBudget(testWorld().world, { ...target, baseUrl: 'http://127.0.0.1:4010' })).toBeUndefined();
});

test('LIM-21 of two ends of one window, seen a second apart, the later holds', async () => {
  const budget = await budgetOf(testWorld());
  await budget.learn(refused(50), NOW);
  await budget.learn(refused(51), NOW);
  expect(await budget.turn(NOW)).toBe(51_000);
  await budget.learn(refused(49), NOW);
  expect(await budget.turn(NOW)).toBe(51_000);
});

// prettier-ignore
test.each([
  ['no JSON',         '{'],
  ['no window',       '[]'],
  ['nothing left',    `{"untilMs":${NOW + 9000},"left":null}`],
  ['words',           `{"untilMs":"${NOW + 9000}","left":0}`],
])('a file that holds %s holds nobody up, and is replaced', async (_, text) => {
  const made = testWorld();
  const budget = await budgetOf(made);
  await budget.learn(refused(5), NOW);
  const folder = made.world.settings.place('rate');
  const [name = ''] = await readdir(folder);
  writeFileSync(join(folder, name), text);
  expect(await budget.turn(NOW)).toBe(0);
  await budget.learn(refused(5), NOW);
  expect(await budget.turn(NOW)).toBe(5000);
});

test('a folder that cannot be written is no obstacle', async () => {
  const made = testWorld();
  const budget = await budgetOf(made);
  mkdirSync(made.world.settings.stateFolder, { recursive: true });
  writeFileSync(made.world.settings.place('rate'), 'a file where a folder should be');
  await budget.learn(refused(5), NOW);
  expect(await budget.turn(NOW)).toBe(0);
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
    turn: async () => blockedMs,
    learn: async ({ status }) => void told.push(status),
  };
  const notices: string[] = [];
  const options: Sending = { sender, clock: world.clock, maxWaitMs, budget, notice: (line) => void notices.push(line) };
  const request = { method: 'GET', url: 'https://api.example/v1', headers: {}, repeatable: true };
  const { status } = await sendRequest(request, options);
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
  expect(notices).toEqual(['The rate limit of this key was reached; continuing in 3 s.']);
});

test('a wait beyond the own budget is not begun: the service decides', async () => {
  expect((await sending(90_000, 60_000, 200)).slept).toEqual([]);
});

test('LIM-21 every answer is told to the others, and both waits come out of one budget', async () => {
  const { status, told, slept } = await sending(3000, 9000, 429, 200);
  expect(told).toEqual([429]);
  expect({ status, slept }).toEqual({ status: 429, slept: [3000] });
  expect((await sending(3000, 10_000, 429, 200)).slept).toEqual([3000, 7000]);
});
