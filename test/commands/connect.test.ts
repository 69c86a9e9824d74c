/** `svc connect url --wait`: a sign-in from the command to the page and back, with a browser that does as the test says. */
import { describe, expect, test } from 'vitest';
import { failure } from '../../src/kernel/failure.ts';
import { startService } from '../support/service.ts';
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
      // Time is frozen, so that the wait lasts as long as the person needs.
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
  expect(answer).toBe('The terminal has heard of it. This page can be closed.\n');
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
      message: 'Nobody came back from the sign-in in time.',
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
