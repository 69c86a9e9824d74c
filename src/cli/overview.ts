/** `svc --help`: how to begin, and every noun by its group, on one screen. `--all` says what each is for. */
import type { Command } from 'commander';
import { bold } from './help.ts';
import { hanging, wrapped } from './short-help.ts';
import { TOPICS } from './topics/topics.ts';
import { branchesUnder, GENERAL, leavesUnder, type Tree } from './tree.ts';

/** The first things that people do, in their order. */
const BEGINNINGS: readonly (readonly [command: string, does: string])[] = [
  ['svc login', 'Get an API key'],
  ['svc local start', 'Or run the API here'],
  ['svc posts create "We are live" --to twitter --now', 'Publish a post'],
  ['svc webhooks listen --forward-to 3000', 'Receive events'],
  ['svc status', 'What is due, what failed'],
];

/** @param columns of the terminal */
export function overview(tree: Tree, root: Command, columns: number): string {
  const width = Math.max(...BEGINNINGS.map(([command]) => command.length)) + 2;
  const isWide = columns >= width + 28;
  const lines = [
    `${bold('Usage:')} svc <command> [flags]`,
    '',
    ...wrapped(root.description(), columns),
    '',
    bold('Examples:'),
    ...BEGINNINGS.map(([command, does]) => (isWide ? `  ${command.padEnd(width)}${does}` : `  ${command}`)),
    '',
    bold('Commands:'),
    ...groupLines(tree, columns),
    '',
    ...hanging('Topics:', `svc help ${TOPICS.map(({ name }) => name).join(', ')}`, columns),
    ...hanging('More:', MORE, columns),
  ];
  return `${lines.join('\n')}\n`;
}

const MORE = '`svc COMMAND --help`; `svc --help --all` says what each command is for; `svc --version`';

/** A line for each group of the tree, in its order. */
function groupLines(tree: Tree, columns: number): readonly string[] {
  const alone = leavesUnder(tree, '').filter(({ entry, own }) => (entry ?? own)?.hidden !== true);
  const groups = new Map<string, string[]>();
  const names = [
    ...branchesUnder(tree, '').map(({ name, heading }) => [name, heading] as const),
    ...alone.map(({ path }) => [path, GENERAL] as const),
  ];
  for (const [name, heading] of names) groups.set(heading, [...(groups.get(heading) ?? []), name]);
  const width = Math.max(...[...groups.keys()].map(({ length }) => length)) + 4;
  return [...groups].flatMap(([heading, members]) =>
    hanging(`  ${heading}`.padEnd(width - 1), [...new Set(members)].join(', '), columns),
  );
}
