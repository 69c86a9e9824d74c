/** A page of the console in a real browser, and what it complained about. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { LetIn } from '../service/console/let-in.ts';

export interface ConsolePage {
  readonly page: Page;
  /** What went wrong in the page, in words of the browser; refused calls, which the page shows, are left out. */
  readonly complaints: readonly string[];
}

export async function openConsolePage(
  browser: Browser,
  console: LetIn,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(await console.link());
  return { page, complaints };
}

/** Waits until the page says that. */
export const said = (page: Page, text: string): Promise<void> =>
  page.locator('.toast', { hasText: text }).last().waitFor();

export async function openPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
