/** The board of days in a real browser: all of it is seen in windows of many sizes, and what is drawn of a post is whole. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../../../../support/browser.ts';
import { openConsolePage } from '../../../../../support/console-page.ts';
import { letIn, type LetIn } from '../../../let-in.ts';

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

/** Four posts on one day of March 2026, whose days are in six weeks, and one on another. */
async function openMarch(console: LetIn, viewport: { width: number; height: number }): Promise<Page> {
  const { page } = await openConsolePage(shared.browser, console, { viewport });
  await page.goto(`${console.url}/#/calendar`);
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Month' }).click();
  await page
    .getByRole('button', { name: 'Evening' })
    .or(page.getByRole('button', { name: /more$/ }))
    .first()
    .waitFor();
  return page;
}

async function filled(): Promise<LetIn> {
  const console = await letIn({ clock: { mode: 'frozen', now: Date.parse('2026-03-04T09:00:00Z') } });
  const { _id: accountId } = await console.account('twitter');
  const post = (content: string, scheduledFor: string): Promise<unknown> =>
    console.api('POST', '/v1/posts', {
      body: { content, scheduledFor, platforms: [{ platform: 'twitter', accountId }] },
    });
  for (const [content, hour] of [
    ['Morning', 8],
    ['Noon', 12],
    ['Afternoon', 15],
    ['Evening', 19],
  ] as const)
    await post(content, `2026-03-10T${String(hour).padStart(2, '0')}:00:00.000Z`);
  await post('Two lines of words, because one line of them is not enough', '2026-03-05T10:00:00.000Z');
  return console;
}

/** Pixels: how far the board goes below the window, and words beyond what their entry shows or its day. */
const MEASURE = `(() => {
  const board = document.querySelector('.board');
  const bottoms = [...board.querySelectorAll('.ec-body .ec-day')].map((day) => day.getBoundingClientRect());
  const entries = [...board.querySelectorAll('.ec-event')].map((entry) => entry.getBoundingClientRect());
  const isWithin = (entry) => bottoms.some(({ top, bottom, left, right }) =>
    entry.top >= top && entry.bottom <= bottom + 1 && entry.left >= left - 1 && entry.right <= right + 1);
  return {
    below: Math.max(0, Math.round(board.getBoundingClientRect().bottom - innerHeight)),
    outside: entries.filter((entry) => !isWithin(entry)).length,
  };
})()`;

test.each([
  [1_280, 700],
  [760, 700],
  [360, 780],
  [1_920, 1_080],
])('a month is seen without scrolling in a window of %i × %i, and no entry leaves its day', async (width, height) => {
  const page = await openMarch(await filled(), { width, height });
  await expect.poll(() => page.evaluate(MEASURE), { timeout: 10_000 }).toMatchObject({ below: 0, outside: 0 });
  expect(await page.locator('.entry-button').count()).toBeGreaterThanOrEqual(3);
});

test('an entry is called by its networks, its time and its words, however narrow it is', async () => {
  const page = await openMarch(await filled(), { width: 360, height: 780 });
  await page.getByRole('button', { name: /^X 10:00 Two lines of words/ }).waitFor();
});

test('in the week an entry shows whole lines, and days are called by weekday and number', async () => {
  const page = await openMarch(await filled(), { width: 1_280, height: 700 });
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Week' }).click();
  await page.getByText('Thu 5', { exact: true }).waitFor();
  const isWhole = (): Promise<unknown> =>
    page.evaluate(`(() => {
      const entry = document.querySelector('.ec-time-grid .ec-event');
      const height = entry?.querySelector('.entry-words').offsetHeight ?? 0;
      return height > 25 && height <= entry.offsetHeight;
    })()`);
  await expect.poll(isWhole, { timeout: 10_000 }).toBe(true);
});
