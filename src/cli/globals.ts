/** The flags every command understands: as data, and as values once typed. Source: design §4. */
import { EXITS, type ExitName } from '../kernel/exits.ts';
import { figureName, type Chart } from '../kernel/chart.ts';
import { failure } from '../kernel/failure.ts';
import { COLORS, FORMATS, type Format } from '../kernel/formats.ts';
import { didYouMean, suggestion } from '../schema/suggest.ts';
import type { GlobalFlags } from './command.ts';
import { durationMs } from './duration.ts';
import type { Flag, FlagType } from './flag.ts';

/** Ends of a command that is not wrong in itself, and so may be as good as success to a script. */
const FORGIVABLE: readonly ExitName[] = (Object.keys(EXITS) as ExitName[]).filter(
  (name) => !['ok', 'internal', 'usage', 'interrupted', 'terminated'].includes(name),
);

type Extra = Partial<Pick<Flag, 'short' | 'implied' | 'choices' | 'placeholder' | 'default' | 'common' | 'repeat'>>;

const flag = (word: string, type: FlagType, summary: string, extra: Extra = {}): Flag => ({
  name: `global:${word}`,
  long: `--${word}`,
  field: word,
  in: 'global',
  type,
  required: false,
  repeat: false,
  summary,
  deprecated: false,
  common: false,
  ...extra,
});

/** On every command, and before the first noun. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  flag('output', 'string', 'Output format; a table on a terminal, JSON otherwise', {
    short: '-o',
    choices: FORMATS,
  }),
  flag('fields', 'string', 'Only these fields, comma-separated, with dots for nested ones; `help` lists them', {
    placeholder: 'a,b.c',
  }),
  flag('jq', 'string', 'Filter the result with a jq expression', { placeholder: 'expression' }),
  flag('template', 'string', 'Format each record with a Liquid template', { placeholder: 'text' }),
  flag('context', 'string', 'Context to use for this command', { placeholder: 'name' }),
  flag('cacert', 'file', 'Trust these certificate authorities as well (PEM file)', { placeholder: 'file' }),
  flag('timeout', 'string', 'Time limit for a request or a wait', { placeholder: 'time', default: '60s' }),
  flag('max-wait', 'string', 'Maximum time to wait for rate limits', { placeholder: 'time', default: '60s' }),
  flag('yes', 'boolean', 'Answer yes to every prompt', { short: '-y' }),
  flag('no-input', 'boolean', 'Never prompt; fail when an answer is missing'),
  flag('exit-zero-on', 'string', 'Exit 0 on these kinds of failure', { choices: FORGIVABLE, repeat: true }),
  flag('wide', 'boolean', 'Show every column and whole ids and times on a terminal'),
  flag('no-pager', 'boolean', 'Show long results without a pager'),
  flag('quiet', 'boolean', 'Print only errors to standard error', { short: '-q' }),
  flag('color', 'string', 'When to use colors', { choices: COLORS, default: 'auto' }),
  flag('debug', 'boolean', 'Show requests, waits and limits on standard error, without secrets'),
];

/** On every command that calls the API. */
export const DRY_RUN_FLAG: Flag = flag('dry-run', 'boolean', 'Show the request and send nothing');

/** On every operation of the API. */
export const OPERATION_FLAGS: readonly Flag[] = [
  DRY_RUN_FLAG,
  flag('no-validate', 'boolean', 'Send the input without validating it'),
];

/** On every command that only reads. */
export const WATCH_FLAG: Flag = flag('watch', 'string', 'Read again and again, and mark what changed', {
  placeholder: 'time',
  implied: '2s',
});

/** On readings that have figures to draw. */
export const chartFlag = ({ of = [] }: Chart): Flag =>
  flag('chart', 'string', 'Draw a figure of the answer on a terminal', {
    ...(of.length > 0 ? { choices: of.map(figureName) } : { placeholder: 'figure' }),
    implied: of.length > 0 ? figureName(of[0] ?? '') : 'first',
    common: true,
  });

/** On lists that come in pages. */
export const PAGING_FLAGS: readonly Flag[] = [
  flag('all', 'boolean', 'Read every page', { common: true }),
  flag('limit', 'integer', 'Maximum number of records', { placeholder: 'n', common: true }),
];

/**
 * The values of the global flags.
 * @param typed what was typed, by flag name
 * @param own the flags of the command itself, to tell a field from a flag of every command that has its word
 * @throws Failure `usage` for a value that the flag does not take
 */
