/** The whole client against what behaves like the hosted API, unknown words and all: nothing that is new there may break a command. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  HOSTED_KEY,
  HOSTED_NOW,
  hostedApi,
  hostedDelivery,
  proxyPage,
  TWITTER,
  UNKNOWN_ACCOUNT,
} from '../support/hosted-api.ts';
import { startListener } from '../support/listener.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { openHome } from '../support/home.ts';
import { errorIn } from '../support/svc.ts';

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** A machine that is logged in there. */
async function stage() {
  const api = await hostedApi();
  const home = await openHome();
  const words = ['login', '--with-token', '--base-url', api.url, '--context', 'live'];
  const login = await home.run(words, { stdin: `${HOSTED_KEY}\n` });
  const svc = (...argv: string[]) => home.run(argv, { now: HOSTED_NOW });
  const json = async <T>(...argv: string[]): Promise<T> => {
    const said = await svc(...argv, '-o', 'json');
    expect(said.code, said.stderr).toBe(0);
    return JSON.parse(said.stdout) as T;
  };
  const shown = (...argv: string[]) => home.run(argv, { now: HOSTED_NOW, terminal: 80 });
  return { api, home, login, svc, json, shown };
}

const posts = (asked: readonly { method: string; url: string }[], path = '/api/v1/posts') =>
  asked.filter(({ method, url }) => method === 'POST' && url === path);

test('login takes the key, whoami and accounts list show what is there, in JSON and on a terminal', async () => {
  const { login, json, shown, svc } = await stage();
  expect(login.code, login.stderr).toBe(0);
  expect(login.stdout + login.stderr).not.toContain(HOSTED_KEY);
  expect(await json('whoami')).toMatchObject({ user: { name: 'Ada' } });
  expect(await json('accounts', 'list')).toMatchObject({
    accounts: [{ _id: TWITTER }, { platform: 'mastodon' }, {}, {}],
  });
  for (const words of [['whoami'], ['accounts', 'list'], ['profiles', 'list']]) {
    const said = await shown(...words);
    expect([said.code, said.stderr], words.join(' ')).toEqual([0, '']);
  }
  expect((await shown('accounts', 'list')).stdout).toContain('mastodon');
  expect((await svc('accounts', 'list', '-o', 'csv')).stdout).toContain(UNKNOWN_ACCOUNT);
});

