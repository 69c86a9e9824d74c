/** The machine-readable command tree, proven by yargs: every command is registered strictly and every example parsed. */
import { parse } from 'shell-quote';
import yargs, { type Argv, type Options } from 'yargs';
import { dangerOf } from '../cli/danger.ts';
import type { Flag } from '../cli/flag.ts';
import { GLOBAL_FLAGS } from '../cli/globals.ts';
import { withImplied } from '../cli/leaf.ts';
import type { Spec } from '../cli/spec.ts';
import type { Card } from '../kernel/card.ts';
import { EXITS } from '../kernel/exits.ts';
import type { Manifest, ManifestCommand, ManifestFlag, ManifestOperation } from '../kernel/manifest.ts';
import type { Refuse } from './refusal.ts';
import type { Tree } from './specs.ts';

/** `svc.manifest.json` as a text; what yargs does not take is refused. */
export function manifestOf({ specs, branches }: Tree, version: string, refuse: Refuse): string {
  for (const spec of specs) prove(spec, refuse);
  const commands = Object.fromEntries(specs.map((spec) => [spec.path.join(':'), entryOf(spec)]));
  const manifest: Manifest = { version, exits: EXITS, branches, commands };
  return `${JSON.stringify(manifest)}\n`;
}

function entryOf(spec: Spec): ManifestCommand {
  const { card, path, args, flags, globals, summary, description, aliases, examples, exits, confirm, hidden } = spec;
  return {
    id: path.join(':'),
    path,
    summary,
    ...(description !== undefined && { description }),
    aliases,
    examples,
    exits: [...new Set(exits)],
    danger: dangerOf(spec),
    ...(confirm !== undefined && { confirm }),
    hidden,
    deprecated: card?.deprecated ?? false,
    args: Object.fromEntries(args.map(({ name, ...rest }) => [name, rest])),
    flags: Object.fromEntries(
      [...flags.filter(isShown), ...globals].map((flag) => [flag.long.slice(2), flagEntryOf(flag)]),
    ),
    ...(card && { operation: operationOf(card) }),
  };
}

const operationOf = ({ id, method, path, group, emits }: Card): ManifestOperation => ({
  id,
  method,
  path,
  ...(group !== undefined && { group }),
  emits,
});

const isShown = ({ hidden }: Flag): boolean => hidden !== true;

function flagEntryOf(flag: Flag): ManifestFlag {
  const { type, short, summary, choices, default: preset, required, repeat, deprecated, field, in: place } = flag;
  return {
    type,
    ...(short !== undefined && { char: short.slice(1) }),
    summary,
    ...(choices && { options: choices }),
    ...(preset !== undefined && { default: preset }),
    ...(required && { required }),
    ...(repeat && { multiple: repeat }),
    ...(deprecated && { deprecated }),
    ...(place !== 'own' && place !== 'global' && { field, in: place }),
    ...(GLOBAL_FLAGS.includes(flag) && { helpGroup: 'GLOBAL' }),
  };
}

function prove(spec: Spec, refuse: Refuse): void {
  const name = spec.path.join(' ');
  const place = {
    file: spec.card ? `${spec.card.area}.yaml` : `src/commands/${spec.path.join('/')}.ts`,
    operation: spec.card?.id,
  };
  const words = [...spec.flags, ...spec.globals].flatMap(({ long, short }) => [
    long,
    ...(short === undefined ? [] : [short]),
  ]);
  const twice = words.filter((word, at) => words.indexOf(word) !== at);
  for (const word of twice) refuse(place, `"${name}" has two flags ${word}`);
  if (spec.examples.length === 0) refuse(place, `"${name}" has no example`);
  for (const example of spec.examples) {
    const fault = faultOf(example, spec);
    if (fault !== undefined) refuse(place, `the example "${example}" does not parse: ${fault}`);
  }
}

/** Why yargs would not run an example, or undefined when it would. */
function faultOf(example: string, spec: Spec): string | undefined {
  const argv = wordsOf(example);
  const start = ['svc', ...spec.path];
  if (start.some((word, at) => argv[at] !== word)) return `it does not begin with ${start.join(' ')}`;
  try {
    registered(spec).parseSync([...withImplied(argv.slice(start.length), spec.flags)]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The words of the first command of a shell line: up to a pipe, a redirection or a list operator. */
export function wordsOf(example: string): string[] {
  const tokens = parse(example, (name) => `$${name}`);
  const end = tokens.findIndex((token) => typeof token === 'object' && !('pattern' in token));
  const own = end === -1 ? tokens : tokens.slice(0, end);
  return own.map((token) => (typeof token === 'string' ? token : 'pattern' in token ? token.pattern : ''));
}

const PARSER = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'unknown-options-as-args': false,
};

function registered(spec: Spec): Argv {
  const line = [
    '$0',
    ...spec.args.map(({ label, required, repeat }) => bracketed(repeat ? `${label}..` : label, required)),
  ];
  return yargs()
    .scriptName('svc')
    .exitProcess(false)
    .help(false)
    .version(false)
    .parserConfiguration(PARSER)
    .strict()
    .fail((message, error) => {
      throw error ?? new Error(message);
    })
    .command(
      line.join(' '),
      spec.summary,
      (command) => fill(command, spec),
      () => undefined,
    );
}

const bracketed = (name: string, required: boolean): string => (required ? `<${name}>` : `[${name}]`);

function fill(command: Argv, { args, flags, globals }: Spec): Argv {
  for (const { label, choices } of args) command.positional(label, { type: 'string', ...(choices && { choices }) });
  for (const flag of [...flags, ...globals]) {
    command.option(flag.long.slice(2), optionOf(flag));
    if (flag.type === 'boolean') command.option(`no-${flag.long.slice(2)}`, { type: 'boolean', hidden: true });
  }
  return command;
}

/** A required flag is not demanded here: an example may give it through `--input` or `--set`. */
function optionOf({ type, short, choices, repeat }: Flag): Options {
  if (type === 'boolean') return { type: 'boolean', ...(short !== undefined && { alias: short.slice(1) }) };
  return {
    type: 'string',
    ...(short !== undefined && { alias: short.slice(1) }),
    ...(choices && { choices }),
    ...(repeat && { array: true }),
    nargs: 1,
  };
}
