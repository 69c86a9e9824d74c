/** The pages of help that the build renders are what the command line renders by itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageIn, pagesFile, withoutColor } from '../../src/cli/help-pages.ts';
import { ROOT } from '../support/process.ts';
import { binary, svc } from '../support/svc.ts';

const PATHS = ['', 'posts', 'posts create', 'ads campaigns list', 'local', 'webhooks listen', 'api'];

const PAGES = PATHS.flatMap((path) => [false, true].map((all) => ({ path, all })));

test.each(PAGES)('the page of %j is the help that main.ts renders', async ({ path, all }) => {
  const pages = await readFile(join(ROOT, 'dist', pagesFile({ path, all })));
  const page = pageIn(String(all ? gunzipSync(pages) : pages), path) ?? '';
  const { stdout } = await svc([...path.split(' ').filter(Boolean), '--help', ...(all ? ['--all'] : [])]);
  expect(withoutColor(page)).toBe(stdout);
});

test('the binary shows a page in colour where colour is wanted, and as plain text in a pipe', async () => {
  const plain = await binary(['posts', 'create', '--help']);
  const coloured = await binary(['posts', 'create', '--help'], { env: { FORCE_COLOR: '1' } });
  expect(plain.code).toBe(0);
  expect(plain.stdout).toMatch(/^Usage: svc posts create/);
  expect(coloured.stdout.startsWith('\u001b[1mUsage:')).toBe(true);
  expect(withoutColor(coloured.stdout)).toBe(plain.stdout);
});

test('the binary shows the whole page for --help --all, and for --all --help', async () => {
  const whole = await binary(['posts', 'create', '--help', '--all']);
  expect(whole.stdout).toContain('--recycling <json>');
  expect(await binary(['posts', 'create', '--all', '--help'])).toEqual(whole);
});

test('what has no page is answered as before', async () => {
  const unknown = await binary(['pots', '--help']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('posts');
});
