/** The story of a person who never reads the docs, in a real browser: from the first account to the last chart. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Carrier } from '../../src/kernel/delivery.ts';
import { letIn } from '../service/console/let-in.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { openConsolePage, openPanel, said } from '../support/console-page.ts';
import { testDoors } from '../support/service.ts';

let shared: TestBrowser;

beforeAll(async () => {
  shared = await openBrowser();
});

afterAll(() => shared.close());

/** An endpoint that is broken until it is repaired. */
function brokenEndpoint() {
  let status = 500;
  const carrier: Carrier = {
    post: async () => ({ status, body: status === 500 ? 'the database is gone' : 'thanks', durationMs: 3 }),
    cut: () => undefined,
  };
  return { carrier, repair: () => void (status = 200) };
}

test('everything of a working week, seen and done in the console', { timeout: 180_000 }, async () => {
  const { carrier, repair } = brokenEndpoint();
  const console = await letIn({ seedPack: 'demo', doors: testDoors({ carrier }) });
  const { page, complaints } = await openConsolePage(shared.browser, console, {
    viewport: { width: 1280, height: 900 },
  });
  await connect(page, 'instagram', 'harbor.shop');
  await connect(page, 'bluesky', 'harbor.example');
  await compose(page);
  await dragToThursday(page);
  await refuse(page);
  await seeThePartialPost(page);
  await repairAndRetry(page);
  // An endpoint that fails for three days is switched off, and the story moves the clock by four.
  await addEndpoint(page);
  await answerAndWriteBack(page);
  await textAndCall(page);
  await approveATemplate(page);
  await seeTheWebhookFail(page, repair);
  await findTheRequest(page);
  await stepTheTimeline(page);
  await see402(page);
  await pauseAnAdSet(page);
  await seeTheCharts(page);
  expect(complaints).toEqual([]);
});

async function connect(page: Page, platform: string, username: string): Promise<void> {
  await openPanel(page, 'Networks');
  await page.getByRole('button', { name: 'Connect an account' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Network').selectOption(platform);
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: username }).waitFor();
}

async function addEndpoint(page: Page): Promise<void> {
  await openPanel(page, 'Webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByLabel('Address').fill('https://example.com/shop');
  await dialog.getByLabel('Secret').fill('hush');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await said(page, 'Shop is added');
}

async function compose(page: Page): Promise<void> {
  await openPanel(page, 'Calendar');
  await page.getByRole('button', { name: 'Compose', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'harbor.shop' }).click();
  await dialog.getByRole('button', { name: 'harbor.example' }).click();
  await dialog.getByLabel('Text').fill('Opening at nine');
  const picture = dialog.getByRole('article', { name: 'harbor.shop on Instagram' });
  await picture.getByText('without an image').waitFor();
  await dialog.getByLabel('Picture or video').fill('https://example.com/door.jpg');
  await picture.getByText('Ready').waitFor();
  await picture.getByText('15 of 2,200 characters').waitFor();
  await dialog.getByRole('article', { name: 'on Bluesky' }).getByText('Ready').waitFor();
  await dialog.getByRole('textbox', { name: 'Time (UTC)' }).fill('2026-01-06T12:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await said(page, 'The post is scheduled');
}

async function dragToThursday(page: Page): Promise<void> {
  await openPanel(page, 'Calendar');
  const entry = page.getByRole('button', { name: 'Opening at nine' });
  const thursday = page.locator('.ec-day', { has: page.locator('time[datetime="2026-01-08"]') }).first();
  const [from, to] = [await entry.boundingBox(), await thursday.boundingBox()];
  if (from === null || to === null) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + 50, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + 8, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 60, { steps: 8 });
  await page.mouse.up();
  await said(page, 'Moved to Thu');
}

async function setNetwork(page: Page, outcome: string): Promise<void> {
  await openPanel(page, 'Networks');
  await page.getByRole('link', { name: 'harbor.shop' }).click();
  await page.getByRole('heading', { name: 'harbor.shop' }).waitFor();
  await page.getByLabel('Outcome').selectOption(outcome);
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('publish');
  if (outcome === 'reject') await page.getByLabel('What it says').fill('Not today');
  await page.getByLabel('Times').fill('');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
}

async function refuse(page: Page): Promise<void> {
  await setNetwork(page, 'reject');
  await said(page, 'The network is set');
}

async function seeThePartialPost(page: Page): Promise<void> {
  for (let day = 6; day <= 9; day += 1) {
    await page.getByRole('button', { name: '+1 d' }).click();
    await page.locator('.bar', { hasText: `${String(day)} Jan` }).waitFor();
  }
  await openPanel(page, 'Home');
  await page.getByRole('link', { name: 'Opening at nine' }).click();
  const detail = page.locator('.detail');
  await detail.locator('.pill', { hasText: 'Partial' }).waitFor();
  await detail.getByText('Not today').waitFor();
}

async function repairAndRetry(page: Page): Promise<void> {
  await setNetwork(page, 'ok');
  await said(page, 'answers normally');
  await openPanel(page, 'Posts');
  await page.getByLabel('Search posts').fill('Opening at nine');
  await page.getByRole('link', { name: 'Opening at nine' }).first().click();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.locator('.detail .pill', { hasText: 'Published' }).nth(2).waitFor();
}

async function answerAndWriteBack(page: Page): Promise<void> {
  await openPanel(page, 'Inbox');
  await page.getByRole('button', { name: 'Write as a customer' }).click();
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ label: 'Instagram: harbor.shop' });
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
}

