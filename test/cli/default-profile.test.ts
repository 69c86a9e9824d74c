/** The default profile: where it is filled in, where it is not, and where one can see it. */
import { describe, expect, test } from 'vitest';
import { openHome } from '../support/home.ts';
import { errorIn } from '../support/svc.ts';

const [MINE, THEIRS] = ['a'.repeat(24), 'b'.repeat(24)];
const ID = 'c'.repeat(24);

async function shown(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ url: string; body: unknown }> {
  const home = await openHome();
  home.place('config/settings.json', {
    currentContext: 'live',
    contexts: { live: { baseUrl: 'https://api.example', profile: MINE } },
  });
  const said = await home.run([...argv, '--dry-run', '--yes'], { env });
  expect(said.stderr).toBe('');
  const { url, body } = JSON.parse(said.stdout) as { url: string; body?: unknown };
  return { url: url.replace('https://api.example/v1', ''), body };
}

// prettier-ignore
test.each([
  ['a list',                        ['posts', 'list'],                                        `/posts?profileId=${MINE}`],
  ['a query that requires one',     ['queue', 'preview'],                                     `/queue/preview?profileId=${MINE}`],
  ['another one was said',          ['posts', 'list', '--profile-id', THEIRS],                `/posts?profileId=${THEIRS}`],
  ['an account was said',           ['analytics', 'daily', '--account-id', ID], `/analytics/daily-metrics?accountId=${ID}`],
  ['no such field',                 ['profiles', 'list'],                                     '/profiles'],
  ['a record that is named',        ['profiles', 'get', ID],                                  `/profiles/${ID}`],
])('%s: %j asks %s', async (_, argv, url) => {
  expect((await shown(argv)).url).toBe(url);
});

test('a body gets it, and a record that is named is not moved', async () => {
  expect((await shown(['contacts', 'create', '--name', 'Ada'])).body).toMatchObject({ profileId: MINE });
  expect((await shown(['contacts', 'create', '--name', 'Ada', '--profile-id', THEIRS])).body).toMatchObject({
    profileId: THEIRS,
  });
});

describe('the weight of the settings', () => {
  test('the environment goes before the context', async () => {
    expect((await shown(['posts', 'list'], { SVC_PROFILE: THEIRS })).url).toBe(`/posts?profileId=${THEIRS}`);
  });

  test('none sets it aside', async () => {
    expect((await shown(['posts', 'list'], { SVC_PROFILE: 'none' })).url).toBe('/posts');
  });

  test('one that is no id is refused before anything is sent', async () => {
    const home = await openHome();
    const said = await home.run(['posts', 'list'], {
      env: { SVC_PROFILE: 'main', SVC_BASE_URL: 'https://api.example', SVC_API_KEY: 'k' },
    });
    expect(errorIn(said)).toMatchObject({ exit: 2 });
  });
});

test('--debug says where it came from', async () => {
  const home = await openHome();
  const env = { SVC_PROFILE: MINE, SVC_BASE_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'k' };
  const { stderr } = await home.run(['posts', 'list', '--debug'], { env });
  expect(stderr).toContain(`profileId: profile ${MINE} of SVC_PROFILE`);
});
