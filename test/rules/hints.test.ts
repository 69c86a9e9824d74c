/** Every command that a sentence of ours names is there: a hint that cannot be followed is worse than none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TOPICS } from '../../src/cli/topics/topics.ts';
import { treeOf, understood } from '../../src/cli/tree.ts';
import { families, handMade, headings, ownBranches } from '../../src/commands/table.ts';
import { CONSOLE_PANELS } from '../../src/kernel/console.ts';
import { catalog } from '../client/cards.ts';
import { ROOT } from '../support/module.ts';

const tree = treeOf(catalog.index(), { handMade, families, ownBranches, headings });

/** `svc a b` between marks, in a string or a template; what follows in capitals, signs or places is left away. */
const NAMED = /`svc ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/g;

/** Sentences that are a template of their own and begin with `svc`. */
const VERBS = ['failed', 'needs', 'help'];

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') || name.endsWith('.yaml'))
  .map((name) => [name, readFileSync(join(ROOT, 'src', name), 'utf8').replaceAll('\\`', '`')] as const);

const isThere = (words: readonly string[]): boolean => {
  const { path, rest } = understood(tree, words);
  return rest.length === 0 || tree.leaves.has(path);
};

test('every `svc …` in the sources begins with a command or a noun', () => {
  const named = sources.flatMap(([name, text]) =>
    [...text.matchAll(NAMED)].map(([, words = '']) => ({ name, words: words.split(' ') })),
  );
  expect(named.length).toBeGreaterThan(100);
  const strange = named.filter(({ words }) => !VERBS.includes(words[0] ?? '') && !isThere(words));
  expect(strange.map(({ name, words }) => `${name}: svc ${words.join(' ')}`)).toEqual([]);
});

test('every `svc local open …` in the sources opens a panel that the console has', () => {
  const opened = sources.flatMap(([name, text]) =>
    [...text.matchAll(/\bsvc local open ([a-z]+)/g)].map(([, panel = '']) => ({ name, panel })),
  );
  expect(opened.length).toBeGreaterThan(1);
  expect(opened.filter(({ panel }) => !CONSOLE_PANELS.some((one) => one === panel))).toEqual([]);
});

interface Described {
  readonly path: readonly string[];
  readonly aliases: readonly string[];
  readonly flags: Readonly<Record<string, { readonly type: string; readonly char?: string }>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'dist', 'svc.manifest.json'), 'utf8')) as {
  readonly commands: Readonly<Record<string, Described>>;
};

const commands = new Map(
  Object.values(manifest.commands).flatMap((command) =>
    [command.path.at(-1), ...command.aliases].map((verb) => [
      [...command.path.slice(0, -1), verb].join(' '),
      command.flags,
    ]),
  ),
);

/** As it may be typed: a boolean also the other way round. */
const spelled = (name: string, type: string): readonly string[] =>
  type === 'boolean' ? [`--${name}`, name.startsWith('no-') ? `--${name.slice(3)}` : `--no-${name}`] : [`--${name}`];

/** A whole command line between marks; what a template puts in is the word X. */
const WHOLE = /`svc ((?:\$\{[^`}]*\}|[^`\n])+)`/g;

/** Flags that the command of a line does not have. Words after `--` or a pipe are somebody else's. */
function strangeFlags(line: string): readonly string[] {
  const words = (/^(.*?)(?: (?:--|\|)(?: |$)|$)/.exec(line)?.[1] ?? '').split(/\s+/);
  const at = words.map((_, count) => words.slice(0, words.length - count).join(' ')).find((path) => commands.has(path));
  if (at === undefined) return [];
  const own = Object.entries(commands.get(at) ?? {});
  return words
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.split(/[=|[,]/, 1)[0] ?? '')
    .filter((word) => !['--help', '-h'].includes(word))
    .filter(
      (word) => !own.some(([name, { type, char }]) => spelled(name, type).includes(word) || word === `-${char ?? ''}`),
    );
}

test('every `svc …` in the sources has only flags of its command', () => {
  expect(strangeFlags('posts create --follow -o json -- --else')).toEqual(['--follow']);
  const strange = sources.flatMap(([name, text]) =>
    [...text.matchAll(WHOLE)].flatMap(([, line = '']) =>
      strangeFlags(line.replaceAll(/\$\{[^}]*\}/g, 'X')).map((flag) => `${name}: svc ${line}: ${flag}`),
    ),
  );
  expect(strange).toEqual([]);
});

test('every `svc help …` in the sources is a topic or a command', () => {
  const topics = sources.flatMap(([name, text]) =>
    [...text.matchAll(/`svc help ([a-z-]+)`/g)].map(([, topic = '']) => ({ name, topic })),
  );
  expect(topics.filter(({ topic }) => !TOPICS.some((one) => one.name === topic) && !isThere([topic]))).toEqual([]);
});

/** Rooms whose messages speak of flags of svc. */
const ROOMS = /^(?:auth|cli|client|commands|kernel|listener|schema)\//;

test('every flag in a message or hint is one that some command has', () => {
  const known = new Set(
    [...commands.values()].flatMap((own) => Object.entries(own).flatMap(([name, { type }]) => spelled(name, type))),
  );
  const named = sources
    .filter(([name]) => ROOMS.test(name))
    .flatMap(([name, text]) =>
      [...text.matchAll(/(?:message|hint): ['`](?:[^'\n]|\\')*?['`],?\s/g)].flatMap(([sentence]) =>
        [...sentence.matchAll(/(?<![\w-])--[a-z][a-z-]*[a-z]/g)].map(([flag]) => ({ name, flag })),
      ),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ flag }) => flag !== '--help' && !known.has(flag))).toEqual([]);
});
