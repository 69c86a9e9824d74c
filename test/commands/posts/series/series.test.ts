/** Recurring posts against the real local service: created, stopped, listed, cancelled halfway, over a change of summer time. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../../../src/kernel/failure.ts';
import type { Json } from '../../../support/service.ts';
import { importBench, type ImportBench, type Running } from '../importing.ts';

const CREATE = ['posts', 'create', 'Soup of the day', '--to', 'twitter', '--timezone', 'Europe/Berlin'];
/** The clocks of Berlin go forward on 29 March 2026. */
const SERIES = [...CREATE, '--repeat', 'every Sunday 2:30', '--until', '2026-04-12'];

const NOW = Date.parse('2026-03-10T09:00:00Z');

async function bench(): Promise<ImportBench> {
  const made = await importBench({ clock: { mode: 'frozen', now: NOW } });
  await made.account('twitter', { username: 'acme' });
  let nowMs = NOW;
  return {
    ...made,
    // The machine has the time of the service.
    svc: (words, more) => made.svc(words, { now: nowMs, ...more }),
    async advance(seconds) {
      nowMs += seconds * 1000;
      return made.advance(seconds);
    },
  };
}

const TIMES = ['2026-03-15T01:30', '2026-03-22T01:30', '2026-03-29T01:00', '2026-04-05T00:30', '2026-04-12T00:30'];

const timesOf = async (made: ImportBench): Promise<readonly string[]> =>
  (await made.posts()).map(({ scheduledFor }) => String(scheduledFor).slice(0, 16)).sort();

const words = (lines: readonly Json[], field: string): readonly string[] => lines.map((line) => String(line[field]));

const seriesIn = async (made: ImportBench): Promise<readonly Json[]> => {
  const { out } = await made.svc(['posts', 'series', 'list', '-o', 'json']);
  return (JSON.parse(out()) as { series: readonly Json[] }).series;
};

test('every time of the rule is a post; one that the clock skips is moved, and the answer says so', async () => {
  const made = await bench();
  const { code, lines, err } = await made.svc(SERIES);
  expect(code).toBe(0);
  expect(words(lines, 'scheduledFor').map((text) => text.slice(0, 16))).toEqual(TIMES);
  expect(lines[2]).toMatchObject({ number: 3, moved: '2026-03-29 02:30', result: 'made' });
  expect(err()).toContain(
    'The clock skips 2026-03-29 02:30: that post goes out at 2026-03-29 03:00 Europe/Berlin (+02:00)',
  );
  expect(await timesOf(made)).toEqual(TIMES);
});

test('the same command again creates nothing, and leaves nothing on the machine', async () => {
  const made = await bench();
  await made.svc(SERIES);
  const { code, lines } = await made.svc(SERIES);
  expect([code, new Set(words(lines, 'result'))]).toEqual([0, new Set(['already'])]);
  expect(await timesOf(made)).toEqual(TIMES);
  expect(readdirSync(join(made.folder, 'config', 'state', 'series'))).toEqual([]);
});

/** Ctrl-C when so many results are out. */
const interruptedAfter = (count: number): Running => ({
  doors: ({ world, out, interrupt }) => {
    const write: typeof world.io.out.write = (text) => {
      world.io.out.write(text);
      if (out().split('\n').length > count) interrupt(failure('interrupted'));
    };
    return { io: { ...world.io, out: { ...world.io.out, write } } };
  },
});

test('a stopped series is completed by the same command, even by number and later', async () => {
  const made = await bench();
  const counted = [...CREATE, '--repeat', 'every day 9:00', '--count', '20'];
  const first = await made.svc(counted, interruptedAfter(3));
  expect(first.code).toBe(130);
  const before = (await made.posts()).length;
  expect(before).toBeLessThan(20);
  await made.advance(3600);
  expect((await made.svc(counted)).code).toBe(0);
  const times = await timesOf(made);
  expect([times.length, new Set(times).size]).toEqual([20, 20]);
});

test('a request whose answer was lost is not sent as another one', async () => {
  const made = await bench();
  const fault = { match: { operation: 'createPost' }, action: { drop: 'after' }, times: 1 };
  await made.control('POST', '/_local/faults', fault);
  expect((await made.svc(SERIES)).code).toBe(0);
  expect(await timesOf(made)).toEqual(TIMES);
});

