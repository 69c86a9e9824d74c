/** `svc posts calendar` against the real local service: drawn on a terminal, a list in a pipe. */
import { beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../src/main.ts';
import { startService, TEST_NOW, type ServiceUnderTest } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { testWorld } from '../../support/world.ts';

let service: ServiceUnderTest;
let env: Record<string, string>;
let accountId = '';

const post = (content: string, more: object) =>
  service.api('POST', '/v1/posts', {
    body: { content, platforms: [{ platform: 'bluesky', accountId }], ...more },
  });

/** The month after that of the clock. */
const NEXT = new Date(TEST_NOW);
NEXT.setUTCMonth(NEXT.getUTCMonth() + 1, 1);
const MONTH = NEXT.toISOString().slice(0, 7);

beforeEach(async () => {
  service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey, NO_COLOR: '1', LC_ALL: 'C.UTF-8' };
  accountId = (await service.account('bluesky'))._id;
  await post('Opening hours in winter', { scheduledFor: `${MONTH}-05T09:30:00Z` });
  await post('Late on the last day', { scheduledFor: `${MONTH}-28T23:30:00Z` });
  await post('An earlier one', { scheduledFor: `${MONTH}-05T08:00:00Z` });
  await post('Without a time', { isDraft: true });
});

async function draw(words: readonly string[], terminal = 80, more: Record<string, string> = {}): Promise<string> {
  const { world, out } = testWorld({
    argv: ['posts', 'calendar', ...words],
    env: { ...env, ...more },
    now: TEST_NOW,
    terminal,
  });
  expect(await run(world)).toBe(0);
  return out();
}

const list = async (words: readonly string[], more: object = {}) =>
  svc(['posts', 'calendar', ...words], { env: { ...env, ...more } });

describe('in a pipe', () => {
  test('posts are a list in order of their time, and drafts are not among them', async () => {
    const { posts, ...rest } = JSON.parse((await list([MONTH])).stdout) as {
      posts: { date: string; time: string; content: string }[];
    };
    expect(rest).toMatchObject({ timezone: 'UTC', from: `${MONTH}-01` });
    expect(posts.map(({ date, time, content }) => `${date} ${time} ${content}`)).toEqual([
      `${MONTH}-05 08:00 An earlier one`,
      `${MONTH}-05 09:30 Opening hours in winter`,
      `${MONTH}-28 23:30 Late on the last day`,
    ]);
  });

  test('a post that went out at once stands on the day on which it did', async () => {
    await post('Right away', { publishNow: true });
    const { posts } = JSON.parse((await list([])).stdout) as {
      posts: { content: string; status: string; date: string }[];
    };
    expect(posts).toMatchObject([
      { content: 'Right away', status: 'published', date: new Date(TEST_NOW).toISOString().slice(0, 10) },
    ]);
  });

  test('a week begins on Monday', async () => {
    const { from, to } = JSON.parse((await list(['2026-12-24', '--week'])).stdout) as { from: string; to: string };
    expect({ from, to }).toEqual({ from: '2026-12-21', to: '2026-12-27' });
  });

  test.each([
    [['2026-13'], 'day'],
    [['tomorrow'], 'day'],
    [['--week', '--month'], '--week'],
    [['--from-date', '2026-01-01'], '--from-date'],
  ])('%j is refused', async (words, param) => {
    const said = await list(words);
    expect({ code: said.code, param: errorIn(said)['param'] }).toEqual({ code: 2, param });
  });
});

describe('on a terminal', () => {
  test('a month is a grid of 80 columns that says what the signs mean', async () => {
    const text = await draw([MONTH]);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(text).toMatch(/│5 +│/);
    expect(text).toContain('│• 09:30');
    expect(text).toContain('│Opening h…');
    expect(text.trimEnd().split('\n').at(-1)).toBe('• scheduled');
  });

  test('a wide one has time and text on one line', async () => {
    expect(await draw([MONTH], 160)).toContain('│• 09:30 Opening hour…');
  });

  test('it is ASCII where the locale is not UTF-8', async () => {
    const text = await draw([MONTH], 80, { LC_ALL: 'C' });
    expect(text).toContain('|* 09:30');
    expect(text).not.toMatch(/[^\n -~]/);
  });

  test('a week is a list of its days', async () => {
    const text = await draw([`${MONTH}-05`, '--week']);
    expect(text).toMatch(/^Week of /);
    expect(text).toMatch(/^ {2}08:00 {2}scheduled {2}bluesky {2}An earlier one\n {2}09:30/m);
    expect(text.match(/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) /gm)).toHaveLength(7);
  });

  test('a narrow one lists the days that have posts', async () => {
    const text = await draw([MONTH], 50);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(50);
    expect(text.match(/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) /gm)).toHaveLength(2);
  });

  test('the content of a post cannot write escapes', async () => {
    await post('Bad\u001b[2Jtext', { scheduledFor: `${MONTH}-06T09:30:00Z` });
    expect(await draw([MONTH])).not.toContain('\u001b[2J');
  });
});
