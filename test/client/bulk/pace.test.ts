import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPace } from '../../../src/client/bulk/pace.ts';

const SPAN_MS = 60_000;

/** A service with a sliding window and a clock that moves only while somebody waits; answers come in any order. */
function world(limit: number, latencies: readonly number[]) {
  let now = 0;
  let refused = 0;
  let calls = 0;
  let taken: number[] = [];
  const waiting: { at: number; go: () => void }[] = [];
  const sleep = (ms: number): Promise<void> =>
    new Promise((go) => void waiting.push({ at: now + Math.max(0, ms), go }));
  const headers = (): Record<string, string> => ({
    date: new Date(now).toUTCString(),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(limit - taken.length),
    'x-ratelimit-reset': String(Math.ceil(((taken[0] ?? now) + SPAN_MS) / 1000)),
  });
  return {
    clock: { now: () => now, sleep },
    get now() {
      return now;
    },
    get refused() {
      return refused;
    },
    /** The request is on its way, is counted, and the answer is on its way. */
    async call() {
      const latency = latencies[calls++ % latencies.length] ?? 1;
      await sleep(latency);
      taken = taken.filter((at) => at > now - SPAN_MS);
      if (taken.length >= limit) refused += 1;
      else taken.push(now);
      const answer = { status: 200, headers: headers() };
      await sleep(latencies[calls % latencies.length] ?? 1);
      return answer;
    },
    /** Lets time pass until nobody waits any more. */
    async run(done: () => boolean): Promise<void> {
      while (!done()) {
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        waiting.sort((a, b) => a.at - b.at);
        const next = waiting.shift();
        if (next === undefined) continue;
        now = Math.max(now, next.at);
        next.go();
      }
    },
  };
}

async function paced(rows: number, concurrency: number, service: ReturnType<typeof world>): Promise<number> {
  const { signal } = new AbortController();
  const pace = openPace({ clock: service.clock, concurrency, signal, waiting: () => undefined });
  let [left, busy, most] = [rows, 0, 0];
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const leave = await pace.enter();
      busy += 1;
      most = Math.max(most, busy);
      const answer = await service.call();
      busy -= 1;
      leave(answer);
    }
  };
  let isOver = false;
  void Promise.all(Array.from({ length: concurrency }, worker)).then(() => (isOver = true));
  await service.run(() => isOver);
  return most;
}

test('no call is refused, however late and mixed up the answers come, and hardly any time is lost', async () => {
  const any = fc.record({
    limit: fc.integer({ min: 2, max: 40 }),
    concurrency: fc.integer({ min: 1, max: 12 }),
    rows: fc.integer({ min: 1, max: 150 }),
    latencies: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 7 }),
  });
  await fc.assert(
    fc.asyncProperty(any, async ({ limit, concurrency, rows, latencies }) => {
      const service = world(limit, latencies);
      await paced(rows, concurrency, service);
      expect(service.refused).toBe(0);
      const slowest = 2 * Math.max(...latencies);
      expect(service.now).toBeLessThanOrEqual(
        Math.ceil(rows / limit) * (SPAN_MS + 2000 + slowest * 2) + rows * slowest,
      );
    }),
    { numRuns: 60 },
  );
});

test('calls go together while the window is wide open', async () => {
  expect(await paced(50, 6, world(600, [10]))).toBe(6);
});

test('a service that says nothing of a limit is not held up', async () => {
  const { signal } = new AbortController();
  const clock = { now: () => 0, sleep: () => Promise.reject(new Error('slept')) };
  const pace = openPace({ clock, concurrency: 3, signal, waiting: () => undefined });
  (await pace.enter())({ status: 200, headers: {} });
  const all = await Promise.all([pace.enter(), pace.enter(), pace.enter()]);
  expect(all).toHaveLength(3);
});

test('a call that came to nothing lets the next one try', async () => {
  const { signal } = new AbortController();
  const pace = openPace({
    clock: { now: () => 0, sleep: async () => undefined },
    concurrency: 3,
    signal,
    waiting: () => undefined,
  });
  (await pace.enter())();
  expect(await pace.enter()).toBeTypeOf('function');
});

test('a refusal without a count holds all back for as long as it says, and that is told', async () => {
  const { signal } = new AbortController();
  const told: number[] = [];
  const slept: number[] = [];
  const pace = openPace({
    clock: { now: () => 0, sleep: async (ms) => void slept.push(ms) },
    concurrency: 2,
    signal,
    waiting: (seconds) => told.push(seconds),
  });
  (await pace.enter())({ status: 429, headers: { 'retry-after': '7' } });
  await pace.enter();
  expect([told, slept]).toEqual([[7], [7000]]);
});

test('nothing is begun once the work is stopped, also from within a wait', async () => {
  const stop = new AbortController();
  const pace = openPace({
    clock: {
      now: () => 0,
      sleep: async (_, signal) => {
        if (signal?.aborted) throw signal.reason;
      },
    },
    concurrency: 2,
    signal: stop.signal,
    waiting: () => stop.abort(new Error('stopped')),
  });
  const full = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
  (await pace.enter())({ status: 200, headers: full });
  await expect(pace.enter()).rejects.toThrow('stopped');
  await expect(pace.enter()).rejects.toThrow('stopped');
});
