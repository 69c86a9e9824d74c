/** Every panel in a real browser: no fault that axe finds, light and dark, and nothing wider than a small screen. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONSOLE_PANELS } from '../../../../src/kernel/console.ts';
import { openBrowser, type TestBrowser } from '../../../support/browser.ts';
import { openConsolePage } from '../../../support/console-page.ts';
import { faultsOfCommand } from '../../../support/pasted.ts';
import { letIn } from '../let-in.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

async function faultsOf(page: Page): Promise<readonly string[]> {
  const { violations } = (await page.evaluate(`${AXE}; window.axe.run(document, { resultTypes: ['violations'] })`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Opens a panel, and waits until it has all its data. */
async function show(page: Page, url: string, panel: string): Promise<void> {
  await page.goto(`${url}/#/${panel}`);
  const title = panel.charAt(0).toUpperCase() + panel.slice(1);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

test.each(['light', 'dark'] as const)('in %s no panel has a fault', async (colorScheme) => {
  const console = await letIn({ seedPack: 'demo' });
  const context = await shared.browser.newContext({ locale: 'en-US', colorScheme });
  const page = await context.newPage();
  await page.goto(await console.link());
  const faults: string[] = [];
  for (const panel of CONSOLE_PANELS) {
    await show(page, console.url, panel);
    faults.push(...(await faultsOf(page)).map((fault) => `${panel} ${fault}`));
  }
  expect(await page.evaluate("document.documentElement.dataset['theme']")).toBe(colorScheme);
  expect(faults).toEqual([]);
});

test('every command that is shown works when it is pasted: svc has it, its arguments and its flags', async () => {
  const console = await letIn({ seedPack: 'demo' });
  await console.api('GET', '/v1/posts?limit=1');
  const { page } = await openConsolePage(shared.browser, console);
  const shown = new Set<string>();
  const collect = async (): Promise<void> => {
    for (const text of await page.locator('.command .cut').allTextContents()) shown.add(text);
  };
  for (const panel of CONSOLE_PANELS) {
    await show(page, console.url, panel);
    await collect();
    const item = page.locator('main .split .item').first();
    if ((await item.count()) > 0) {
      await item.click();
      await page.locator('.detail .command').first().waitFor();
      await collect();
    }
  }
  await page.goto(`${console.url}/#/ads`);
  await page.getByRole('button', { name: 'Spring' }).click();
  await collect();
  await page.goto(`${console.url}/#/posts/new`);
  await page.getByRole('dialog').locator('.command').waitFor();
  await collect();
  expect(shown.size).toBeGreaterThan(30);
  expect([...shown].filter((text) => text.startsWith('svc ')).flatMap(faultsOfCommand)).toEqual([]);
});

test('at 360 pixels no panel is wider than the screen, every step of the clock is seen, and the menu opens', async () => {
  const console = await letIn({ seedPack: 'demo' });
  const context = await shared.browser.newContext({ locale: 'en-US', viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await page.goto(await console.link());
  const wide: string[] = [];
  for (const panel of CONSOLE_PANELS) {
    await show(page, console.url, panel);
    const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (over !== 0) wide.push(`${panel}: ${String(over)} px`);
  }
  expect(wide).toEqual([]);
  for (const name of ['+1 min', 'Next due', 'Run']) {
    const { x = 0, width = 360 } = (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? {};
    expect(x + width, name).toBeLessThanOrEqual(360);
  }
  await page.getByRole('button', { name: 'Panels' }).click();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
});

test('by keys alone: go to a panel, search, and see the keys', async () => {
  const console = await letIn({ seedPack: 'demo' });
  const context = await shared.browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(await console.link());
  await show(page, console.url, 'home');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('cardamom');
  await page
    .getByRole('option', { name: /cardamom/ })
    .first()
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.locator('.detail').getByText('cardamom').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
});
