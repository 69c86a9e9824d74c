import { expect, onTestFinished, test } from 'vitest';
import type { ClaimedRow } from '../../../src/service/store/due.ts';
import { advanceTo } from '../../../src/service/timeline/advance.ts';
import { backoffMs, openWorker, type Job, type Worker } from '../../../src/service/timeline/worker.ts';
import { newStore, NOW } from '../store/open.ts';

const SECOND = 1_000;

/** A store, a worker that runs `job`, and an advance by seconds; the worker is stopped when the test ends. */
async function timeline(job: Job) {
  const { store, clock, wall } = await newStore();
  const worker: Worker = openWorker({ timeline: store.timeline, clock, wall, job });
  worker.start();
  onTestFinished(() => worker.stop());
  const advance = (seconds: number): Promise<number> =>
    advanceTo(clock.now() + seconds * SECOND, { clock, wall, timeline: store.timeline, worker });
  const schedule = (ref: string, inSeconds: number, more: { leaseMs?: number } = {}): Promise<void> =>
    store.transact((tx) => tx.schedule({ dueAt: clock.now() + inSeconds * SECOND, kind: 'job', ref, ...more }));
  return { store, clock, wall, worker, advance, schedule };
}

/** Names of what ran, with the second at which it ran. */
function recorder(clockOf: () => { now(): number }, more: (row: ClaimedRow) => Promise<void> = async () => undefined) {
  const ran: string[] = [];
  const job: Job = async (row) => {
    ran.push(`${row.ref}@${String((clockOf().now() - NOW) / SECOND)}`);
    await more(row);
  };
  return { ran, job };
}

test('an advance runs due work in due order, each at its own instant, and removes it', async () => {
  const { ran, job } = recorder(() => at.clock);
  const at = await timeline(job);
  await at.schedule('late', 50);
  await at.schedule('early', 10);
  await at.schedule('beyond', 200);

  expect(await at.advance(100)).toBe(2);

  expect(ran).toEqual(['early@10', 'late@50']);
  expect(at.clock.now()).toBe(NOW + 100 * SECOND);
  expect((await at.store.read.due()).map(({ ref }) => ref)).toEqual(['beyond']);
});

test('an advance that nobody waits for any more stops at the instant to which it has come', async () => {
  const { ran, job } = recorder(() => at.clock);
  const at = await timeline(job);
  await at.schedule('first', 10);
  await at.schedule('second', 20);
  const { wall, clock, worker, store } = at;
  const parts = { clock, wall, timeline: store.timeline, worker, isAbandoned: () => ran.length > 0 };

  expect(await advanceTo(NOW + 100 * SECOND, parts)).toBe(1);

  expect(ran).toEqual(['first@10']);
  expect(clock.now()).toBe(NOW + 10 * SECOND);
});

test('an advance waits for the work that its work causes within the span, and leaves what lies beyond', async () => {
  const { ran, job } = recorder(
    () => at.clock,
    async ({ ref }) => {
      if (ref === 'first') await at.schedule('second', 20);
      if (ref === 'second') await at.schedule('third', 1_000);
    },
  );
  const at = await timeline(job);
  await at.schedule('first', 10);

  expect(await at.advance(100)).toBe(2);
  expect(ran).toEqual(['first@10', 'second@30']);
  expect(await at.advance(930)).toBe(1);
  expect(ran.at(-1)).toBe('third@1030');
});

test('work that schedules itself again stays, at its new time', async () => {
  let rounds = 0;
  const at = await timeline(async () => {
    rounds += 1;
    if (rounds < 3) await at.schedule('hourly', 3_600);
  });
  await at.schedule('hourly', 0);
  await at.advance(2 * 3_600);
  expect(rounds).toBe(3);
  expect(await at.store.read.due()).toEqual([]);
});

test('work that comes again while it ends is waited for as well', async () => {
  const begun: (() => void)[] = [];
  const second = new Promise<void>((resolve) => void begun.push(resolve));
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => void (end = resolve));
  const ended: number[] = [];
  let rounds = 0;
  const at = await timeline(async () => {
    const round = (rounds += 1);
    if (round === 1) {
      await at.schedule('again', 0);
      at.worker.wake();
      await second;
    } else {
      begun.forEach((tell) => tell());
      await held;
    }
    ended.push(round);
  });
  await at.schedule('again', 0);
  let isSettled = false;
  const settling = at.worker.settle().then(() => void (isSettled = true));
  await second;
  // Once the first has been settled, too, only the second is left.
  for (let turn = 0; turn < 20; turn += 1) await at.store.transact(async () => undefined);
  expect({ ended: [...ended], isSettled }).toEqual({ ended: [1], isSettled: false });
  end();
  await settling;
  expect(ended).toEqual([1, 2]);
  expect(await at.store.read.due()).toEqual([]);
});