export function globalsFrom(typed: Readonly<Record<string, unknown>>, own: readonly Flag[]): GlobalFlags {
  const text = (word: string): string | undefined => typed[`global:${word}`] as string | undefined;
  const on = (word: string): boolean => typed[`global:${word}`] === true;
  const output = chosen('--output', text('output'), FORMATS);
  const colorField = own.find(({ field, long }) => field === 'color' && long !== '--color');
  const [jq, template, watch] = [text('jq'), text('template'), text('watch')];
  const [chart, cacert] = [text('chart'), text('cacert')];
  const [fields, context, timeout, maxWait, limit] = ['fields', 'context', 'timeout', 'max-wait', 'limit'].map(text);
  refuseFieldAsTemplate(template, own);
  refuseTwoForms({ fields, ...(output && { output }), ...(jq && { jq }), ...(template && { template }) });
  return {
    ...(output && { output }),
    ...(fields !== undefined && fields !== FIELDS_HELP && { fields: namesIn(fields) }),
    ...(jq !== undefined && { jq }),
    ...(template !== undefined && { template }),
    ...(context !== undefined && { context }),
    ...(cacert !== undefined && { cacert }),
    ...(timeout !== undefined && { timeoutMs: durationMs(timeout, '--timeout') }),
    ...(maxWait !== undefined && { maxWaitMs: durationMs(maxWait, '--max-wait') }),
    ...(limit !== undefined && { limit: counted('--limit', limit) }),
    color: chosen('--color', text('color'), COLORS, colorField?.long) ?? 'auto',
    fieldsHelp: fields === FIELDS_HELP,
    debug: on('debug'),
    dryRun: on('dry-run'),
    yes: on('yes'),
    validate: !on('no-validate'),
    exitZeroOn: exitsIn(typed['global:exit-zero-on']),
    quiet: on('quiet'),
    wide: on('wide'),
    pager: !on('no-pager'),
    ...(chart !== undefined && { chart }),
    ...(watch !== undefined && { watchMs: durationMs(watch, '--watch') }),
    input: !on('no-input'),
    all: on('all'),
  };
}

/** In place of fields: their list. */
export const FIELDS_HELP = 'help';

const namesIn = (text: string): readonly string[] => text.split(',').flatMap((field) => field.trim() || []);

/** One word may hold several, separated by commas. */
function exitsIn(typed: unknown): readonly ExitName[] {
  const words = ((typed ?? []) as readonly string[]).flatMap((text) => text.split(',')).map((word) => word.trim());
  return words.flatMap((word) => chosen('--exit-zero-on', word, FORGIVABLE) ?? []);
}

/** The value of a field, given to the flag of every command that has the field's word. */
function refuseFieldAsTemplate(template: string | undefined, own: readonly Flag[]): void {
  const field = own.find((one) => one.field === 'template' && one.long !== '--template');
  if (template === undefined || field === undefined || /\{[{%]/.test(template)) return;
  throw failure('usage', {
    message: 'The value of --template is not a valid Liquid template.',
    param: '--template',
    hint: didYouMean(field.long),
  });
}

/**
 * Forms that rule each other out.
 * @throws Failure `usage` that names both
 */
function refuseTwoForms({ jq, template, fields, output }: Forms): void {
  const pairs: readonly (readonly [string, string, boolean])[] = [
    ['--jq', '--fields', jq !== undefined && fields !== undefined],
    ['--template', '--fields', template !== undefined && fields !== undefined],
    ['--template', '--output', template !== undefined && output !== undefined],
  ];
  const [one, other] = pairs.find(([, , both]) => both) ?? [];
  if (one === undefined || other === undefined) return;
  throw failure('usage', { message: `${one} and ${other} cannot be combined.`, param: other });
}

type Forms = Pick<GlobalFlags, 'jq' | 'template' | 'output'> & { readonly fields: string | undefined };

/** The form that a command line asks for, also one that cannot be understood otherwise: its error is written in it. */
export function formatTyped(argv: readonly string[]): Format | undefined {
  const word = lastWord(argv, /^(?:-o|--output)$/, /^(?:-o|--output=)(.+)$/);
  return FORMATS.find((format) => format === word);
}

/** The colors that a command line asks for, for the help, which is printed before flags are judged. */
export function colorTyped(argv: readonly string[]): (typeof COLORS)[number] | undefined {
  const word = lastWord(argv, /^--color$/, /^--color=(.+)$/);
  return COLORS.find((choice) => choice === word);
}

/** @param alone the flag before its value, `joined` the flag with it */
const lastWord = (argv: readonly string[], alone: RegExp, joined: RegExp): string | undefined =>
  argv.flatMap((word, at) => (alone.test(word) ? (argv[at + 1] ?? []) : (joined.exec(word)?.[1] ?? []))).at(-1);

/** @throws Failure `usage` that names `source` for a word that is no format */
export const formatNamed = (word: string, source: string): Format => chosen(source, word, FORMATS) ?? 'json';

/** @param meant the flag of the field that shares its word with this one */
function chosen<T extends string>(
  place: string,
  word: string | undefined,
  choices: readonly T[],
  meant?: string,
): T | undefined {
  if (word === undefined) return undefined;
  const found = choices.find((choice) => choice === word);
  if (found !== undefined) return found;
  const near = meant ?? suggestion(word, choices);
  throw failure('usage', {
    message: `${place} takes ${choices.join(', ')}; not ${JSON.stringify(word)}.`,
    param: place,
    ...(near === undefined ? {} : { hint: didYouMean(near) }),
  });
}

function counted(long: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw failure('usage', {
    message: `${long} takes a whole number above 0, not ${JSON.stringify(text)}.`,
    param: long,
  });
}
