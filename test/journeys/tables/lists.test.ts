/** Every list command on a terminal of 80 columns and of 120, with the first example of its help on the demo pack and a frozen clock. */
import { join } from 'node:path';
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

const pageOf = (width: number): string => join(ROOT, 'test', 'journeys', 'tables', `lists-${String(width)}.txt`);

const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))].sort();

/** Every operation that answers a list, by the name of its command. */
const lists: readonly Card[] = areas
  .flatMap((area) => catalog.file(area).operations)
  .filter(({ reads, effect, deprecated }) => reads === true && effect?.list !== undefined && deprecated !== true)
  .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

function nameOf({ command }: Card): string {
  return command.path.join(' ');
}

/** Lines of a table that are kept: its heading and the first records. */
const KEPT = 6;

/** The example without what it says of the form. */
const inTable = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => !FORM.test(word) && !FORM.test(words[at - 1] ?? ''));

const FORM = /^(-o|--output|--jq|--fields|--template|--chart)$/;

async function tableOf(card: Card, width: number): Promise<string> {
  const argv = inTable(wordsOf(card.command.examples[0] ?? '').slice(1));
  const { code, stdout, stderr } = await svc(argv, {
    terminal: width,
    now: TEST_NOW,
    env: { SVC_BASE_URL: 'http://localhost', SVC_API_KEY: shared.service.apiKey, NO_COLOR: '1', LC_ALL: 'C.UTF-8' },
    doors: {
      http: injectedHttp(
        () => shared.service,
        () => undefined,
      ),
    },
  });
  expect(code, stderr).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  const shown = stdout === '' ? [stderr.trimEnd()] : lines.slice(0, KEPT);
  return [
    `$ svc ${argv.join(' ')}`,
    ...shown,
    ...(lines.length > KEPT ? [`… ${String(lines.length - KEPT)} more`] : []),
  ].join('\n');
}

test.each([80, 120])(
  'in %i columns no list is wider, has JSON in a cell or a heading that is no word',
  async (width) => {
    const drawn: string[] = [];
    for (const card of lists) drawn.push(await tableOf(card, width));
    const page = drawn.join('\n\n');
    const tables = drawn.flatMap((one) => one.split('\n').slice(1));
    expect(tables.filter((line) => line.length > width)).toEqual([]);
    expect(tables.filter((line) => /[{[]"|"[}\]]/.test(line))).toEqual([]);
    await expect(`${page}\n`).toMatchFileSnapshot(pageOf(width));
  },
);
