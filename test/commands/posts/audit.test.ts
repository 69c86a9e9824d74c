/** `posts audit` against the real local service: a calendar is imported, things go wrong, and each of them is named. */
import { expect, test } from 'vitest';
import { TEST_NOW, type Json } from '../../support/service.ts';
import { importBench, type ImportBench } from './importing.ts';

const CALENDAR = [
  'key,content,to,at,timezone',
  'one,First of the week,twitter,2026-01-12 09:00,Europe/Berlin',
  'two,Second of the week,twitter,2026-01-12 10:00,Europe/Berlin',
  'three,Third of the week,twitter,2026-01-12 11:00,Europe/Berlin',
  'four,Fourth of the week,twitter,2026-01-12 12:00,Europe/Berlin',
  'five,Fifth of the week,twitter,2026-01-12 13:00,Europe/Berlin',
  'six,Sixth of the week,twitter,2026-01-12 14:00,Europe/Berlin',
  'far,Much later,twitter,2026-02-01 09:00,Europe/Berlin',
  'draft,Only an idea,twitter,,',
  '',
].join('\n');

/** When everything but the last was due. */
const PASSED = '2026-01-13T12:30:00Z';

interface Audited extends ImportBench {
  readonly accountId: string;
  /** The post with this text. */
  post(content: string): Promise<Json & { readonly _id: string }>;
  /** Moves the clock to a day on which everything but the last was due. */
  pass(): Promise<void>;
  audit(...words: string[]): Promise<{
    code: number;
    results: Partial<Record<string, unknown>>;
    document: Json;
    message: string;
    error: string;
  }>;
}

async function imported(): Promise<Audited> {
  const bench = await importBench();
  let now = TEST_NOW;
  const { _id: accountId } = await bench.account('twitter', { username: 'acme' });
  bench.file('calendar.csv', CALENDAR);
  expect((await bench.svc(['posts', 'import', 'calendar.csv'])).code).toBe(0);
  return {
    ...bench,
    accountId,
    async post(content) {
      const found = (await bench.posts()).find((one) => String(one['content']) === content);
      return found as Json & { readonly _id: string };
    },
    async pass() {
      now = Date.parse(PASSED);
      await done(bench.control('POST', '/_local/clock/advance', { to: PASSED }));
    },
    async audit(...words) {
      const ran = await bench.svc(['posts', 'audit', '--against', 'calendar.csv', '-o', 'json', ...words], { now });
      const [document = {}] = ran.lines;
      const targets = (document['targets'] ?? []) as unknown as readonly Json[];
      return {
        code: ran.code,
        document,
        results: Object.fromEntries(targets.map(({ key, result }) => [String(key), result])),
        message: ran.error.message,
        error: JSON.stringify(ran.error),
      };
    },
  };
}

async function done(answer: Promise<{ readonly status: number }>): Promise<void> {
  expect((await answer).status).toBeLessThan(300);
}

const ALL_WELL = Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six'].map((key) => [key, 'published']));

test('before anything was due there is nothing to find', async () => {
  const { audit } = await imported();
  expect(await audit()).toMatchObject({ code: 0, results: {}, document: { due: 0, ahead: 7, faults: 0 } });
});

test('all went out as planned: exit 0, and what is ahead or without a time is left out', async () => {
  const { audit, pass } = await imported();
  await pass();
  expect(await audit()).toMatchObject({ code: 0, results: ALL_WELL, document: { due: 6, ahead: 1, faults: 0 } });
});

