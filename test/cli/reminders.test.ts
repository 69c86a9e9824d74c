/** What a person at a terminal is reminded of after a command, once a day. */
import { describe, expect, test } from 'vitest';
import { openHome, type Home } from '../support/home.ts';
import { keyOf, loginApi } from '../support/login-api.ts';
import type { SvcOptions } from '../support/svc.ts';
import { TEST_WORLD_NOW } from '../support/world.ts';

const DAY_MS = 86_400_000;
const END = TEST_WORLD_NOW + 20 * DAY_MS;
const KEY = keyOf('a');

/** A home that logged in with a key of that life; nobody says anything of other keys. */
async function loggedIn(expiresAt: string | undefined): Promise<Home> {
  const apiKeys = [{ id: 'k1', name: 'desk', keyPreview: 'sk_aaaa…aaaa', ...(expiresAt && { expiresAt }) }];
  const api = await loginApi({ special: ({ url }) => (url === '/v1/api-keys' ? { body: { apiKeys } } : undefined) });
  api.works.add(KEY);
  const home = await openHome();
  const argv = ['login', '--with-token', '--base-url', api.url, '--context', 'live'];
  expect((await home.run(argv, { stdin: KEY })).code).toBe(0);
  return home;
}

const said = async (home: Home, now: number, options: SvcOptions = {}, ...more: string[]): Promise<string> =>
  (await home.run(['profiles', 'list', '-o', 'json', ...more], { terminal: 80, now, ...options })).stderr;

describe('a key that will expire', () => {
  test('is announced a week ahead, once a day, with the command that replaces it', async () => {
    const home = await loggedIn(new Date(END).toISOString());
    expect(await said(home, END - 7 * DAY_MS - 1)).toBe('');
    expect(await said(home, END - 7 * DAY_MS)).toBe(
      'The key sk_****aaaa of context live expires in 7 days, on 2026-01-25. `svc login --context live` creates a new one.\n',
    );
    expect(await said(home, END - 6 * DAY_MS - 1)).toBe('');
    expect(await said(home, END - 6 * DAY_MS)).toContain('expires in 6 days');
    expect(await said(home, END - 1)).toContain('expires within a day');
    expect(await said(home, END + DAY_MS)).toContain('expired on 2026-01-25');
  });

  test('is not announced in a pipe, in CI, with --quiet, or under another key', async () => {
    const home = await loggedIn(new Date(END).toISOString());
    expect((await home.run(['profiles', 'list'], { now: END - DAY_MS })).stderr).toBe('');
    expect(await said(home, END - DAY_MS, { env: { CI: 'true' } })).toBe('');
    expect(await said(home, END - DAY_MS, {}, '--quiet')).toBe('');
    expect(await said(home, END - DAY_MS, { env: { SVC_API_KEY: KEY } })).toBe('');
    expect(await said(home, END - DAY_MS)).toContain('expires in 1 day,');
  });

  test('is not announced where there is no end', async () => {
    expect(await said(await loggedIn(undefined), END)).toBe('');
  });
});
