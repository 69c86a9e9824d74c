/** Who gets into the console, and who does not. */
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { letIn } from './let-in.ts';

const OURS = { 'sec-fetch-site': 'same-origin' } as const;

test('a link opens the console once, and sets a cookie that no script and no other site gets', async () => {
  const { link, url, control } = await letIn();
  const address = await link();
  const first = await fetch(address, { redirect: 'manual' });
  expect([first.status, first.headers.get('location')]).toEqual([303, '/#/home']);
  const cookie = first.headers.get('set-cookie') ?? '';
  for (const word of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(word);
  const again = await fetch(address, { redirect: 'manual' });
  expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null]);
  expect(await again.text()).toContain('svc local open');
  const panel = (await control('POST', '/_local/console', { panel: 'inbox' })).body['url'] as unknown as string;
  const entered = await fetch(`${url}${new URL(panel).pathname}?panel=inbox`, { redirect: 'manual' });
  expect(entered.headers.get('location')).toBe('/#/inbox');
});

test('a link that is a minute old opens nothing', async () => {
  let ahead = 0;
  const { testDoors } = await import('../../support/service.ts');
  const doors = testDoors();
  const clock = { ...doors.clock, now: () => doors.clock.now() + ahead };
  const { link } = await letIn({ doors: { ...doors, clock } });
  const address = await link();
  ahead = 61_000;
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(403);
});

test('only the control key makes a link, and a panel that does not exist is refused', async () => {
  const { api, control, service } = await letIn();
  expect((await api('POST', '/_local/console', { key: null, body: {} })).status).toBe(401);
  expect((await api('POST', '/_local/console', { key: service.apiKey, body: {} })).status).toBe(401);
  expect((await control('POST', '/_local/console', { panel: 'https://elsewhere.example' })).status).toBe(400);
});

test('the document loads from here only, runs no script of its own text, and cannot be framed', async () => {
  const { url, cookie } = await letIn();
  const answer = await fetch(url, { headers: { cookie, ...OURS } });
  const text = await answer.text();
  expect(text).toContain('type="module" src="/assets/main-');
  expect(text).toContain('data-mode="frozen" data-now="2026-01-05T09:00:00.000Z"');
  expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style=/);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const word of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(word);
  expect(policy).not.toContain('unsafe');
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
});

test('without the cookie the page says how to get in, and its files give nothing away', async () => {
  const { url, cookie } = await letIn();
  expect(await (await fetch(url)).text()).toContain('svc local open');
  const [, script = ''] =
    /src="(\/assets\/[^"]+)"/.exec(await (await fetch(url, { headers: { cookie } })).text()) ?? [];
  const file = await fetch(`${url}${script}`);
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  for (const name of ['manifest.json', '..%2fmain.cjs', 'main.js', 'x-AAAAAAAA.js'])
    expect((await fetch(`${url}/assets/${name}`)).status).toBe(404);
});

test('every file that the build has written is served', async () => {
  const { url } = await letIn();
  const files = (await readdir('dist/console')).filter((name) => name !== 'manifest.json');
  for (const name of files) expect((await fetch(`${url}/assets/${name}`)).status, name).toBe(200);
});

test('the cookie opens the control surface and the API for pages of this address alone', async () => {
  const { url, cookie } = await letIn();
  const status = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
    (await fetch(`${url}${path}`, { method, headers: { cookie, ...headers } })).status;
  expect(await status('/_local/timeline', OURS)).toBe(200);
  expect(await status('/v1/posts', OURS)).toBe(200);
  for (const path of ['/_local/timeline', '/v1/posts']) {
    expect(await status(path, { 'sec-fetch-site': 'same-site' })).toBe(401);
    expect(await status(path, { 'sec-fetch-site': 'cross-site' })).toBe(401);
    expect(await status(path, { 'sec-fetch-site': 'none' })).toBe(401);
  }
  const foreign = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' };
  expect(await status('/_local/reset', foreign, 'POST')).toBe(403);
  // A browser that does not say where it comes from must at least name its origin for whatever changes something.
  expect(await status('/_local/reset', {}, 'POST')).toBe(401);
  expect(await status('/_local/worker', { origin: url }, 'POST')).toBe(200);
});

test('a forged cookie, one of another service, and a foreign Host open nothing', async () => {
  const mine = await letIn();
  const other = await letIn({ seed: 2 });
  const [name = '', value = ''] = mine.cookie.split('=');
  const [id = '', signature = ''] = value.split('.');
  const forged = `${name}=${id}.${signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`;
  for (const cookie of [forged, `${name}=x`, other.cookie, `${name}=${other.cookie.split('=')[1] ?? ''}`])
    expect((await fetch(`${mine.url}/_local/timeline`, { headers: { cookie, ...OURS } })).status).toBe(401);
  const { api } = mine;
  const named = await api('GET', '/_local/timeline', {
    key: null,
    headers: { cookie: mine.cookie, host: 'rebound.example', ...OURS },
  });
  expect(named.status).toBe(403);
});

test('what the console reads takes nothing from the rate window and is not logged; what it does is', async () => {
  const { url, cookie, control } = await letIn({ rateLimits: true });
  const look = async () => {
    const answer = await fetch(`${url}/v1/posts`, { headers: { cookie, ...OURS } });
    return answer.headers.get('x-ratelimit-remaining');
  };
  const [first, second] = [await look(), await look()];
  expect(second).toBe(first);
  await fetch(`${url}/v1/profiles`, {
    method: 'POST',
    headers: { cookie, ...OURS, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Second' }),
  });
  const { requests } = (await control<{ requests: { method: string; userAgent: string }[] }>('GET', '/_local/requests'))
    .body;
  expect(requests.map(({ method, userAgent }) => [method, userAgent])).toEqual([['POST', 'svc console']]);
});
