import { expect, test } from 'vitest';
import { failure } from '../../../src/kernel/failure.ts';
import { run } from '../../../src/main.ts';
import { scriptedApi } from '../../support/scripted-api.ts';
import { TEST_NOW } from '../../support/service.ts';
import { steered } from '../../support/steered.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { testWorld } from '../../support/world.ts';

const TEST_NOW_TEXT = new Date(TEST_NOW).toISOString();

type Entry = Readonly<Record<string, unknown>>;

interface Following {
  readonly service: { readonly url: string; readonly apiKey: string };
  readonly words?: readonly string[];
  /** What happens between two looks, before the command is interrupted. */
  readonly acts: readonly (() => Promise<unknown>)[];
  readonly terminal?: number;
}

async function follow({ service, words = [], acts, terminal }: Following): Promise<{ out: string; err: string }> {
  const env = { SVC_BASE_URL: service.url, SVC_API_KEY: service.apiKey, NO_COLOR: '1' };
  const argv = ['logs', 'list', '--follow', ...words];
  const made = testWorld({ argv, env, ...(terminal === undefined ? {} : { terminal }) });
  let looks = 0;
  const sleep = async (_ms: number, signal?: AbortSignal) => {
    await acts[looks]?.();
    looks += 1;
    if (looks > acts.length) made.interrupt(failure('interrupted'));
    signal?.throwIfAborted();
  };
  expect(await run({ ...made.world, clock: { ...made.world.clock, sleep } })).toBe(130);
  return { out: made.out(), err: made.err() };
}

async function started() {
  const under = await steered();
  return { ...under, apiKey: under.service.apiKey };
}

const entriesIn = (out: string): readonly Entry[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);

test('LOG-01 the log is followed, each entry once and the latest last, without the looks themselves', async () => {
  const service = await started();
  const read = (path: string) => service.api('GET', path);
  await read('/v1/profiles');
  const { out } = await follow({
    service,
    acts: [() => read('/v1/accounts'), () => service.advance(60), () => read('/v1/webhooks/settings')],
  });
  expect(entriesIn(out).map(({ action }) => action)).toEqual(['listProfiles', 'listAccounts', 'getWebhookSettings']);
});

test('where looks are logged too, they are left out', async () => {
  const asked: string[] = [];
  const api = await scriptedApi(({ headers }) => {
    const logs = asked.map((id) => ({ action: 'listLogs', request_id: id, created_at: TEST_NOW_TEXT }));
    asked.push(String(headers['x-request-id']));
    return { body: { logs: [...logs, { action: 'listProfiles', created_at: TEST_NOW_TEXT }] } };
  });
  const { out } = await follow({ service: { url: api.url, apiKey: 'sk_test' }, acts: [async () => undefined] });
  expect(entriesIn(out).map(({ action }) => action)).toEqual(['listProfiles']);
  expect(asked).toHaveLength(2);
});

test('an entry that another filter leaves out is not shown', async () => {
  const service = await started();
  const { out } = await follow({
    service,
    words: ['--status', 'failed'],
    acts: [() => service.api('GET', '/v1/profiles'), () => service.api('GET', '/v1/posts/none')],
  });
  expect(entriesIn(out)).toMatchObject([{ action: 'getPost', status: 'failed' }]);
});

test('a call that began before the latest entry and ends after it is shown', async () => {
  const entry = (action: string, secondsAgo: number) => ({
    action,
    created_at: new Date(TEST_NOW - secondsAgo * 1_000).toISOString(),
  });
  const asked: URL[] = [];
  const api = await scriptedApi(({ url }) => {
    const from = Date.parse(new URL(url, 'http://api').searchParams.get('from') ?? '') || 0;
    asked.push(new URL(url, 'http://api'));
    const logs = [entry('listAccounts', 5), ...(asked.length > 1 ? [entry('createPost', 40)] : [])];
    return { body: { logs: logs.filter(({ created_at: at }) => Date.parse(at) >= from) } };
  });
  const { out } = await follow({ service: { url: api.url, apiKey: 'sk_test' }, acts: [async () => undefined] });
  expect(entriesIn(out).map(({ action }) => action)).toEqual(['listAccounts', 'createPost']);
});

test('a terminal shows a line for each entry', async () => {
  const service = await started();
  await service.api('GET', '/v1/profiles');
  const { out } = await follow({ service, acts: [], terminal: 80 });
  expect(out).toBe(`${TEST_NOW_TEXT}  success  200  api_request  listProfiles\n`);
});

test('more pages than one are read when much came at once, and a word says when it was too much', async () => {
  const service = await started();
  const burst = async (): Promise<void> => {
    for (let at = 0; at < 1_100; at += 50)
      await Promise.all(Array.from({ length: 50 }, () => service.api('GET', '/v1/profiles')));
  };
  const { out, err } = await follow({ service, words: ['--limit', '1'], acts: [burst] });
  expect(out.trim().split('\n')).toHaveLength(1_000);
  expect(err).toContain('More than 1000 came at once; the oldest of them are not shown.');
});

test.each([
  [['--to', '2026-01-07T00:00:00Z'], '--to'],
  [['--skip', '10'], '--skip'],
  [['--all'], '--all'],
])('%j cannot be combined with it', async (words, flag) => {
  const said = await svc(['logs', 'list', '--follow', ...words], { env: { SVC_API_KEY: 'sk_none' } });
  expect(said.code).toBe(2);
  expect(errorIn(said)['message']).toBe(`--follow and ${flag} cannot be combined.`);
});
