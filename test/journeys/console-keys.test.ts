/** The console by keyboard alone: no click, no pointer. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letIn } from '../service/console/let-in.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { openConsolePage, said } from '../support/console-page.ts';

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

/** More than any panel has between its beginning and anything in it. */
const MOST_TABS = 120;

/** Presses Tab until that has the focus, as somebody without a pointer does. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'combobox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name });
  await wanted.first().waitFor();
  for (let count = 0; count < MOST_TABS; count += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${role} ${name}.`);
}

/** Presses `g` and a letter, and waits for the panel. */
async function goTo(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

const press = async (page: Page, role: 'button' | 'link', name: string): Promise<void> => {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
};

test(
  'by keyboard alone: connect, compose, move, publish, answer, search and see the keys',
  { timeout: 120_000 },
  async () => {
    const console = await letIn({ seedPack: 'demo' });
    const { page, complaints } = await openConsolePage(shared.browser, console);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await press(page, 'button', 'Skip to the panel');
    await goTo(page, 'n', 'Networks');
    await connect(page);
    await goTo(page, 'h', 'Home');
    await page.keyboard.press('c');
    await compose(page);
    await goTo(page, 'c', 'Calendar');
    await tabTo(page, 'button', 'Opening at nine');
    await page.keyboard.press('Shift+ArrowRight');
    await said(page, 'Moved to Wed');
    await nextDay(page, 'Tue 6 Jan');
    await nextDay(page, 'Wed 7 Jan');
    await nextDay(page, 'Thu 8 Jan');
    await goTo(page, 'i', 'Inbox');
    await answer(page);
    await page.keyboard.press('Escape');
    await find(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  },
);

async function nextDay(page: Page, day: string): Promise<void> {
  await press(page, 'button', '+1 d');
  await page.getByRole('group', { name: 'Clock of the service' }).getByText(day).waitFor();
}

async function connect(page: Page): Promise<void> {
  await press(page, 'button', 'Connect an account');
  await tabTo(page, 'combobox', 'Network');
  await page.keyboard.type('Bluesky');
  await tabTo(page, 'textbox', 'Username');
  await page.keyboard.type('harbor.example');
  await page.keyboard.press('Tab');
  await tabTo(page, 'button', 'Connect');
  await press(page, 'button', 'Connect');
  await page.getByRole('heading', { name: 'harbor.example' }).waitFor();
}

async function compose(page: Page): Promise<void> {
  await press(page, 'button', 'harbor.example');
  await tabTo(page, 'textbox', 'Text');
  await page.keyboard.type('Opening at nine');
  await page.getByText('Ready').waitFor();
  await tabTo(page, 'textbox', 'Time');
  // Parts of the time: month, day, year, hour, minute, half of the day.
  await page.keyboard.type('01062026');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1200PM');
  await press(page, 'button', 'Schedule');
  await said(page, 'The post is scheduled');
}

async function answer(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Answer as the brand');
  await page.keyboard.type('Thank you!');
  await page.keyboard.press('Enter');
  await page.getByRole('log', { name: 'Messages' }).getByText('Thank you!').waitFor();
  // Out of the field, where letters are keys again.
  await page.keyboard.press('Tab');
}

async function find(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
  await page.keyboard.type('opening at nine');
  await page
    .getByRole('option', { name: /Opening at nine/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.detail .pill', { hasText: 'Published' }).first().waitFor();
}
