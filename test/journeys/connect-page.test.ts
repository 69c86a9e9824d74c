/** The connect page in a real browser: from the address that the API gives back to the page of whoever asked for it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { startService, type Json } from '../support/service.ts';

let chromium: TestBrowser;

beforeAll(async () => {
  chromium = await openBrowser();
});

afterAll(() => chromium.close());

/** The page of somebody's application, to which the browser comes back. */
async function application(): Promise<string> {
  const server = createServer((_request, response) => response.end('<h1>Back again</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/done`;
}

async function scene() {
  const service = await startService({ seedPack: 'demo' });
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const context = await chromium.browser.newContext({ javaScriptEnabled: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const redirect = await application();
  const query = { profileId: await service.profileId(), redirect_url: redirect };
  const answer = await fetch(`${url}/v1/connect/bluesky?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${service.service.apiKey}` },
  });
  const { authUrl } = (await answer.json()) as { authUrl: string };
  return { service, page, complaints, redirect, authUrl };
}

const press = async (page: Page, name: string): Promise<void> => {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name, exact: true }).click();
  await loaded;
};

test('AUTH-17 ACC-26 the page is approved, and the browser comes back with an account that is there', async () => {
  const { service, page, complaints, redirect, authUrl } = await scene();
  await page.goto(authUrl);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Connect bluesky');
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
  await page.getByLabel('Sign in as').fill('new.example');
  await press(page, 'Approve');
  expect(page.url().startsWith(`${redirect}?connected=bluesky&`)).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Back again');
  const { accounts } = (await service.api('GET', '/v1/accounts', { query: { platform: 'bluesky' } })).body;
  const found = (accounts as unknown as Json[]).find(({ username }) => username === ('new.example' as unknown as Json));
  expect(new URL(page.url()).searchParams.get('accountId')).toBe(found?._id);
  await page.goto(authUrl);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Connected');
  expect(complaints).toEqual([]);
});

test('AUTH-18 the page is denied, and the browser comes back with an error', async () => {
  const { page, redirect, authUrl } = await scene();
  await page.goto(authUrl);
  await press(page, 'Deny');
  expect(page.url().startsWith(`${redirect}?error=access_denied&`)).toBe(true);
});