describe('posts create', () => {
  test.each([
    ['mastodon:@shop', 'acc_mstdn_02'],
    ['mastodon:ada@social.example', UNKNOWN_ACCOUNT],
    [`mastodon:${UNKNOWN_ACCOUNT}`, UNKNOWN_ACCOUNT],
    [UNKNOWN_ACCOUNT, UNKNOWN_ACCOUNT],
    ['shop', 'acc_mstdn_02'],
    ['Mastodon:shop', 'acc_mstdn_02'],
  ])('reaches %s on a platform that no contract knows', async (to, accountId) => {
    const { api, svc } = await stage();
    const said = await svc('posts', 'create', 'hi', '--to', to, '--now', '-o', 'json');
    expect(said.code, said.stderr).toBe(0);
    expect(api.posts).toMatchObject([{ platforms: [{ platform: 'mastodon', accountId: { _id: accountId } }] }]);
  });

  test('names the candidates where a new platform has several accounts', async () => {
    const { svc } = await stage();
    const said = await svc('posts', 'create', 'hi', '--to', 'mastodon', '--now');
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({ code: 'ambiguous' });
  });

  test('uploads to the storage of the service without the key, and shows a state that is new', async () => {
    const { api, home, shown } = await stage();
    writeFileSync(join(home.folder, 'photo.gif'), GIF);
    const said = await shown('posts', 'create', 'hi', '--to', 'twitter', '--media', 'photo.gif', '--now');
    expect(said.code, said.stderr).toBe(0);
    expect(said.stdout).toContain('warming_up');
    expect([...api.stored.values()]).toEqual([GIF]);
    expect(api.posts[0]).toMatchObject({ mediaItems: [{ url: 'https://cdn.example/temp/photo.gif' }] });
  });

  test('is made once where the answer is lost, and after a 503 with and without Retry-After', async () => {
    const { api, svc } = await stage();
    api.lose = 1;
    expect((await svc('posts', 'create', 'one', '--to', 'twitter')).code).toBe(0);
    for (const headers of [{ 'retry-after': '2' }, {}]) {
      let isDown = true;
      api.special = ({ method }) => {
        if (method !== 'POST' || !isDown) return undefined;
        isDown = false;
        return { status: 503, headers, body: { error: 'later', code: 'deploying' } };
      };
      expect((await svc('posts', 'create', 'two', '--to', 'twitter')).code).toBe(0);
    }
    expect(api.posts.map(({ content }) => content)).toEqual(['one', 'two', 'two']);
  });

  test('ERR-43 is looked for where every answer is lost: found, or exit 12 with what to do', async () => {
    const { api, svc } = await stage();
    api.lose = 9;
    const found = await svc('posts', 'create', 'one', '--to', 'twitter', '-o', 'json');
    expect(found.code, found.stderr).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({ post: { _id: 'post_1' } });
    api.special = ({ method }) => (method === 'POST' ? proxyPage(504) : undefined);
    const absent = await svc('posts', 'create', 'two', '--to', 'twitter', '-o', 'json');
    expect(absent.code).toBe(12);
    expect(errorIn(absent)).toMatchObject({ code: 'outcome_unknown', details: { looked: 'absent' } });
    expect(absent.stderr).not.toContain('\u001b');
    expect(api.posts).toHaveLength(1);
  });
});

test('posts list follows the pages, posts get and retry take ids and codes of any form', async () => {
  const { api, svc, json, shown } = await stage();
  for (const text of ['one', 'two', 'three', 'four', 'five']) await svc('posts', 'create', text, '--to', 'twitter');
  const { posts: all } = await json<{ posts: { content: string }[] }>('posts', 'list', '--all', '--limit', '4');
  expect(all.map(({ content }) => content)).toEqual(['five', 'four', 'three', 'two']);
  expect((await json<{ posts: unknown[] }>('posts', 'list', '--all')).posts).toHaveLength(5);
  expect(await json('posts', 'get', 'post_2', '--no-validate')).toMatchObject({ post: { content: 'two' } });
  expect((await shown('posts', 'get', 'post_2', '--no-validate')).code).toBe(0);
  const refused = await svc('posts', 'retry', 'post_2', '--no-validate');
  expect(refused.code).toBe(3);
  expect(errorIn(refused)).toMatchObject({ code: 'retry_budget_spent', type: 'brand_new_type', details: { left: 0 } });
  expect((await svc('posts', 'get', 'nobody', '--no-validate')).code).toBe(7);
  expect(api.asked.every(({ url }) => url.startsWith('/api/v1/'))).toBe(true);
});

