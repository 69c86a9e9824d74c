/** What was moved or removed in the console comes back. Whole stories are in test/journeys. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../../support/browser.ts';
import { openConsolePage, said } from '../../../support/console-page.ts';
import { letIn } from '../let-in.ts';

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

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
  const { page, complaints } = await openConsolePage(shared.browser, console);
  await page.goto(`${console.url}/#/calendar`);
  await page.getByRole('button', { name: 'Movable' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await said(page, 'Moved to');
  expect(await timeOf()).toBe('2026-01-08T12:00:00.000Z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, 'It is back');
  expect(await timeOf()).toBe('2026-01-07T12:00:00.000Z');
  expect(complaints).toEqual([]);
});

test('a deleted post and a removed fault come back', async () => {
  const console = await letIn();
  const account = await console.account('twitter');
  const platforms = [{ platform: 'twitter', accountId: account._id }];
  await console.api('POST', '/v1/posts', {
    body: { content: 'Wanted', scheduledFor: '2026-01-07T12:00:00.000Z', platforms },
  });
  const { page, complaints } = await openConsolePage(shared.browser, console);
  await page.goto(`${console.url}/#/posts`);
  await page.getByRole('link', { name: 'Wanted' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await said(page, 'The post is deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await said(page, 'The post is back');
  const { posts } = (await console.api<{ posts: unknown[] }>('GET', '/v1/posts')).body;
  expect(posts).toMatchObject([{ content: 'Wanted', status: 'scheduled', scheduledFor: '2026-01-07T12:00:00.000Z' }]);
  await page.goto(`${console.url}/#/faults`);
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await said(page, 'The fault is back');
  expect((await console.control('GET', '/_local/faults')).body['faults']).toMatchObject([
    { action: { status: 503 }, times: 1 },
  ]);
  expect(complaints).toEqual([]);
});

test('a conversation is found by an old message, and opens although its page of the list was not read', async () => {
  const console = await letIn();
  const { _id: accountId } = await console.account('telegram');
  const write = (at: number, text: string): Promise<unknown> =>
    console.control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      participant: { id: `person-${String(at)}`, name: `Person ${String(at)}` },
      text,
    });
  await write(0, 'Do you have marzipan?');
  await write(0, 'Thanks anyway');
  await console.advance(60);
  for (let at = 1; at <= 120; at += 1) await write(at, 'Hello');
  const { page, complaints } = await openConsolePage(shared.browser, console);
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.getByRole('combobox').fill('marzipan');
  await page.getByRole('option', { name: 'Person 0' }).click();
  await page.locator('.detail').getByText('Do you have marzipan?').waitFor();
  expect(complaints).toEqual([]);
});

test('a request shows what it changed, with a way to the record', async () => {
  const console = await letIn();
  const { _id: accountId } = await console.account('twitter');
  const body = { content: 'Traced', scheduledFor: '2026-01-07T12:00:00.000Z' };
  const made = await console.api<{ post: { _id: string } }>('POST', '/v1/posts', {
    body: { ...body, platforms: [{ platform: 'twitter', accountId }] },
  });
  await console.api('PUT', `/v1/posts/${made.body.post._id}`, { body: { isDraft: true } });
  const { page, complaints } = await openConsolePage(shared.browser, console);
  await page.goto(`${console.url}/#/requests`);
  await page.getByRole('link', { name: 'PUT' }).click();
  await page.getByText('status: scheduled → draft').waitFor();
  await page.getByRole('link', { name: `Post ${made.body.post._id}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  expect(complaints).toEqual([]);
});
