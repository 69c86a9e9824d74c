/** The story of a person who never reads the docs, in a real browser: from the link to the redelivered webhook. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../../support/browser.ts';
import { letIn, type LetIn } from '../let-in.ts';

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

interface Seen {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: readonly string[];
}

async function pageOf(console: LetIn): Promise<Seen> {
  const context = await shared.browser.newContext({ locale: 'en-US', timezoneId: 'UTC' });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(await console.link());
  return { page, complaints };
}

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).last().waitFor();

test('connect, compose, make the network refuse, advance the clock, mend and retry', async () => {
  const console = await letIn();
  const { page, complaints } = await pageOf(console);
  await page.getByRole('link', { name: 'Networks' }).click();
  await page.getByRole('button', { name: 'Connect an account' }).first().click();
  for (const [platform, username] of [
    ['twitter', 'alpha'],
    ['bluesky', 'beta.example'],
  ] as const) {
    if (platform === 'bluesky') await page.getByRole('button', { name: 'Connect an account' }).first().click();
    await page.getByLabel('Network').selectOption(platform);
    await page.getByLabel('Username').fill(username);
    await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: username }).waitFor();
  }
  await page.getByLabel('Outcome').selectOption('reject');
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('publish');
  await page.getByLabel('What it says').fill('Not today');
  await page.getByLabel('Times').fill('');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await toast(page, 'The network is set');

  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('button', { name: 'Compose' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'alpha' }).click();
  await dialog.getByRole('button', { name: 'beta.example' }).click();
  await dialog.getByLabel('Text').fill('Opening at nine');
  await dialog.getByText('Ready').nth(1).waitFor();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await toast(page, 'The post is scheduled');

  await page.getByRole('button', { name: 'Next due' }).click();
  await page.locator('.detail .pill', { hasText: 'Partial' }).waitFor();
  await page.getByText('Not today').first().waitFor();
  await page.goto(`${console.url}/#/networks`);
  await page.getByRole('link', { name: 'beta.example' }).click();
  await page.getByLabel('Outcome').selectOption('ok');
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('publish');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await toast(page, 'answers normally');
  await page.goBack();
  await page.goto(`${console.url}/#/posts`);
  await page.getByRole('link', { name: 'Opening at nine' }).click();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.locator('.detail .pill', { hasText: 'Published' }).nth(2).waitFor();
  expect(complaints).toEqual([]);
});

test('a post is moved on the calendar by keys and brought back', async () => {
  const console = await letIn();
  const account = await console.account('twitter');
  const body = {
    content: 'Movable',
    scheduledFor: '2026-01-07T12:00:00.000Z',
    platforms: [{ platform: 'twitter', accountId: account._id }],
  };
  const { post } = (await console.api<{ post: { _id: string } }>('POST', '/v1/posts', { body })).body;
  const timeOf = async (): Promise<unknown> =>
    (await console.api('GET', `/v1/posts/${post._id}`)).body['post']?.['scheduledFor'];
  const { page, complaints } = await pageOf(console);
  await page.goto(`${console.url}/#/calendar`);
  await page.getByRole('button', { name: 'Movable' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await toast(page, 'Moved to');
  expect(await timeOf()).toBe('2026-01-08T12:00:00.000Z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'It is back');
  expect(await timeOf()).toBe('2026-01-07T12:00:00.000Z');
  expect(complaints).toEqual([]);
});

test('a post is dragged to Thursday', async () => {
  const console = await letIn();
  const account = await console.account('twitter');
  const body = {
    content: 'Movable',
    scheduledFor: '2026-01-06T12:00:00.000Z',
    platforms: [{ platform: 'twitter', accountId: account._id }],
  };
  const { post } = (await console.api<{ post: { _id: string } }>('POST', '/v1/posts', { body })).body;
  const { page, complaints } = await pageOf(console);
  await page.goto(`${console.url}/#/calendar`);
  const entry = page.getByRole('button', { name: 'Movable' });
  const from = await entry.boundingBox();
  const to = await page
    .locator('.ec-day', { has: page.locator('time[datetime="2026-01-08"]') })
    .first()
    .boundingBox();
  if (from === null || to === null) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + 20, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 8, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 50, { steps: 8 });
  await page.mouse.up();
  await toast(page, 'Moved to');
  const { post: moved } = (await console.api<{ post: { scheduledFor: string } }>('GET', `/v1/posts/${post._id}`)).body;
  expect(moved.scheduledFor).toBe('2026-01-08T12:00:00.000Z');
  expect(complaints).toEqual([]);
});

test('a customer writes, the brand answers, and both are in the thread', async () => {
  const console = await letIn();
  await console.account('telegram');
  const { page, complaints } = await pageOf(console);
  await page.goto(`${console.url}/#/inbox`);
  await page.getByRole('button', { name: 'Write as a customer' }).click();
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ index: 1 });
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  const thread = page.getByRole('log', { name: 'Messages' });
  await thread.getByText('Are you open on Sunday?').waitFor();
  await page.getByLabel('Answer as the brand').fill('Yes, from ten.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await thread.getByText('Yes, from ten.').waitFor();
  await page.getByRole('button', { name: 'As the customer' }).click();
  await page.getByLabel('Write as the customer').fill('Great!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await thread.getByText('Great!').waitFor();
  expect(complaints).toEqual([]);
});

test('an event is found by the request that caused it, and 402 is what the plan says', async () => {
  const console = await letIn({ seedPack: 'demo' });
  const { page } = await pageOf(console);
  const account = await console.account('twitter');
  await console.api('POST', '/v1/posts', {
    body: {
      content: 'Traced',
      scheduledFor: '2026-01-07T12:00:00.000Z',
      platforms: [{ platform: 'twitter', accountId: account._id }],
    },
  });
  await page.goto(`${console.url}/#/requests`);
  await page.getByRole('link', { name: 'POST /v1/posts' }).first().click();
  await page.locator('.detail').getByRole('link', { name: 'post.scheduled' }).click();
  await page.getByRole('link', { name: 'The request that caused it' }).waitFor();
  await page.goto(`${console.url}/#/plan`);
  await page.getByRole('checkbox', { name: 'Ads add-on' }).uncheck();
  await toast(page, 'The plan is changed');
  expect((await console.api('GET', '/v1/ads/tree')).status).toBeGreaterThan(401);
  await page.goto(`${console.url}/#/ads`);
  await page.getByRole('alert').waitFor();
});

test('markup in every field is text', async () => {
  const console = await letIn();
  const hostile = '<img src=x onerror="document.title=`owned`"><script>document.title="owned"</script>';
  const account = await console.account('twitter', { username: 'h', displayName: hostile });
  const platforms = [{ platform: 'twitter', accountId: account._id }];
  await console.api('POST', '/v1/posts', {
    body: { content: hostile, scheduledFor: '2026-01-07T12:00:00.000Z', platforms },
  });
  await console.control('POST', '/_local/inbound', {
    type: 'message',
    accountId: account._id,
    participant: { id: hostile, name: hostile },
    text: hostile,
  });
  await console.api('POST', '/v1/webhooks/settings', {
    body: { name: hostile, url: 'https://example.com/x', events: ['post.published'] },
  });
  const { page, complaints } = await pageOf(console);
  for (const panel of ['home', 'calendar', 'posts', 'inbox', 'networks', 'webhooks', 'requests', 'timeline']) {
    await page.goto(`${console.url}/#/${panel}`);
    await page.locator('main h1').waitFor();
    await page
      .getByText('<img src=x')
      .first()
      .waitFor({ timeout: 2_000 })
      .catch(() => undefined);
    expect(await page.title()).not.toContain('owned');
    expect(await page.locator('img[src="x"], main script').count()).toBe(0);
  }
  await page.goto(`${console.url}/#/posts`);
  await page.getByText('<img src=x').first().waitFor();
  expect(complaints).toEqual([]);
});
