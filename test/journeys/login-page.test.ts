/** The login page in a real browser, from the code in the terminal to the key, and what it must not let through. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { begin, loggedIn, poll, type Begun } from '../service/areas/auth/logins.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { ROOT } from '../support/process.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { startService, type ServiceUnderTest } from '../support/service.ts';

let chromium: TestBrowser;

beforeAll(async () => {
  chromium = await openBrowser();
});

afterAll(() => chromium.close());

interface Scene {
  readonly service: ServiceUnderTest;
  readonly url: string;
  readonly page: Page;
  /** What the browser's console complained about: scripts, policies, missing files. */
  readonly complaints: readonly string[];
}

async function scene(options: BrowserContextOptions = {}): Promise<Scene> {
  const service = await startService({ seedPack: 'demo' });
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const context = await chromium.browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return { service, url, page, complaints };
}

/** The address of a login as the browser of this machine opens it. */
const addressOf = ({ url }: Scene, { userCode }: Begun): string => `${url}/device?code=${userCode}`;

/** Goes to the page on which a login is decided. */
async function toDecision(at: Scene, begun: Begun): Promise<void> {
  await at.page.goto(addressOf(at, begun));
  await press(at.page, 'Continue');
}

/** Presses a button and waits for the page that it leads to. */
async function press(page: Page, name: string): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name, exact: true }).click();
  await loaded;
}

const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

const keyWorks = async ({ service }: Scene, begun: Begun): Promise<boolean> => {
  const { body } = await poll(service, begun);
  if (body.apiKey === undefined) return false;
  return (await service.api('GET', '/v1/auth/verify', { key: body.apiKey })).status === 200;
};