test('one edited and one deleted on the network, one moved, one cancelled, one posted twice: exactly these are named', async () => {
  const { accountId, api, audit, control, feed, pass, post } = await imported();
  const moved = await post('Third of the week');
  await done(api('PUT', `/v1/posts/${moved._id}`, { body: { scheduledFor: '2026-01-12T11:30:00Z' } }));
  await done(api('DELETE', `/v1/posts/${(await post('Fourth of the week'))._id}`));
  await pass();
  const items = (await feed(accountId, 'post')) as unknown as readonly { nativeId: string; text: string }[];
  const native = (text: string): string => items.find((item) => item.text === text)?.nativeId ?? '';
  const place = `/_local/network/${accountId}/feed`;
  await done(control('PATCH', `${place}/${native('First of the week')}`, { text: 'First of the month' }));
  await done(control('DELETE', `${place}/${native('Second of the week')}`));
  const again = { content: 'Fifth of the week', publishNow: true, platforms: [{ platform: 'twitter', accountId }] };
  await api('POST', '/v1/posts', { body: again });

  const { code, results, message, document } = await audit();
  expect(results).toEqual({
    ...ALL_WELL,
    one: 'edited',
    two: 'deleted',
    three: 'late',
    four: 'missing',
    five: 'doubled',
  });
  expect([code, document['faults']]).toEqual([9, 5]);
  expect(message).toBe('5 of 6 targets do not match the calendar: 1 missing, 1 late, 1 doubled, 1 edited, 1 deleted.');
  expect((await audit('--tolerance', '2h')).results['three']).toBe('published');
});

test('on a terminal each target has a line, and what is wrong says why', async () => {
  const { api, pass, post, svc } = await imported();
  await done(api('DELETE', `/v1/posts/${(await post('Fourth of the week'))._id}`));
  await pass();
  const { out } = await svc(['posts', 'audit', '--against', 'calendar.csv', '--timezone', 'Europe/Berlin'], {
    now: Date.parse(PASSED),
    terminal: 80,
    env: { NO_COLOR: '1' },
  });
  expect(out()).toContain('✓ published  Mon Jan 12, 09:00  twitter  calendar.csv:2 one\n');
  expect(out()).toContain('✗ missing    Mon Jan 12, 12:00  twitter  calendar.csv:5 four\n  No such post exists.\n');
  expect(
    Math.max(
      ...out()
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80);
});

test('a text that the calendar has twice is no double, and each of the two is judged for itself', async () => {
  const { api, audit, file, pass, posts, svc } = await imported();
  file(
    'calendar.csv',
    'key,content,to,at\nmonday,Fresh bread,twitter,2026-01-10 07:00\ntuesday,Fresh bread,twitter,2026-01-12 07:00\n',
  );
  expect((await svc(['posts', 'import', 'calendar.csv'])).code).toBe(0);
  const second = (await posts()).find((one) => String(one['scheduledFor']).startsWith('2026-01-12T07:00'));
  const kept = await audit();
  expect(kept.document['ahead']).toBe(2);
  await done(api('DELETE', `/v1/posts/${String(second?.['_id'])}`));
  await pass();
  expect((await audit()).results).toEqual({ monday: 'published', tuesday: 'missing' });
});

test('a post that the network refused is named with its reason', async () => {
  const { accountId, audit, control, pass } = await imported();
  const refusal = { operation: 'publish', outcome: 'reject', message: 'No duplicates.', times: 1 };
  await done(control('POST', `/_local/network/${accountId}/behaviour`, refusal));
  await pass();
  const { code, document } = await audit();
  expect(code).toBe(9);
  expect(document['targets']).toContainEqual(
    expect.objectContaining({ key: 'one', result: 'failed', detail: expect.stringContaining('duplicate') as string }),
  );
});

test('a calendar is judged whole before anything is asked of it', async () => {
  const { asked, audit, file } = await imported();
  file('calendar.csv', 'content,to,at\nsoon,twitter,+2h\nwhen,twitter,someday\nwho,nobody,2026-01-12 09:00\n');
  await asked();
  const { code, error } = await audit();
  expect(code).toBe(2);
  for (const word of ['is relative to the time', 'someday', 'nobody']) expect(error).toContain(word);
  expect((await asked()).filter((one) => one.includes('/v1/posts'))).toEqual([]);
});