test('a series is listed as one and cancelled halfway: what is out stays', async () => {
  const made = await bench();
  await made.svc(SERIES);
  await made.svc([...CREATE, '--repeat', 'every day 9:00', '--count', '2']);
  await made.advance(20 * 86_400);
  const list = await seriesIn(made);
  expect(list).toMatchObject([
    {
      repeat: 'every Sunday 2:30',
      timezone: 'Europe/Berlin',
      left: 2,
      of: 5,
      next: '2026-04-05T00:30:00.000Z',
      last: '2026-04-12T00:30:00.000Z',
      content: 'Soup of the day',
    },
  ]);
  const id = String(list[0]?.['id']);
  const refusal = await made.svc(['posts', 'series', 'cancel', id]);
  expect([refusal.code, refusal.error['code']]).toEqual([2, 'confirmation']);
  const { code, out } = await made.svc(['posts', 'series', 'cancel', id, '--yes', '-o', 'json']);
  const { posts } = JSON.parse(out()) as { posts: readonly Json[] };
  expect([code, words(posts, 'result')]).toEqual([0, ['cancelled', 'cancelled']]);
  expect(await timesOf(made)).toEqual(['2026-03-11T08:00', '2026-03-12T08:00', ...TIMES.slice(0, 3)]);
  expect(await seriesIn(made)).toEqual([]);
  expect((await made.svc(['posts', 'series', 'cancel', id, '--yes'])).code).toBe(7);
  await made.advance(20 * 86_400);
  expect((await made.posts()).filter(({ status }) => String(status) === 'published')).toHaveLength(5);
}, 60_000);

test('a cancelled series can be created anew', async () => {
  const made = await bench();
  await made.svc(SERIES);
  await made.svc(['posts', 'series', 'cancel', String((await seriesIn(made))[0]?.['id']), '--yes']);
  expect(await timesOf(made)).toEqual([]);
  expect((await made.svc(SERIES)).code).toBe(0);
  expect(await timesOf(made)).toEqual(TIMES);
});

test('a bulk edit finds the posts of a series', async () => {
  const made = await bench();
  await made.svc(SERIES);
  const id = String((await seriesIn(made))[0]?.['id']);
  const { lines } = await made.svc(['posts', 'update', '--where', `series=${id}`, '--replace', 'Soup=Stew', '--yes']);
  expect(lines).toHaveLength(5);
  expect(await seriesIn(made)).toMatchObject([{ left: 5, content: 'Stew of the day' }]);
});

test('--dry-run shows every time and sends nothing', async () => {
  const made = await bench();
  await made.asked();
  const { code, out } = await made.svc([...SERIES, '--dry-run', '-o', 'json']);
  expect(code).toBe(0);
  expect(JSON.parse(out())).toMatchObject({ dryRun: true, posts: 5 });
  expect(await made.posts()).toEqual([]);
});

test('a refused post is named, and the others are made', async () => {
  const made = await bench();
  await made.control('POST', '/_local/faults', {
    match: { operation: 'createPost' },
    action: { status: 400 },
    times: 1,
  });
  const first = await made.svc(SERIES);
  expect([first.code, words(first.lines, 'result').filter((one) => one === 'failed')]).toEqual([9, ['failed']]);
  expect((await made.svc(SERIES)).code).toBe(0);
  expect(await timesOf(made)).toEqual(TIMES);
});

test.each([
  [['--repeat', 'every day 9:00'], '--repeat needs an end: --until DAY or --count N, one of the two.'],
  [
    ['--repeat', 'every day 9:00', '--count', '2', '--until', '2026-05-01'],
    '--repeat needs an end: --until DAY or --count N, one of the two.',
  ],
  [['--repeat', 'every day 9:00', '--count', '0'], '--count takes 1 or more.'],
  [['--repeat', 'every day 9:00', '--count', '2', '--now'], '--repeat and --now cannot be combined.'],
  [['--repeat', 'every day 9:00', '--count', '2', '--at', '+1h'], '--repeat and --at cannot be combined.'],
  [['--repeat', 'every day 9:00', '--count', '2', '--wait'], '--wait is about one post, not --repeat.'],
  [['--repeat', 'now and then', '--count', '2'], '--repeat: "now and then" cannot be read as a rule.'],
  [['--until', '2026-05-01'], '--until goes with --repeat.'],
])('%j is refused', async (words, message) => {
  const made = await bench();
  const { code, error } = await made.svc([...CREATE, ...words]);
  expect([code, error.message]).toEqual([2, message]);
  expect(await made.posts()).toEqual([]);
});
