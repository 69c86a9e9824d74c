/** `svc connect url --wait`: a sign-in from the command to the page and back, with a browser that does as the test says. */
import { describe, expect, test } from 'vitest';
import { failure } from '../../src/kernel/failure.ts';
import type { SessionDoc } from '../../src/service/areas/connect/session.ts';
import type { World } from '../../src/world/world.ts';
import { startService, type Json } from '../support/service.ts';
import { errorIn, svc, type Said } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';

/** A person at a browser: gets the address of the page, and is told how the sign-in is decided. */
type Person = (authUrl: string, decide: (decision: object) => Promise<string>) => Promise<void>;

async function scene() {
  const service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const profile = await service.profileId();
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  const decide = (state: string) => async (decision: object) =>
    String((await service.control('POST', `/_local/connect/${state}`, decision)).body.redirectUrl);
  return {
    ...service,
    env,
    profile,
    connect: async (words: readonly string[], person: Person): Promise<Said> => {
      let visit = Promise.resolve();
      const open = async (authUrl: string): Promise<boolean> => {
        visit = person(authUrl, decide(authUrl.split('/').at(-1) ?? ''));
        return true;
      };
      // Time stands still, so that the wait lasts as long as the person needs.
      const { clock } = testWorld().world;
      const sleep = (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(failure('interrupted'))),
        );
      const doors = { browser: { usable: true, open }, clock: { ...clock, sleep } };
      const said = await svc(['connect', 'url', ...words, '--profile-id', profile, '--wait'], { env, doors });
      await visit;
      return said;
    },
  };
}

test('AUTH-17 --wait opens the page and tells the account that the browser brings back', async () => {
  const at = await scene();
  let answer = '';
  const said = await at.connect(['bluesky'], async (_page, decide) => {
    answer = await (await fetch(await decide({ decision: 'approve', username: 'brand.example' }))).text();
  });
  expect(said.code, said.stderr).toBe(0);
  const accounts = (await at.api('GET', '/v1/accounts')).body['accounts'] as unknown as { _id: string }[];
  expect(JSON.parse(said.stdout)).toEqual({
    connected: 'bluesky',
    profileId: at.profile,
    accountId: accounts[0]?._id,
    username: 'brand.example',
  });
  expect(said.stderr).toMatch(/^Open: http:\/\/127\.0\.0\.1:\d+\/connect\/[0-9a-f]{24}\n/);
  expect(answer).toBe('You can close this page and return to the terminal.\n');
});

test.each(['google_ads_quota_exhausted', 'access_denied'])(
  'AUTH-18 a sign-in that failed with %s is exit 11 and says so',
  async (error) => {
    const at = await scene();
    const said = await at.connect(['youtube'], async (_page, decide) => {
      await fetch(await decide({ decision: 'error', error }));
    });
    expect(errorIn(said)).toMatchObject({
      exit: 11,
      code: 'connect_failed',
      message: `The sign-in did not connect an account: ${error}.`,
      details: { error, platform: 'youtube' },
    });
  },
);

/** Pauses of the polling take no time, the wait itself lasts as long as the person needs. */
const polling = (base: World['clock']): World['clock'] => ({
  ...base,
  sleep: (ms, signal) =>
    ms <= 5_000 && signal?.aborted !== true
      ? Promise.resolve()
      : new Promise<void>((_resolve, reject) => {
          const stop = (): void => reject(failure('interrupted'));
          if (signal?.aborted === true) stop();
          signal?.addEventListener('abort', stop);
        }),
});

/** Runs a command while somebody acts, as soon as the page has been opened or the steps were printed. */
async function waited(at: Awaited<ReturnType<typeof scene>>, words: readonly string[], act: () => Promise<unknown>) {
  const { clock } = testWorld().world;
  let acting: Promise<unknown> = Promise.resolve();
  const open = async (): Promise<boolean> => {
    acting = act();
    return true;
  };
  const { env } = at;
  const said = await svc(words, { env, doors: { browser: { usable: true, open }, clock: polling(clock) } });
  await acting;
  return said;
}

const newest = async ({ service }: Awaited<ReturnType<typeof scene>>) =>
  (await service.desk.store.read.list<SessionDoc>('$connect' as never, {})).at(-1)?.id ?? '';

