/** What others wrote, and what others try from elsewhere: nothing runs in the console, and nothing opens it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CONSOLE_PANELS } from '../../../../src/kernel/console.ts';
import { openBrowser, type TestBrowser } from '../../../support/browser.ts';
import { openConsolePage } from '../../../support/console-page.ts';
import { letIn } from '../let-in.ts';

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

const MARKUP = `"'><img src=x onerror="window.owned=1"><script>window.owned=1</script><svg onload=window.owned=1>`;

/** What the console must read to work at all: ids, instants, and the words by which it tells things apart. */
const NEEDED = /^(?:[\da-f]{24}|[\da-f-]{36}|\d{4}-\d\d-\d\d(?:T.*)?|\d+)$/;

const isAddress = (text: string): boolean => /^https?:/.test(text);

/** Every text of an answer, at any depth, with markup in it; every address one that would run. */
function hostile(value: unknown): unknown {
  if (typeof value === 'string') {
    if (NEEDED.test(value)) return value;
    return isAddress(value) ? 'javascript:window.owned=1' : `${value}${MARKUP}`;
  }
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hostile(inner)]));
}

async function poison(page: Page): Promise<void> {
  await page.route(/\/(?:v1|_local)\/(?!stream)/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const json: unknown = text.startsWith('{') ? hostile(JSON.parse(text)) : text;
    await route.fulfill({ response, body: typeof json === 'string' ? json : JSON.stringify(json) });
  });
}

const foundIn = (page: Page): Promise<unknown> =>
  page.evaluate(`({
    owned: window.owned ?? null,
    made: document.querySelectorAll('img[src="x"], main script, main svg[onload], [href^="javascript:"], [src^="javascript:"]').length,
    shown: document.body.innerText.includes('window.owned=1'),
  })`);

test(
  'markup in every text of every answer is text, in every panel and what it opens',
  { timeout: 90_000 },
  async () => {
    const console = await letIn({ seedPack: 'demo' });
    await console.api('GET', '/v1/posts');
    const { page, complaints } = await openConsolePage(shared.browser, console);
    await poison(page);
    const shown: string[] = [];
    for (const panel of CONSOLE_PANELS) {
      await page.goto(`${console.url}/#/home`);
      await page.reload();
      await page.goto(`${console.url}/#/${panel}`);
      await page.locator('main h1').waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      const item = page.locator('main .split .item').first();
      if ((await item.count()) > 0) {
        await item.click();
        await page.locator('.detail .skeleton').waitFor({ state: 'detached' });
      }
      const found = (await foundIn(page)) as { owned: unknown; made: number; shown: boolean };
      expect({ panel, owned: found.owned, made: found.made }).toEqual({ panel, owned: null, made: 0 });
      if (found.shown) shown.push(panel);
    }
    // The markup did arrive: it is to be read where records are.
    expect(shown).toEqual(
      expect.arrayContaining(['posts', 'inbox', 'networks', 'webhooks', 'requests', 'ads', 'phone']),
    );
    expect(complaints).toEqual([]);
  },
);

test('markup that is stored comes back as text', async () => {
  const console = await letIn();
  const account = await console.account('twitter', { username: 'h', displayName: MARKUP });
  const platforms = [{ platform: 'twitter', accountId: account._id }];
  const body = { content: MARKUP, scheduledFor: '2026-01-07T12:00:00.000Z', platforms };
  expect((await console.api('POST', '/v1/posts', { body })).status).toBe(201);
  const { page, complaints } = await openConsolePage(shared.browser, console);
  for (const panel of ['home', 'calendar', 'posts', 'networks', 'timeline']) {
    await page.goto(`${console.url}/#/${panel}`);
    await page.getByText('<img src=x').first().waitFor({ state: 'attached' });
    expect(await foundIn(page)).toMatchObject({ owned: null, made: 0 });
  }
  expect(complaints).toEqual([]);
});

/** A page of somebody else, at another port of this machine, which is the same site to a cookie. */
async function elsewhere(markup: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(markup);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

test('a page from elsewhere reads nothing, changes nothing and frames nothing, in a browser that is let in', async () => {
  const console = await letIn({ seedPack: 'demo' });
  const { page } = await openConsolePage(shared.browser, console);
  await page.locator('main h1').waitFor();
  const count = async (): Promise<unknown> =>
    (await console.api('GET', '/v1/posts?limit=1')).body['pagination']?.['total'];
  const before = await count();
  const address = await elsewhere(
    `<iframe id="frame" src="${console.url}/"></iframe>
     <form id="form" method="post" action="${console.url}/_local/reset" enctype="text/plain" target="frame"><input name='{"seedPack":"empty","x":"' value='"}'></form>`,
  );
  await page.goto(address);
  const tried = await page.evaluate(`(async () => {
    const ask = (path, options) => fetch('${console.url}' + path, { credentials: 'include', ...options })
      .then((answer) => answer.text(), () => 'refused');
    document.getElementById('form').submit();
    return Promise.all([
      ask('/_local/timeline'),
      ask('/v1/posts'),
      ask('/_local/reset', { method: 'POST', body: '{"seedPack":"empty"}', mode: 'no-cors' }),
      new Promise((resolve) => {
        const stream = new EventSource('${console.url}/_local/stream', { withCredentials: true });
        stream.onopen = () => resolve('open');
        stream.onerror = () => resolve('refused');
      }),
    ]);
  })()`);
  expect(tried).toEqual(['refused', 'refused', '', 'refused']);
  const framed = page.frames().filter((frame) => frame !== page.mainFrame());
  const inside = await Promise.all(
    framed.map((frame) =>
      frame
        .locator('#app')
        .count()
        .catch(() => 0),
    ),
  );
  expect(inside.every((found) => found === 0)).toBe(true);
  expect(await count()).toBe(before);
});

test('a link that was used opens nothing for whoever has copied it', async () => {
  const console = await letIn({ seedPack: 'demo' });
  const link = await console.link();
  const owner = await shared.browser.newContext();
  const mine = await owner.newPage();
  await mine.goto(link);
  await mine.locator('main h1').waitFor();
  const thief = await shared.browser.newContext();
  const page = await thief.newPage();
  await page.goto(link);
  await page.getByText('This link is used or too old').waitFor();
  await page.goto(`${console.url}/#/inbox`);
  await page.getByText('svc local open').first().waitFor();
  expect(await page.locator('#app').count()).toBe(0);
  expect((await thief.request.get(`${console.url}/v1/posts`)).status()).toBe(401);
  expect(await thief.cookies()).toEqual([]);
  // The address in the bar of the one who was let in is of no use to others either.
  expect(new URL(mine.url()).pathname).toBe('/');
});
