/** The console over a full store: how soon each panel shows, how it scrolls, and what the page holds under live traffic. Ratios to a bare page of the same run. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CONSOLE_PANELS } from '../../../../src/kernel/console.ts';
import { openBrowser, type TestBrowser } from '../../../support/browser.ts';
import { roundsOf, sayFigure } from '../../../support/proof.ts';
import { letIn, type LetIn } from '../let-in.ts';

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

const SHORT = 1;

/** A hundred are 10,000 posts, 5,000 conversations and 50,000 requests, of which the log keeps the last. */
const ROUNDS = roundsOf(SHORT);

/** Times are judged by the long form alone: a machine that does other things has none that say anything. */
const isLong = ROUNDS > SHORT;

const LOAD = { posts: 100 * ROUNDS, conversations: 50 * ROUNDS, requests: 500 * ROUNDS, events: 300 * ROUNDS } as const;

const ABREAST = 25;

/** What the demo brings along. */
const DEMO_POSTS = 16;

async function times(count: number, act: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += ABREAST)
    await Promise.all(Array.from({ length: Math.min(ABREAST, count - at) }, (_, more) => act(at + more)));
}

const START = Date.parse('2026-01-06T09:00:00.000Z');

async function filled(): Promise<{ console: LetIn; write: (at: number) => Promise<unknown> }> {
  const console = await letIn({ seedPack: 'demo' });
  const poster = await console.account('twitter');
  const chat = await console.account('telegram');
  const platforms = [{ platform: 'twitter', accountId: poster._id }];
  const write = (at: number): Promise<unknown> =>
    console.control('POST', '/_local/inbound', {
      type: 'message',
      accountId: chat._id,
      participant: { id: `person-${String(at)}`, name: `Person ${String(at)}` },
      text: `Hello ${String(at)}`,
    });
  await times(LOAD.posts, (at) =>
    console.api('POST', '/v1/posts', {
      body: { content: `Post ${String(at)}`, scheduledFor: new Date(START + at * 3_600_000).toISOString(), platforms },
    }),
  );
  await times(LOAD.conversations, write);
  await times(LOAD.requests, () => console.api('GET', '/v1/profiles'));
  return { console, write };
}

/** A page without a script, as large as the console's files together. */
async function barePage(console: LetIn): Promise<string> {
  const markup = await (await fetch(console.url, { headers: { cookie: console.cookie } })).text();
  const files = [...markup.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const sizes = await Promise.all(
    files.map(async (path) => (await (await fetch(`${console.url}${path}`)).text()).length),
  );
  const words = 'word '.repeat(Math.ceil(sizes.reduce((sum, size) => sum + size, markup.length) / 5));
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Bare</title><main><h1>Bare</h1><p>${words}</p></main>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

/** Milliseconds from nothing to what that panel is about, with an empty cache. */
async function firstView(console: LetIn, address: string, isBare: boolean): Promise<number> {
  const context = await shared.browser.newContext({ locale: 'en-US', timezoneId: 'UTC' });
  const [name = '', value = ''] = console.cookie.split('=');
  await context.addCookies([{ name, value, url: console.url }]);
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('main h1').waitFor();
  if (!isBare) await page.locator('main .skeleton, main [aria-busy]').first().waitFor({ state: 'detached' });
  const took = performance.now() - begun;
  await context.close();
  return took;
}

const median = (all: readonly number[]): number => [...all].sort((one, other) => one - other)[all.length >> 1] ?? 0;

/** Longest task of the page while act runs, in ms. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`window.longest = 0; window.watch = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }); window.watch.observe({ type: 'longtask' });`);
  await act();
  return page.evaluate('window.longest') as Promise<number>;
}

/** How much slower than at its best the machine was: a fixed piece of work, again and again. */
const slowness = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const all = Array.from({ length: 40 }, () => {
      const begun = performance.now();
      let sum = 0;
      for (let at = 0; at < 2e6; at += 1) sum += Math.sqrt(at);
      return performance.now() - begun + (sum < 0 ? 1 : 0);
    });
    return Math.max(...all) / Math.min(...all);
  })()`) as Promise<number>;

test(
  'a full store: each panel shows soon, lists scroll without a halt, and live traffic leaves nothing behind',
  { timeout: 900_000 },
  async () => {
    const { console, write } = await filled();
    if (isLong) await expectSoon(console);
    const context = await shared.browser.newContext({ locale: 'en-US', timezoneId: 'UTC' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(await console.link());
    await expectFewReadings(page, console);
    for (const panel of ['posts', 'inbox', 'requests']) await expectSmooth(page, console, panel);
    await expectLight(page, console, write);
  },
);

async function expectSoon(console: LetIn): Promise<void> {
  const bare = await barePage(console);
  const slow: string[] = [];
  const control: number[] = [];
  const views = new Map<string, number[]>();
  for (let round = 0; round < 3; round += 1) {
    for (const panel of CONSOLE_PANELS) {
      control.push(await firstView(console, bare, true));
      const took = await firstView(console, `${console.url}/#/${panel}`, false);
      views.set(panel, [...(views.get(panel) ?? []), took]);
    }
  }
  for (const [panel, took] of views) {
    const ratio = median(took) / median(control);
    await sayFigure(`${panel}: first view ${ratio.toFixed(1)} × a bare page of the same size`);
    if (ratio > 5) slow.push(`${panel} ${ratio.toFixed(1)}`);
  }
  expect(slow).toEqual([]);
}

/** However long a list is: one page of it is read, and three entries a day are drawn. */
async function expectFewReadings(page: Page, console: LetIn): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${console.url}/#/posts`);
  await page.getByText(`${(LOAD.posts + DEMO_POSTS).toLocaleString('en')} posts`).waitFor();
  expect(asked.filter((path) => path === '/v1/posts')).toHaveLength(1);
  await page.goto(`${console.url}/#/calendar`);
  await page
    .getByRole('button', { name: /^\d+ more$/ })
    .first()
    .waitFor();
  expect(await page.locator('.entry-button').count()).toBeLessThanOrEqual(3 * 42);
}

async function expectSmooth(page: Page, console: LetIn, panel: string): Promise<void> {
  await page.goto(`${console.url}/#/${panel}`);
  const list = page.locator('.virtual').first();
  await list.locator('.item').first().waitFor();
  await list.hover();
  const longest = await longestTask(page, async () => {
    for (let at = 0; at < 40; at += 1) await page.mouse.wheel(0, 1_500);
  });
  const factor = await slowness(page);
  const drawn = await list.locator('.item').count();
  await sayFigure(
    `${panel}: longest task ${longest.toFixed(0)} ms while scrolling, control × ${factor.toFixed(1)}; ${String(drawn)} rows drawn`,
  );
  expect(drawn).toBeLessThan(80);
  if (isLong) expect(longest).toBeLessThanOrEqual(50 * factor);
}

async function expectLight(page: Page, console: LetIn, write: (at: number) => Promise<unknown>): Promise<void> {
  await page.goto(`${console.url}/#/webhooks`);
  await page.locator('.virtual .item').first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await times(LOAD.events, (at) => write(at % 500));
  await page.locator('.virtual .item', { hasText: 'message.received' }).first().waitFor();
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const heap = (metrics.find(({ name }) => name === 'JSHeapTotalSize')?.value ?? 0) / 1_048_576;
  await sayFigure(`heap of the page after ${String(LOAD.events)} events: ${heap.toFixed(0)} MB`);
  expect(heap).toBeLessThan(150);
}