async function textAndCall(page: Page): Promise<void> {
  await openPanel(page, 'Phone');
  await page.getByLabel('Texts to the team').fill('Is my order ready?');
  await page.getByLabel('Texts to the team').press('Enter');
  await page.getByRole('log', { name: 'Texts' }).getByText('Is my order ready?').waitFor();
  await page.getByRole('button', { name: 'How the team answers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await said(page, 'answers that way');
  await page.getByRole('button', { name: 'Call the team' }).click();
  await said(page, 'rings');
  const handset = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Hang up' }) });
  await handset.getByText('In the menu').waitFor();
  await handset.getByRole('button', { name: '1', exact: true }).click();
  await handset.getByText('Rings at its target').waitFor();
  await handset.getByLabel('Words for the voicemail').fill('Please call me back.');
  await handset.getByRole('button', { name: 'Leave a voicemail' }).click();
  await said(page, 'The voicemail is left');
  await page.getByRole('button', { name: '+1 min' }).click();
  await page.locator('.pill', { hasText: 'Voicemail' }).waitFor();
}

async function approveATemplate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit a template' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('doors_open');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await said(page, 'doors_open is with its reviewer');
  const row = page.getByRole('listitem').filter({ hasText: 'doors_open' });
  await row.locator('.pill', { hasText: 'Pending' }).waitFor();
  await row.getByRole('button', { name: 'Approve', exact: true }).click();
  await row.locator('.pill', { hasText: 'Approved' }).waitFor();
}

async function seeTheWebhookFail(page: Page, repair: () => void): Promise<void> {
  await page.getByRole('button', { name: '+1 min' }).click();
  await openPanel(page, 'Webhooks');
  await page.getByLabel('Filter events').fill('message.received');
  await page.getByRole('link', { name: 'message.received' }).first().click();
  const detail = page.locator('.detail');
  await detail.getByText('#2').waitFor();
  await detail.getByText('the database is gone').first().waitFor();
  await detail.getByText('Headers, signed').click();
  await detail
    .getByText(/^[0-9a-f]{64}$/)
    .first()
    .waitFor();
  await detail.getByLabel('Check a secret').fill('hush');
  await detail.getByText('It is the secret of the endpoint').waitFor();
  repair();
  await detail.getByRole('button', { name: 'Redeliver', exact: true }).click();
  await detail.locator('.pill', { hasText: 'Delivered' }).waitFor();
  await detail.getByText('thanks').waitFor();
}

async function findTheRequest(page: Page): Promise<void> {
  await page.getByLabel('Filter events').fill('post.scheduled');
  await page.getByRole('link', { name: 'post.scheduled' }).first().click();
  const cause = page.locator('.detail').getByRole('link', { name: 'The request that caused it' });
  await page.locator('.detail h2', { hasText: 'post.scheduled' }).waitFor();
  await cause.click();
  await page.locator('.detail h2', { hasText: '/v1/posts' }).waitFor();
  await page.locator('.detail').getByRole('link', { name: 'post.scheduled' }).waitFor();
  await page.locator('.detail').getByText('svc api').waitFor();
}

async function stepTheTimeline(page: Page): Promise<void> {
  await openPanel(page, 'Timeline');
  await page.getByRole('button', { name: 'Run one that is due' }).click();
  await said(page, 'Nothing is due yet');
  await page.getByRole('region', { name: 'Due work' }).getByRole('button').first().click();
  await page.locator('.detail').getByText(/^Due /).waitFor();
  await page.getByRole('button', { name: 'Go to the next' }).click();
  await said(page, 'of due work ran');
}

async function see402(page: Page): Promise<void> {
  await openPanel(page, 'Plan');
  await page.getByText('The last payment failed.').click();
  await said(page, 'The plan is changed');
  await page.getByLabel('Call', { exact: true }).selectOption({ label: 'Connect another account' });
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.locator('.pill', { hasText: '402' }).waitFor();
  await page.getByText('dashboard_url').waitFor();
  await page.getByText('Everything is paid for.').click();
}

async function pauseAnAdSet(page: Page): Promise<void> {
  await openPanel(page, 'Ads');
  const row = page.getByRole('row').filter({ hasText: 'Shoes' }).first();
  await row.getByRole('button', { name: 'Pause', exact: true }).click();
  await row.locator('.pill', { hasText: 'Paused' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await row.locator('.pill', { hasText: 'Active' }).waitFor();
}

async function seeTheCharts(page: Page): Promise<void> {
  await openPanel(page, 'Analytics');
  await page.locator('canvas').first().waitFor();
  await page.getByRole('button', { name: 'Likes', exact: true }).click();
  await page.getByText('likes each day:').waitFor({ state: 'attached' });
  await page.getByText('Best:').waitFor();
}