describe.each([
  ['with script', {}],
  ['with JavaScript switched off', { javaScriptEnabled: false }],
] as const)('%s', (_case, options) => {
  test('AUTH-03 ASM-01 ASM-02 the address of the terminal leads to a key in two clicks', async () => {
    const at = await scene(options);
    const begun = await begin(at.service);
    await at.page.goto(addressOf(at, begun));
    expect(await at.page.getByLabel('Code').inputValue()).toBe(begun.userCode);
    await press(at.page, 'Continue');
    expect(await at.page.getByText('laptop').isVisible()).toBe(true);
    await press(at.page, 'Approve');
    expect(await heading(at.page)).toBe('Approved');
    expect(await keyWorks(at, begun)).toBe(true);
    expect(at.complaints).toEqual([]);
  });

  test('AUTH-09 AUTH-12 the key is narrowed by ticking, and what is not chosen is out of the way', async () => {
    const at = await scene(options);
    const { page } = at;
    const begun = await begin(at.service);
    await toDecision(at, begun);
    const box = page.getByRole('checkbox', { name: 'Publishing' });
    expect(await box.isVisible()).toBe(false);
    await page.getByText('Narrow what the key may do').click();
    expect(await box.isVisible()).toBe(false);
    await page.getByRole('group', { name: 'Groups of operations' }).getByLabel('Only these').check();
    await box.check();
    await page.getByLabel('Read only').check();
    await page.getByRole('group', { name: 'Profiles' }).getByLabel('Only these').check();
    await page.getByRole('checkbox', { name: 'Harbor Books' }).check();
    await page.getByLabel('Works for').selectOption('30 days');
    await press(page, 'Approve');
    expect(await page.getByText('The key only reads publishing in Harbor Books, for 30 days.').isVisible()).toBe(true);
    const key = (await poll(at.service, begun)).body.apiKey ?? '';
    const statusOf = async (method: string, path: string) => (await at.service.api(method, path, { key })).status;
    expect([await statusOf('GET', '/v1/posts'), await statusOf('GET', '/v1/accounts')]).toEqual([200, 403]);
    expect(await statusOf('POST', '/v1/posts')).toBe(403);
  });

  test('ASM-02 denied: the device hears it and gets nothing', async () => {
    const at = await scene(options);
    const begun = await begin(at.service);
    await toDecision(at, begun);
    await press(at.page, 'Deny');
    expect(await heading(at.page)).toBe('Denied');
    expect((await poll(at.service, begun)).body).toEqual({ status: 'denied' });
  });

  test('a wrong code is told at the field, and the right one goes on from there', async () => {
    const at = await scene(options);
    const { userCode } = await begin(at.service);
    await at.page.goto(`${at.url}/device`);
    await at.page.getByLabel('Code').fill('bcdf ghjk');
    await at.page.keyboard.press('Enter');
    expect(await at.page.getByRole('alert').innerText()).toBe('There is no pending login with this code.');
    await at.page.getByLabel('Code').fill(userCode.toLowerCase().replace('-', ''));
    await press(at.page, 'Continue');
    expect(await heading(at.page)).toBe('Allow this device to log in?');
  });

  test('ASM-03 a code that expires while the page is open is not approved any more', async () => {
    const at = await scene(options);
    const begun = await begin(at.service);
    await toDecision(at, begun);
    await at.service.advance(600);
    await press(at.page, 'Approve');
    expect(await heading(at.page)).toBe('This code has expired');
    expect((await poll(at.service, begun)).status).toBe(410);
    await at.page.getByRole('link', { name: 'Enter another code' }).click();
    expect(await heading(at.page)).toBe('Log in a device');
  });

  test('AUTH-04 approved twice, by a double click and again after going back, it is one key', async () => {
    const at = await scene(options);
    const begun = await begin(at.service);
    await toDecision(at, begun);
    await at.page.getByRole('button', { name: 'Approve' }).dblclick();
    await expect.poll(() => heading(at.page)).toBe('Approved');
    expect(await keyWorks(at, begun)).toBe(true);
    await at.page.reload();
    expect(await heading(at.page)).toBe('Approved');
    await at.page.goBack();
    expect(await at.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    const { apiKeys } = (await at.service.api<{ apiKeys: { name: string }[] }>('GET', '/v1/api-keys')).body;
    expect(apiKeys.filter(({ name }) => name === 'laptop')).toHaveLength(1);
  });
});

test('the keyboard is enough', async () => {
  const at = await scene();
  const begun = await begin(at.service);
  await at.page.goto(addressOf(at, begun));
  const focused = () => at.page.evaluate<string>('document.activeElement.innerText || document.activeElement.tagName');
  await expect.poll(focused).toBe('Continue');
  await at.page.keyboard.press('Enter');
  await at.page.getByText('Narrow what the key may do').waitFor();
  const seen: string[] = [];
  while (!seen.includes('Deny') && seen.length < 8) {
    await at.page.keyboard.press('Tab');
    seen.push(await focused());
  }
  expect(seen).toEqual(['Narrow what the key may do', 'Approve', 'Deny']);
  await at.page.keyboard.press('Shift+Tab');
  await at.page.keyboard.press('Enter');
  await expect.poll(() => heading(at.page)).toBe('Approved');
  expect(await keyWorks(at, begun)).toBe(true);
});

describe('other sites', () => {
  const page = (body: string) => ({ headers: { 'content-type': 'text/html' }, body: `<!doctype html>${body}` });

  test('cannot show the page in a frame', async () => {
    const at = await scene();
    const begun = await begin(at.service);
    const evil = await scriptedApi(() =>
      page(`<iframe src="${addressOf(at, begun)}" width="800" height="800"></iframe>`),
    );
    await at.page.goto(evil.url);
    await expect.poll(() => at.complaints.join()).toMatch(/frame-ancestors|X-Frame-Options/);
    const [, framed] = at.page.frames();
    expect(await framed?.content()).not.toContain('Log in a device');
  });

  test('cannot send the form, not even from another port of this machine with the cookie of the visitor', async () => {
    const at = await scene();
    const begun = await begin(at.service);
    await toDecision(at, begun);
    const ticket = (await at.page.locator('input[name=ticket]').getAttribute('value')) ?? '';
    const fields = { ticket, code: begun.userCode, decision: 'approve' };
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
    const form = `<form method="post" action="${at.url}/device/decision">${inputs.join('')}<button>Win</button></form>`;
    const evil = await scriptedApi(() => page(form));
    await at.page.goto(evil.url);
    await press(at.page, 'Win');
    await expect.poll(() => heading(at.page)).toBe('This form is no longer valid');
    expect((await poll(at.service, begun)).body).toEqual({ status: 'pending' });
  });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('every page can be read and used by everybody: contrast, names, order, landmarks', async () => {
    const at = await scene({ colorScheme, reducedMotion: 'reduce' });
    const found: string[] = [];
    const check = async (name: string): Promise<void> => {
      for (const violation of await violationsOn(at.page)) found.push(`${name}: ${violation}`);
    };
    const begun = await begin(at.service);
    await at.page.goto(`${at.url}/device`);
    await check('empty');
    await at.page.getByLabel('Code').fill('BCDF-GHJK');
    await press(at.page, 'Continue');
    await check('wrong');
    await toDecision(at, begun);
    await check('decision');
    await at.page.getByText('Narrow what the key may do').click();
    await at.page.getByRole('group', { name: 'Groups of operations' }).getByLabel('Only these').check();
    await at.page.getByRole('group', { name: 'Profiles' }).getByLabel('Only these').check();
    await check('narrowing');
    await press(at.page, 'Approve');
    await check('narrowed wrongly');
    await press(at.page, 'Deny');
    await check('denied');
    const other = await begin(at.service);
    await toDecision(at, other);
    await press(at.page, 'Approve');
    await check('approved');
    await at.page.goto(`${at.url.replace('127.0.0.1', 'localhost')}/device/`);
    await check('under another name');
    expect(found).toEqual([]);
  });

  test('the picture of the docs shows the page as it is', async () => {
    const at = await scene({ colorScheme, viewport: { width: 760, height: 920 }, deviceScaleFactor: 2 });
    await loggedIn(at.service, 'Ada’s laptop');
    await toDecision(at, await begin(at.service, 'Ada’s laptop'));
    const picture = await pictureOf(at.page);
    const file = join(ROOT, 'docs', 'images', `login-${colorScheme}.png`);
    // `SVC_KEEP_IMAGES=1 npx vitest run test/journeys/login-page.test.ts` takes it anew.
    if (process.env['SVC_KEEP_IMAGES'] === '1') {
      await mkdir(join(ROOT, 'docs', 'images'), { recursive: true });
      await writeFile(file, picture);
    }
    expect(sizeOf(await readFile(file))).toEqual(sizeOf(picture));
    expect(picture.length).toBeGreaterThan(30_000);
  });
});

test('it fits the narrowest screen without scrolling sideways', async () => {
  const at = await scene({ viewport: { width: 320, height: 640 } });
  await toDecision(at, await begin(at.service, 'a-very-long-device-name.'.repeat(4)));
  await at.page.getByText('Narrow what the key may do').click();
  expect(await at.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

/** On a busy machine the browser may have no frame ready when it is first asked. */
async function pictureOf(page: Page, tries = 3): Promise<Buffer> {
  const picture = page.screenshot();
  return tries === 1 ? picture : picture.catch(() => pictureOf(page, tries - 1));
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe has against the page. */
async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>('axe.run(document)');
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.html} ${node.failureSummary}`));
}

/** Width and height of a PNG. */
const sizeOf = (png: Buffer): readonly number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];