test('scheduling the same work again moves it, and a cancelled piece never runs', async () => {
  const { ran, job } = recorder(() => at.clock);
  const at = await timeline(job);
  await at.schedule('moved', 10);
  await at.schedule('moved', 40);
  await at.schedule('gone', 10);
  expect(await at.store.transact((tx) => tx.cancel('job', 'gone'))).toBe(true);
  expect(await at.store.transact((tx) => tx.cancel('job', 'gone'))).toBe(false);

  await at.advance(60);
  expect(ran).toEqual(['moved@40']);
});

test('work that throws is tried again later, with its error on the row', async () => {
  let attempts: number[] = [];
  const at = await timeline(async ({ attempt }) => {
    attempts = [...attempts, attempt];
    if (attempts.length < 3) throw new Error('the network is down');
  });
  await at.schedule('flaky', 0);
  await at.advance(0);
  expect((await at.store.read.due())[0]).toMatchObject({ attempt: 2, lastError: 'the network is down' });

  await at.advance(60);
  expect(attempts).toEqual([1, 2, 3]);
  expect(await at.store.read.due()).toEqual([]);
});

test.each([
  [1, 1],
  [2, 2],
  [4, 8],
  [30, 900],
])('after attempt %i the wait is %i seconds', (attempt, seconds) => {
  expect(backoffMs(attempt)).toBe(seconds * SECOND);
});

test('a row that its scheduler leases is left alone until the lease ends', async () => {
  const { ran, job } = recorder(() => at.clock);
  const at = await timeline(job);
  await at.schedule('mine', 0, { leaseMs: 60_000 });
  await at.advance(3_600);
  expect(ran).toEqual([]);
  const leaseUntil = (await at.store.read.due())[0]?.leaseUntil ?? 0;
  const { timeline: rows } = at.store;
  const claim = { dueBy: NOW, leaseUntil: leaseUntil + 1, limit: 1 };
  expect(await rows.next(leaseUntil - 1)).toBeUndefined();
  expect(await rows.claim({ ...claim, now: leaseUntil - 1 })).toEqual([]);
  expect(await rows.next(leaseUntil)).toBe(NOW);
  expect(await rows.claim({ ...claim, now: leaseUntil })).toMatchObject([{ ref: 'mine' }]);
});

test('due work now runs without an advance', async () => {
  let ran = 0;
  let isDone: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (isDone = resolve));
  const at = await timeline(async () => {
    ran += 1;
    isDone();
  });
  await at.schedule('now', 0);
  at.worker.wake();
  await done;
  expect(ran).toBe(1);
});

test('while paused the clock moves and nothing runs; a step runs the earliest', async () => {
  const { ran, job } = recorder(() => at.clock);
  const at = await timeline(job);
  at.worker.pause();
  await at.schedule('a', 10);
  await at.schedule('b', 20);

  expect(await at.advance(100)).toBe(0);
  expect(ran).toEqual([]);
  expect(await at.worker.step(1)).toBe(1);
  expect(ran).toEqual(['a@100']);

  at.worker.resume();
  await at.advance(0);
  expect(ran).toEqual(['a@100', 'b@100']);
});

test('many pieces due at one instant run side by side, each once', async () => {
  let inside = 0;
  let most = 0;
  const seen = new Map<string, number>();
  const at = await timeline(async ({ ref }) => {
    inside += 1;
    most = Math.max(most, inside);
    seen.set(ref, (seen.get(ref) ?? 0) + 1);
    await at.store.transact(async () => undefined);
    inside -= 1;
  });
  await at.store.transact(async (tx) => {
    for (let index = 0; index < 1_000; index += 1)
      await tx.schedule({ dueAt: NOW + SECOND, kind: 'job', ref: `r${String(index)}` });
  });

  expect(await at.advance(1)).toBe(1_000);
  expect([...seen.values()].every((count) => count === 1)).toBe(true);
  expect(seen.size).toBe(1_000);
  expect(most).toBeGreaterThan(50);
});

test('work that sleeps on the frozen clock is woken by the advance that passes its time', async () => {
  const woke: string[] = [];
  const at = await timeline(async ({ ref }) => {
    if (ref === 'sleeper') await at.clock.sleep(30 * SECOND);
    woke.push(`${ref}@${String((at.clock.now() - NOW) / SECOND)}`);
  });
  await at.schedule('sleeper', 10);
  await at.schedule('later', 50);
  expect(await at.advance(60)).toBe(2);
  expect(woke).toEqual(['sleeper@40', 'later@50']);
});