describe('a browser on another machine', () => {
  test('cannot come back: the account that appears ends the wait, with the same result', async () => {
    const at = await scene();
    const words = ['connect', 'url', 'bluesky', '--profile-id', at.profile, '--wait', '-o', 'json'];
    const said = await waited(at, words, async () => {
      await at.control('POST', `/_local/connect/${await newest(at)}`, { decision: 'approve', username: 'a.example' });
    });
    expect(said.code, said.stderr).toBe(0);
    const [account] = Object.values((await at.api('GET', '/v1/accounts')).body['accounts'] ?? {}) as Json[];
    expect(JSON.parse(said.stdout)).toEqual({
      connected: 'bluesky',
      profileId: at.profile,
      accountId: account?.['_id'],
      username: 'a.example',
    });
  });

  test('ACC-11 one that is connected again has another id, which is the one that is reported', async () => {
    const at = await scene();
    const { _id: before } = await at.account('bluesky', { username: 'a.example' });
    const words = ['connect', 'url', 'bluesky', '--profile-id', at.profile, '--wait', '-o', 'json'];
    const said = await waited(at, words, async () => {
      await at.control('POST', `/_local/connect/${await newest(at)}`, { decision: 'approve', username: 'a.example' });
    });
    const { accountId } = JSON.parse(said.stdout) as { accountId: string };
    expect([said.code, accountId === before]).toEqual([0, false]);
  });

  test('a refusal ends the polling: the key that is revoked meanwhile is asked with once', async () => {
    const at = await scene();
    const { apiKey } = (await at.api('POST', '/v1/api-keys', { body: { name: 'short' } })).body;
    const { key, id, _id } = Object(apiKey) as { key: string; id?: string; _id?: string };
    const words = ['connect', 'url', 'bluesky', '--profile-id', at.profile, '--wait', '-o', 'json'];
    const own = { ...at, env: { ...at.env, SVC_API_KEY: key } };
    const said = await waited(own, words, () => at.api('DELETE', `/v1/api-keys/${id ?? _id ?? ''}`));
    expect(errorIn(said)).toMatchObject({ exit: 4, code: 'invalid_credentials' });
    const { requests } = (await at.control<{ requests: { status: number }[] }>('GET', '/_local/requests?status=401'))
      .body;
    expect(requests).toHaveLength(1);
  });
});

describe('other sign-ins that can be waited for', () => {
  test.each([
    ['facebook', 'metaads'],
    ['tiktok', 'tiktokads'],
    ['googleads', 'googleads'],
  ])('the ads of %s appear as an account on %s, and are not waited for once they are there', async (word, platform) => {
    const at = await scene();
    const words = ['connect', 'ads', word, '--profile-id', at.profile, '--wait', '-o', 'json'];
    const said = await waited(at, words, async () => {
      await at.control('POST', `/_local/connect/${await newest(at)}`, { decision: 'approve', username: 'acme_ads' });
    });
    expect(said.code, said.stderr).toBe(0);
    const [account] = Object.values((await at.api('GET', '/v1/accounts')).body['accounts'] ?? {}) as Json[];
    expect(account).toMatchObject({ platform, username: 'acme_ads' });
    expect(JSON.parse(said.stdout)).toMatchObject({ connected: platform, accountId: account?.['_id'] });
    const again = await svc(words, { env: at.env });
    expect(JSON.parse(again.stdout)).toMatchObject({ alreadyConnected: true, accountId: account?.['_id'] });
  });

  test('a WhatsApp number', async () => {
    const at = await scene();
    const words = ['connect', 'whatsapp', 'url', '--profile-id', at.profile, '--wait', '-o', 'json'];
    const said = await waited(at, words, async () => {
      await at.control('POST', `/_local/connect/${await newest(at)}`, { decision: 'approve' });
    });
    expect(said.code, said.stderr).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({ connected: 'whatsapp', profileId: at.profile });
  });

  test.each([
    ['connect', 'ads', 'facebook'],
    ['connect', 'whatsapp', 'url'],
  ])('--wait of %s %s excludes what leads the browser elsewhere', async (...words) => {
    const at = await scene();
    const all = [...words, '--profile-id', at.profile, '--wait', '--redirect-url', 'https://a.example'];
    expect(errorIn(await svc(all, { env: at.env }))).toMatchObject({ exit: 2, param: '--redirect-url' });
  });
});

