/** The first page of help has whole clauses: what does not fit goes at the end of one. */
import { Command } from 'commander';
import { expect, test } from 'vitest';
import type { Flag } from '../../src/cli/flag.ts';
import { shortHelp } from '../../src/cli/short-help.ts';
import { specOf, type Spec } from '../../src/cli/spec.ts';
import { catalog } from '../client/cards.ts';

const { card, schemas } = catalog.command('listPosts');
const base = specOf(card, schemas);

const flag = (word: string, summary: string, more: Partial<Flag> = {}): Flag => ({
  ...{ name: word, long: `--${word}`, field: word, in: 'own', type: 'string', summary, required: false },
  ...{ repeat: false, common: true, deprecated: false },
  ...more,
});

/** The page at 80 columns, with so many further flags that it cannot have all of them. */
const pageWith = (...flags: readonly Flag[]): string => pageOf({ args: [], flags });

function pageOf({ args, flags }: Pick<Spec, 'args' | 'flags'>): string {
  const others = Array.from({ length: 20 }, (_, at) => flag(`other-${at}`, 'Another one'));
  const spec = { ...base, args, description: '', flags: [...flags, ...others] };
  return shortHelp(new Command('list'), spec, new Command().createHelp());
}

test('a required flag has up to two lines, with everything that it says', () => {
  const page = pageWith(
    flag('account', 'Account that receives it: id, username or platform:username', { required: true }),
  );
  expect(page.replace(/\s+/g, ' ')).toContain(
    '--account <text> Account that receives it: id, username or platform:username (required) --other-0',
  );
});

test('a longer text ends with a clause, and the last line says that there is more', () => {
  const page = pageWith(
    flag('text', 'Text of the review; at most 4,096 characters, and a longer one is refused by the network'),
    flag('to', `Person who gets it; ${'a name that is known here, '.repeat(6)}or a number`, { required: true }),
  );
  expect(page).toMatch(/--text <text> +Text of the review\n/);
  expect(page).toMatch(/--to <text> +Person who gets it \(required\)\n/);
  expect(page.replace(/\s+/g, ' ')).toMatch(/`--help --all` adds details, \d+ more flags/);
});

test('a text of a single clause is shown whole, and brackets stay in pairs', () => {
  const page = pageWith(
    flag('zone', 'Zone of the times in the file that have none of their own, such as Europe/Berlin'),
    flag('kind', 'Kind of number (a local, a mobile or a national one; a toll-free one where the country has it)'),
  );
  expect(page.replace(/\s+/g, ' ')).toContain('that have none of their own, such as Europe/Berlin --kind');
  expect(page).toMatch(/--kind <text> +Kind of number\n/);
  expect(page.split('\n').length).toBeLessThanOrEqual(21);
});

test('of an argument the usage line says that it is required, and its words do not', () => {
  const files =
    'Files with a row per post: `content` or `media`, optionally `to`, `at` and others; `-` reads standard input';
  const page = pageOf({
    args: [{ name: 'files', label: 'files', summary: files, required: true, repeat: true }],
    flags: [],
  });
  expect(page.replace(/\s+/g, ' ')).toContain(' optionally `to`, `at` and others --other-0');
  expect(page).not.toContain('(required)');
});