test('stopping finishes running work, and wakes what sleeps so that it is tried again', async () => {
  const at = await timeline(async () => at.clock.sleep(3_600 * SECOND));
  await at.schedule('sleeper', 0);
  await at.advance(0);
  await at.worker.stop();
  expect((await at.store.read.due())[0]).toMatchObject({ ref: 'sleeper', lastError: 'The service is stopping.' });
});

test('a worker that was stopped works again when it is started again', async () => {
  const { ran, job } = recorder(() => at.clock);
  const at = await timeline(job);
  await at.worker.stop();
  expect(at.worker.isAlive()).toBe(false);
  await at.schedule('a', 10);
  at.clock.moveTo(NOW + 20 * SECOND);
  expect(await at.worker.settle()).toBe(0);
  at.worker.start();
  expect(at.worker.isAlive()).toBe(true);
  await at.advance(0);
  expect(ran).toEqual(['a@20']);
});

test('work that runs on keeps its lease', async () => {
  const { store, clock, wall } = await newStore();
  // Pauses of the machine's clock take no time here.
  const quick = { now: wall.now, sleep: () => wall.turn() };
  let end = (): void => undefined;
  const isRenewed = new Promise<void>((resolve) => void (end = resolve));
  const leases: { readonly claims: readonly number[]; readonly aheadMs: number }[] = [];
  const renew: typeof store.timeline.renew = async (claims, leaseUntil) => {
    leases.push({ claims, aheadMs: leaseUntil - wall.now() });
    await store.timeline.renew(claims, leaseUntil);
    end();
  };
  const claims: number[] = [];
  const job: Job = async ({ claim }) => {
    claims.push(claim);
    await isRenewed;
  };
  const worker = openWorker({ timeline: { ...store.timeline, renew }, clock, wall: quick, job });
  worker.start();
  onTestFinished(() => worker.stop());
  await store.transact((tx) => tx.schedule({ dueAt: NOW, kind: 'job', ref: 'a' }));

  expect(await worker.settle()).toBe(1);
  expect(leases[0]?.claims).toEqual(claims);
  expect(leases[0]?.aheadMs).toBeGreaterThan(50_000);
  expect(await store.read.due()).toEqual([]);
});

test('rows that a dead process held are free when the store is opened again', async () => {
  const { store } = await newStore();
  await store.transact((tx) => tx.schedule({ dueAt: NOW, kind: 'job', ref: 'held', leaseMs: 3_600_000 }));
  const claim = { dueBy: NOW, now: 0, leaseUntil: 1, limit: 10 };
  expect(await store.timeline.claim(claim)).toHaveLength(0);
  await store.timeline.release();
  expect((await store.timeline.claim(claim)).map(({ ref }) => ref)).toEqual(['held']);
});

test('work that was done is recorded as soon as the store takes it again', async () => {
  const { store, clock, wall } = await newStore();
  // Pauses of the machine's clock take no time here.
  const quick = { now: wall.now, sleep: () => wall.turn() };
  let refusals = 2;
  const settle: typeof store.timeline.settle = (row) =>
    refusals-- > 0 ? Promise.reject(new Error('disk full')) : store.timeline.settle(row);
  let ran = 0;
  const job: Job = async () => void (ran += 1);
  const worker = openWorker({ timeline: { ...store.timeline, settle }, clock, wall: quick, job });
  worker.start();
  onTestFinished(() => worker.stop());
  await store.transact((tx) => tx.schedule({ dueAt: NOW, kind: 'job', ref: 'a' }));

  expect(await advanceTo(NOW, { clock, wall: quick, timeline: store.timeline, worker })).toBe(1);
  expect([ran, await store.read.due()]).toEqual([1, []]);
});

test('the worker says that it stands still while the store fails, and goes on after that', async () => {
  const { store, clock, wall } = await newStore();
  const quick = { now: wall.now, sleep: () => wall.turn() };
  let isBroken = true;
  const next: typeof store.timeline.next = (now) =>
    isBroken ? Promise.reject(new Error('disk full')) : store.timeline.next(now);
  const worker = openWorker({ timeline: { ...store.timeline, next }, clock, wall: quick, job: async () => undefined });
  worker.start();
  onTestFinished(() => worker.stop());
  await expect.poll(() => worker.isAlive(), { interval: 1 }).toBe(false);
  isBroken = false;
  await expect.poll(() => worker.isAlive(), { interval: 1 }).toBe(true);
});
