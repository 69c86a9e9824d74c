/** Every picture of `--chart` on a terminal of 80 columns: UTF-8 and ASCII, with and without colour. */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { wordsOf } from '../../../src/build/manifest.ts';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import type { Card } from '../../../src/kernel/card.ts';
import { injectedHttp } from '../../support/injected.ts';
import { ROOT } from '../../support/process.ts';
import { TEST_NOW } from '../../support/service.ts';
import { sharedService } from '../../support/shared-service.ts';
import { svc } from '../../support/svc.ts';

const catalog = openCatalog('dist/cards');
const shared = sharedService(catalog);
const PAGE = join(ROOT, 'test', 'journeys', 'tables', 'charts-80.txt');

const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))].sort();
const charted: readonly Card[] = areas
  .flatMap((area) => catalog.file(area).operations)
  .filter(({ chart }) => chart !== undefined);

/** The demo begins in December of the year before its clock, which some examples do not reach. */
const inReach = (word: string): string => (/^2026-1[01]-\d\d/.test(word) ? '2025-12-20' : word);

/** Calls and texts are counted in groups where it is asked for. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  getUsage: ['--granularity', 'day', '--range', '30d'],
  getCallsUsage: ['--group-by', 'number'],
};

async function ran(card: Card, env: Record<string, string>, more: readonly string[] = ['--chart']): Promise<string> {
  const words = wordsOf(card.command.examples[0] ?? '').slice(1);
  const own = words.filter((word) => !word.startsWith('--chart')).map(inReach);
  const argv = [...own, ...(MORE[card.id] ?? []), ...more];
  const { code, stdout, stderr } = await svc(argv, {
    terminal: 80,
    now: TEST_NOW,
    env: { SVC_BASE_URL: 'http://localhost', SVC_API_KEY: shared.service.apiKey, ...env },
    doors: {
      http: injectedHttp(
        () => shared.service,
        () => undefined,
      ),
    },
  });
  expect(code, stderr).toBe(0);
  return `$ svc ${argv.join(' ')}\n${stdout === '' ? stderr : stdout}`;
}

const PLAIN = { NO_COLOR: '1', LC_ALL: 'C.UTF-8' };

test('pictures fit the terminal, in UTF-8 and in ASCII', async () => {
  const drawn: string[] = [];
  for (const card of charted) {
    const [unicode, ascii] = [await ran(card, PLAIN), await ran(card, { NO_COLOR: '1', LC_ALL: 'C' })];
    expect(ascii).toMatch(/^[\n -~]*$/);
    const lines = [unicode, ascii].flatMap((one) => one.split('\n').slice(1));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    drawn.push(unicode, ascii.split('\n').slice(1).join('\n'));
  }
  await expect(drawn.join('\n')).toMatchFileSnapshot(PAGE);
});

test('colour adds nothing but colour', async () => {
  const card = catalog.card('getDailyMetrics');
  const colored = await ran(card, { FORCE_COLOR: '1', LC_ALL: 'C.UTF-8' });
  expect(colored).toContain('\u001b[');
  expect(stripVTControlCharacters(colored)).toBe(await ran(card, PLAIN));
});

test('a figure is chosen by its name, and one that there is not is refused before anything is sent', async () => {
  const card = catalog.card('getDailyMetrics');
  expect(await ran(card, PLAIN, ['--chart=likes'])).toContain('\nlikes\n');
  const { code, stderr } = await svc(['analytics', 'daily', '--chart=like'], { env: { SVC_API_KEY: 'sk_none' } });
  expect(code).toBe(2);
  expect(stderr).toContain('Did you mean likes?');
});
