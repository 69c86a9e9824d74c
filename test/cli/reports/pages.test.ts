/** Pages that are mailed: `svc posts calendar --html` and `svc analytics report --html`, in a browser without network. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../src/cli/command.ts';
import { fetchThumbnails } from '../../../src/cli/reports/thumbnails.ts';
import { openBrowser, type TestBrowser } from '../../support/browser.ts';
import { startService, TEST_NOW, type ServiceUnderTest } from '../../support/service.ts';
import { svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { testWorld } from '../../support/world.ts';

let browser: TestBrowser;
beforeAll(async () => void (browser = await openBrowser()), 120_000);
afterAll(async () => browser.close());

const HOSTILE = `</style><script>document.title='run'</script><img src=x onerror="document.title='run'">"'\u202e& <b>`;

const MONTH = new Date(TEST_NOW).toISOString().slice(0, 7);

async function bench(): Promise<{ under: ServiceUnderTest; run: (argv: readonly string[]) => ReturnType<typeof svc> }> {
  const under = await startService();
  const { url } = await under.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: under.service.apiKey };
  return { under, run: (argv) => svc(argv, { env, now: TEST_NOW }) };
}

interface Counts {
  readonly scripts: number;
  readonly images: number;
  readonly broken: number;
  readonly charts: number;
  readonly title: string;
}

/** What the page shows, and what it asked the network for. */
async function opened(file: string) {
  const context = await browser.browser.newContext({ offline: true });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`file://${file}`);
  const text = await page.locator('body').innerText();
  const counts: Counts = await page.evaluate(`({
    scripts: document.scripts.length,
    images: document.images.length,
    broken: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length,
    charts: document.querySelectorAll('svg').length,
    title: document.title,
  })`);
  await page.setViewportSize({ width: 390, height: 800 });
  const narrowest: number = await page.evaluate(
    `Math.min(390, ...[...document.querySelectorAll('.posts .text')].map(({ offsetWidth }) => offsetWidth))`,
  );
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await context.close();
  const others = asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'));
  return { text, ...counts, narrowest, others, isPdf: pdf.subarray(0, 4).toString() === '%PDF' };
}

async function postHostile({ api, account }: ServiceUnderTest): Promise<void> {
  const { _id: accountId } = await account('bluesky');
  await api('POST', '/v1/posts', {
    body: { content: HOSTILE, platforms: [{ platform: 'bluesky', accountId }], publishNow: true },
  });
}

describe('in a browser without network', () => {
  test('a calendar shows its posts, what they say stays text, and nothing is asked for', async () => {
    const { under, run } = await bench();
    await postHostile(under);
    const file = join(await temporaryFolder(), 'calendar.html');
    const { code, stdout, stderr } = await run(['posts', 'calendar', MONTH, '--html', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ file, sizeBytes: readFileSync(file).byteLength, missingPictures: 0 });
    const seen = await opened(file);
    expect(seen).toMatchObject({ scripts: 0, images: 0, others: [], isPdf: true });
    expect(seen.title).toMatch(/^\w+ \d{4}$/);
    expect(seen.text).toContain('Bluesky');
    expect(seen.text).not.toContain('bluesky');
    expect(seen.text).toContain(
      `<script>document.title='run'</script><img src=x onerror="document.title='run'">"'& <b>`,
    );
  });

  test('a report has tiles, charts and the best posts, and what they say stays text', async () => {
    const { under, run } = await bench();
    await postHostile(under);
    await under.advance(2 * 86_400);
    const file = join(await temporaryFolder(), 'report.html');
    const { code, stderr } = await run(['analytics', 'report', '--html', file, '--title', HOSTILE]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const seen = await opened(file);
    expect(seen).toMatchObject({ scripts: 0, others: [], isPdf: true });
    expect(seen.title).toContain('<script>');
    expect(seen.charts).toBeGreaterThanOrEqual(4);
    expect(seen.text).toContain('Posts with most engagement');
    expect(seen.narrowest).toBeGreaterThan(300);
    expect(seen.narrowest).toBeLessThan(390);
    expect(seen.text).toMatch(/\bJanuary \d+, 2026/);
    expect(seen.text).toMatch(/· Bluesky\s/);
    expect(seen.text).not.toMatch(/\d{4}-\d\d-\d\d/);
    expect(seen.text).toContain(`"'& <b>`);
  });
});

test('a page is written whole or not at all, and never over a folder', async () => {
  const { under, run } = await bench();
  const folder = await temporaryFolder();
  const refused = await run(['posts', 'calendar', '--html', folder]);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('is not a file to write to');
  const file = join(folder, 'kept.html');
  writeFileSync(file, 'before');
  await under.service.close();
  expect((await run(['analytics', 'report', '--html', file])).code).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('before');
});

describe('pictures', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const FILES: Readonly<Record<string, Buffer>> = {
    '/a.png': PNG,
    '/evil.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    '/large.png': Buffer.concat([PNG, Buffer.alloc(500_000)]),
  };

  test('are embedded when their bytes are a picture of reasonable size, fetched without the key', async () => {
    const { world } = testWorld({ env: { SVC_API_KEY: 'sk_secret' } });
    const sent: unknown[] = [];
    const send = (request: { url: string; headers: object }) => {
      sent.push(request.headers);
      const bytes = FILES[new URL(request.url).pathname];
      const body = (async function* () {
        if (bytes !== undefined) yield bytes;
      })();
      return Promise.resolve({ status: bytes === undefined ? 404 : 200, headers: {}, body, discard: () => undefined });
    };
    const context = {
      world: { ...world, http: { ...world.http, pool: { ...world.http.pool, send } } },
      signal: new AbortController().signal,
      progress: () => ({ update: () => undefined, stop: () => undefined }),
    } as unknown as Context;
    const addresses = ['a.png', 'a.png', 'evil.png', 'large.png', 'none.png'].map(
      (name) => `https://m.example/${name}`,
    );
    const { pictures, missing } = await fetchThumbnails(addresses, context);
    expect([...pictures]).toEqual([['https://m.example/a.png', `data:image/png;base64,${PNG.toString('base64')}`]]);
    expect(missing).toBe(3);
    expect(sent).toEqual(Array.from({ length: 4 }, () => ({ accept: 'image/*' })));
  });
});