describe('connect telegram start --wait', () => {
  const start = (at: Awaited<ReturnType<typeof scene>>, act: () => Promise<unknown>, more: readonly string[] = []) => {
    const { clock } = testWorld().world;
    let looks = 0;
    // Somebody acts at the second look.
    const sleep: World['clock']['sleep'] = async (ms, signal) => {
      await polling(clock).sleep(ms, signal);
      looks += 1;
      if (looks === 2) await act();
    };
    const words = ['connect', 'telegram', 'start', '--profile-id', at.profile, '--wait', '-o', 'json', ...more];
    return svc(words, { env: at.env, doors: { clock: { ...polling(clock), sleep } } });
  };

  test('says what to do on stderr, and ends with the chat once the bot has seen the code', async () => {
    const at = await scene();
    const said = await start(at, async () => {
      await at.control('POST', `/_local/connect/${await newest(at)}`, { decision: 'approve', username: '@acme_news' });
    });
    expect(said.code, said.stderr).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({
      status: 'connected',
      chatTitle: 'Acme News',
      chatType: 'channel',
      account: { platform: 'telegram', username: 'acme_news' },
    });
    expect(said.stderr).toContain(
      'Add @ServiceConnectBot to your channel or group as an administrator.\nSend the code ',
    );
  });

  test('a code that expires is exit 11 and says how to get another one', async () => {
    const at = await scene();
    const said = await start(at, () => at.advance(3_600));
    expect(errorIn(said)).toMatchObject({
      exit: 11,
      code: 'connect_failed',
      message: 'This code is no longer valid. Request a new one.',
      hint: '`svc connect telegram start` gives another code.',
    });
  });

  test('is not waited for longer than --timeout', async () => {
    const at = await scene();
    const words = ['connect', 'telegram', 'start', '--profile-id', at.profile, '--wait', '--timeout', '1s'];
    expect(errorIn(await svc(words, { env: at.env }))).toMatchObject({ exit: 8, code: 'pending' });
  });
});

test('a platform without a page to sign in on is refused before any request, with the way that it has', async () => {
  const at = await scene();
  const said = await svc(['connect', 'url', 'telegram', '--profile-id', at.profile], { env: at.env });
  expect(errorIn(said)).toMatchObject({ exit: 2, param: 'platform', hint: 'Use `svc connect telegram start`.' });
  expect(said.stdout).toBe('');
});

describe('the way back', () => {
  test('lets nobody else in: other paths, states, hosts and methods change nothing', async () => {
    const at = await scene();
    const statuses: number[] = [];
    const said = await at.connect(['bluesky'], async (_page, decide) => {
      const back = new URL(await decide({ decision: 'approve' }));
      const asked = async (url: string, init: RequestInit = {}) => statuses.push((await fetch(url, init)).status);
      await asked(`${back.origin}/?connected=bluesky`);
      await asked(back.href.replace(/state=\w+/, 'state=000000000000000000000000'));
      await asked(back.href, { method: 'POST' });
      await asked(back.href);
    });
    expect([said.code, statuses]).toEqual([0, [404, 403, 405, 200]]);
  });

  test('is not waited for longer than --timeout', async () => {
    const at = await scene();
    const { env } = at;
    const said = await svc(['connect', 'url', 'bluesky', '--profile-id', at.profile, '--wait', '--timeout', '5s'], {
      env,
    });
    expect(errorIn(said)).toMatchObject({
      exit: 8,
      code: 'pending',
      message: 'Timed out waiting for the sign-in.',
    });
  });

  test.each([['--redirect-url', 'https://a.example/cb'], ['--headless']])(
    'is this command: no %s beside it',
    async (...words) => {
      const at = await scene();
      const said = await at.connect(['bluesky', ...words], async () => undefined);
      expect(errorIn(said)).toMatchObject({ exit: 2, param: words[0] });
      const { requests } = (await at.control<{ requests: { path: string }[] }>('GET', '/_local/requests')).body;
      expect(requests.filter(({ path }) => path.startsWith('/v1/connect'))).toEqual([]);
    },
  );
});
