/** A command line is read the same whether commander knows every flag of the command or only those that the words name. */
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { fillLeaf, type Typed } from '../../src/cli/leaf.ts';
import { specOf } from '../../src/cli/spec.ts';
import { catalog } from '../client/cards.ts';

const { card, schemas } = catalog.command('listPosts');
const spec = specOf(card, schemas);

/** What was typed and which options commander was given, or the error. */
function read(argv: readonly string[], words?: readonly string[]) {
  let typed: Typed | undefined;
  const command = new Command('list')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  fillLeaf(command, spec, (one) => (typed = one), words === undefined ? {} : { words });
  try {
    command.parse([...argv], { from: 'user' });
    return { said: typed, options: command.options.length };
  } catch (error) {
    return { said: String(error), options: command.options.length };
  }
}

const all = read([]).options;

describe('what the words name is read as with all flags', () => {
  test.each([
    [[], 0],
    [['--limit', '5'], 1],
    [['--limit=5', '-q'], 2],
    [['-o', 'csv', '--no-input'], 2],
    [['--all', '--', '--limit'], 1],
  ])('%j', (argv, options) => {
    expect(read(argv, argv).said).toEqual(read(argv).said);
    expect(read(argv, argv).options).toBeLessThanOrEqual(options * 2);
  });
});

describe('as soon as a word is not exactly the name of a flag, there are all of them', () => {
  test.each([[['--limt', '5']], [['-ocsv']], [['-qo', 'csv']], [['--page', '-1']], [['--help']], [['-']]])(
    '%j',
    (argv) => {
      const known = read(argv, argv);
      expect(known.said).toEqual(read(argv).said);
      if (argv[0] !== '-') expect(known.options).toBe(all);
    },
  );
});