describe('lists that go by opaque tokens', () => {
  const ALL = ['rec_1', 'rec_2', 'rec_3', 'rec_4', 'rec_5'];

  test.each([
    ['cursor', 'data', ['inbox', 'conversations', 'list']],
    ['after', 'groups', ['whatsapp', 'groups', 'list', '--account-id', TWITTER]],
    ['pageToken', 'data', ['ads', 'search-terms', 'list', '--account-id', TWITTER, '--customer-id', '1']],
  ])('%s is sent back sign by sign, to the end, also where a page holds nothing', async (name, field, words) => {
    const { api, svc, json } = await stage();
    const ids = (body: Record<string, { id: string }[]>) => body[field]?.map(({ id }) => id);
    expect(ids(await json(...words, '--all'))).toEqual(ALL);
    const sent = api.asked.map(({ url }) => new URL(url, 'http://hosted').searchParams.get(name));
    expect(sent.slice(-4)).toEqual([null, 'p=1&x+/é==#', 'p=2&x+/é==#', 'p=3&x+/é==#']);
    expect(ids(await json(...words, '--all', '--limit', '3'))).toEqual(ALL.slice(0, 3));
    const lines = await svc(...words, '--all', '-o', 'ndjson');
    expect(
      lines.stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(ALL);
  });

  test('one page leads to the next by the token it gives, and a token that has ended is told as that', async () => {
    const { json, svc } = await stage();
    const words = ['inbox', 'conversations', 'list'];
    const first = await json<{ pagination: { nextCursor: string } }>(...words);
    const next = await json<{ data: { id: string }[] }>(...words, '--cursor', first.pagination.nextCursor);
    expect(next.data.map(({ id }) => id)).toEqual(['rec_3', 'rec_4']);
    const over = await svc(...words, '--cursor', 'an old one', '-o', 'json');
    expect(errorIn(over)).toMatchObject({ exit: 3, code: 'cursor_expired', message: 'It is over.' });
  });

  test('a token that ends between two pages ends the command, and what came before is told', async () => {
    const { api, svc } = await stage();
    let asked = 0;
    api.special = ({ url }) => {
      asked += url.includes('/inbox/conversations') ? 1 : 0;
      return asked > 1 ? { status: 400, body: { error: 'It is over.', code: 'cursor_expired' } } : undefined;
    };
    const said = await svc('inbox', 'conversations', 'list', '--all', '-o', 'ndjson');
    expect(said.code).toBe(3);
    expect(said.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(errorIn(said)).toMatchObject({ code: 'cursor_expired' });
  });
});

describe('posts import', () => {
  const rows = '{"content":"one","to":"mastodon:@shop"}\n{"content":"two","to":"twitter"}\n';

  test('sends every row once, also where an answer is lost', async () => {
    const { api, home, svc } = await stage();
    home.place('rows.ndjson', rows);
    api.lose = 1;
    const said = await svc('posts', 'import', 'rows.ndjson', '-o', 'json');
    expect(said.code, said.stderr).toBe(0);
    expect(api.posts.map(({ content }) => content).sort()).toEqual(['one', 'two']);
  });

  test.each([
    ['is there', true, 'already'],
    ['is not there', false, 'made'],
  ])('ERR-43 resumed after five minutes it looks for the post of a row: one that %s', async (_, isMade, result) => {
    const { api, home } = await stage();
    home.place('rows.ndjson', rows.split('\n')[0] ?? '');
    api.special = ({ method, url }) =>
      method === 'GET' && url.includes('/posts')
        ? proxyPage(502)
        : isMade
          ? undefined
          : method === 'POST'
            ? { cut: 'before' }
            : undefined;
    api.lose = 9;
    const first = await home.run(['posts', 'import', 'rows.ndjson'], { now: HOSTED_NOW });
    expect(first.code).toBe(9);
    const sent = posts(api.asked).length;
    api.special = () => undefined;
    api.lose = 0;
    const words = ['posts', 'import', 'rows.ndjson', '--resume', '-o', 'json'];
    const later = await home.run(words, { now: HOSTED_NOW + 400_000 });
    expect([later.code, JSON.parse(later.stdout)], later.stderr).toMatchObject([0, [{ result }]]);
    expect(api.posts).toHaveLength(1);
    expect(posts(api.asked).length - sent).toBe(isMade ? 0 : 1);
  });
});

describe('webhooks', () => {
  test('listen verifies what comes under the prefix of the brand, with an event that is new', async () => {
    const secret = 'the secret of the endpoint';
    const { url, until, stop, of } = await startListener();
    const { body, headers } = hostedDelivery(secret);
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    const forged = hostedDelivery('another');
    expect((await fetch(url, { method: 'POST', headers: forged.headers, body: forged.body })).status).toBe(401);
    expect(await until('event')).toMatchObject([{ event: 'post.moderated', signature: 'valid' }]);
    await stop();
    expect(of('warning')).toMatchObject([{ message: expect.stringContaining('headerPrefix X-Acme-Social') as string }]);
  });

  test('nothing is registered through a tunnel on this machine unless told to; --register with an address does', async () => {
    const { api, home, svc } = await stage();
    expect((await svc('webhooks', 'listen', '--idle-timeout', '1ms')).code).toBe(2);
    expect(posts(api.asked, '/api/v1/webhooks/settings')).toEqual([]);
    const words = [
      'webhooks',
      'listen',
      '--register',
      '--public-url',
      'https://hooks.example.com/',
      '--idle-timeout',
      '1ms',
    ];
    const said = await home.run([...words, '-o', 'ndjson'], { now: HOSTED_NOW });
    expect(said.code, said.stderr).toBe(0);
    expect(posts(api.asked, '/api/v1/webhooks/settings')).toHaveLength(1);
    expect(api.webhooks).toEqual([]);
  });
});

test('doctor says which key it checked, and that it did not', async () => {
  const { svc, json } = await stage();
  interface Found {
    readonly checks: readonly { readonly check: string; readonly status: string; readonly message: string }[];
  }
  const keyOf = ({ checks }: Found) => checks.find(({ check }) => check === 'key');
  expect(keyOf(await json<Found>('doctor'))).toMatchObject({ status: 'skip' });
  expect(keyOf(JSON.parse((await svc('doctor', '--network', '-o', 'json')).stdout) as Found)).toMatchObject({
    status: 'ok',
  });
});

describe('errors', () => {
  test('a page of a proxy is told as that, and its control characters stay out of the terminal', async () => {
    const { api, svc, shown } = await stage();
    api.special = () => proxyPage(502);
    const said = await svc('accounts', 'list', '-o', 'json', '--max-wait', '0');
    expect([said.code, errorIn(said)['code']]).toEqual([12, 'bad_answer']);
    expect((await shown('accounts', 'list', '--max-wait', '0')).stderr).not.toContain('owned');
  });

  // prettier-ignore
  test.each([
    [418, { error: 'Odd', code: 'TEAPOT_2' },                              'TEAPOT_2'],
    [402, { error: 'Pay', code: 'seats_exhausted', reason: 'new' },        'seats_exhausted'],
    [403, { error: 'No', code: 'geo_fenced', required_group: 'lasers' },   'geo_fenced'],
    [422, { error: { message: 'nested', hint: 1 }, code: 7 },              'http_422'],
    [409, { message: 'no envelope at all' },                               'http_409'],
    [400, ['a', 'list'],                                                   'bad_answer'],
  ])('%i with %j is one clear error', async (status, body, code) => {
    const { api, svc } = await stage();
    api.special = () => ({ status, body });
    const said = await svc('accounts', 'list', '-o', 'json');
    expect(errorIn(said)).toMatchObject({ code });
    expect(said.code).not.toBe(0);
    expect(errorIn(said)['code']).not.toBe('internal');
  });

  test('a rate limit is waited for by its headers', async () => {
    const { api, home } = await stage();
    let isOver = false;
    api.special = () => {
      if (isOver) return undefined;
      isOver = true;
      return {
        status: 429,
        headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0' },
        body: { error: 'Slow', details: { limit: 600 } },
      };
    };
    const said = await home.run(['accounts', 'list', '-o', 'json'], { now: HOSTED_NOW });
    expect(said.code).toBe(0);
    expect(said.stderr).toContain('retrying in 7 s');
  });
});

test('api sends anything, the key goes to no other host, and codes of a new address come through', async () => {
  const { api, json, svc } = await stage();
  expect(await json('api', 'GET', '/v1/newthings')).toMatchObject({ state: 'SHINY' });
  expect((await svc('api', 'GET', '/v1/nowhere')).code).toBe(7);
  const elsewhere = await scriptedApi(() => ({ body: {} }));
  api.special = () => ({ status: 307, headers: { location: `${elsewhere.url}/v1/newthings` } });
  expect((await svc('api', 'GET', '/v1/newthings')).code).not.toBe(0);
  expect(elsewhere.asked).toEqual([]);
});
