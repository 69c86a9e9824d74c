/** A sign-in as a person does it: the command opens a real browser, the page is answered there, and the command hears of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { openClock } from '../../src/world/clock.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import { errorIn, svc, type Said } from '../support/svc.ts';

let chromium: TestBrowser;

beforeAll(async () => {
  chromium = await openBrowser();
});

afterAll(() => chromium.close());

/** What `svc connect url --wait` says, and what the browser shows in the end, when a person does `act` on the page. */
async function connected(act: (page: Page) => Promise<void>): Promise<{ said: Said; shown: string }> {
  const { service, profileId } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  let visit = Promise.resolve('');
  const visited = async (address: string): Promise<string> => {
    const page = await chromium.browser.newPage();
    await page.goto(address);
    await act(page);
    await page.getByText('You can close this page').waitFor();
    const text = (await page.locator('body').innerText()).trim();
    await page.close();
    return text;
  };
  const open = async (address: string): Promise<boolean> => {
    visit = visited(address);
    return true;
  };
  const said = await svc(['connect', 'url', 'bluesky', '--profile-id', await profileId(), '--wait'], {
    env: { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey },
    doors: { browser: { usable: true, open }, clock: openClock() },
  });
  return { said, shown: await visit };
}

test('AUTH-17 approved in Chromium, the browser comes back to the command, which tells the account', async () => {
  const { said, shown } = await connected((page) => page.getByRole('button', { name: 'Approve' }).click());
  expect(said.code, said.stderr).toBe(0);
  expect(JSON.parse(said.stdout)).toMatchObject({ connected: 'bluesky', accountId: expect.any(String) as string });
  expect(shown).toBe('You can close this page and return to the terminal.');
});

test('AUTH-18 denied in Chromium, the command says so and ends with 11', async () => {
  const { said } = await connected((page) => page.getByRole('button', { name: 'Deny' }).click());
  expect(errorIn(said)).toMatchObject({ exit: 11, code: 'connect_failed', details: { error: 'access_denied' } });
});
