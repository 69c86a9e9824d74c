/** Writes the pictures of the console in docs/images: `npx tsx test/support/console-images.ts`, after `npm run build`. */
import { execa } from 'execa';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

interface Picture {
  readonly file: string;
  readonly width: number;
  readonly panel: string;
  readonly theme?: 'dark';
  /** What is opened before the picture is taken. */
  readonly open?: (page: Page) => Promise<unknown>;
}

const NOW = '2026-03-04T09:00:00Z';

const HEIGHTS: Readonly<Record<number, number>> = { 360: 780, 1280: 800, 1920: 1_080 };

/** Until all that was asked for is here. */
const SETTLE_MS = 1_200;

const firstIn = (page: Page, text: string): Promise<void> =>
  page.locator('main .item', { hasText: text }).first().click();

const PICTURES: readonly Picture[] = [
  { file: 'console-360.png', width: 360, panel: 'home' },
  { file: 'console-calendar-360.png', width: 360, panel: 'calendar', theme: 'dark' },
  { file: 'console-calendar.png', width: 1280, panel: 'calendar' },
  { file: 'console-post.png', width: 1280, panel: 'posts', open: (page) => firstIn(page, 'hiring') },
  { file: 'console-compose.png', width: 1280, panel: 'posts/new', open: compose },
  { file: 'console-inbox.png', width: 1280, panel: 'inbox', open: (page) => firstIn(page, 'Ana') },
  {
    file: 'console-dark.png',
    width: 1920,
    panel: 'webhooks',
    theme: 'dark',
    open: (page) => firstIn(page, 'post.failed'),
  },
  { file: 'console-analytics.png', width: 1920, panel: 'analytics' },
];

async function compose(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const at of [0, 1]) await dialog.locator('fieldset button').nth(at).click();
  await dialog.getByLabel('Text').fill('New this week: cardamom buns, while they last #northwind');
}

const home = await mkdtemp(join(tmpdir(), 'svc-images-'));
const svc = async (...words: readonly string[]): Promise<Record<string, string>> => {
  const { stdout } = await execa('node', ['bin/svc.js', ...words, '-o', 'json'], { env: { HOME: home } });
  return JSON.parse(stdout) as Record<string, string>;
};
const shared = await openBrowser();
try {
  await svc('local', 'start', '--ephemeral', '--seed-pack', 'demo', '--clock', 'frozen', '--now', NOW);
  for (const { file, width, panel, theme, open } of PICTURES) {
    const context = await shared.browser.newContext({
      locale: 'en-US',
      timezoneId: 'UTC',
      colorScheme: theme ?? 'light',
      viewport: { width, height: HEIGHTS[width] ?? width },
    });
    const page = await context.newPage();
    const { url = '' } = await svc('local', 'open', '--no-browser');
    await page.goto(url);
    await page.goto(`${new URL(url).origin}/#/${panel}`);
    await page.waitForTimeout(SETTLE_MS);
    await open?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join('docs', 'images', file) });
    await context.close();
  }
} finally {
  await svc('local', 'stop').catch(() => undefined);
  await shared.close();
  await rm(home, { recursive: true, force: true });
}
