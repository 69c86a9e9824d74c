/** The flags every command understands: as data, and as values once typed. Source: design §4. */
import { failure } from '../kernel/failure.ts';
import { FORMATS, type Format } from '../kernel/formats.ts';
import { suggestion } from '../schema/suggest.ts';
import type { GlobalFlags } from './command.ts';
import { durationMs } from './duration.ts';
import type { Flag, FlagType } from './flags.ts';

const COLORS = ['auto', 'always', 'never'] as const;

type Extra = Partial<Pick<Flag, 'short' | 'choices' | 'placeholder' | 'default' | 'common'>>;

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
  flag('output', 'string', 'How the result is written; a table on a terminal, else JSON', {
    short: '-o',
    choices: FORMATS,
  }),
  flag('fields', 'string', 'Only these fields of the result, dotted and separated by commas', { placeholder: 'a,b.c' }),
  flag('context', 'string', 'Use this context for the one command', { placeholder: 'name' }),
  flag('timeout', 'string', 'Longest time for a request, or for a wait', { placeholder: 'time', default: '60s' }),
  flag('max-wait', 'string', 'Longest time to sit out rate limits', { placeholder: 'time' }),
  flag('yes', 'boolean', 'Answer every question with yes', { short: '-y' }),
  flag('no-input', 'boolean', 'Never ask; fail where an answer is missing'),
  flag('quiet', 'boolean', 'Say nothing on standard error but errors', { short: '-q' }),
  flag('color', 'string', 'When to colour', { choices: COLORS, default: 'auto' }),
  flag('debug', 'boolean', 'Show requests, waits and limits on standard error, without secrets'),
];

/** On every operation of the API. */
export const OPERATION_FLAGS: readonly Flag[] = [
  flag('dry-run', 'boolean', 'Show the request and send nothing'),
  flag('no-validate', 'boolean', 'Send the input even when it does not fit'),
];

/** On lists that come in pages. */
export const PAGING_FLAGS: readonly Flag[] = [
  flag('all', 'boolean', 'Read every page', { common: true }),
  flag('limit', 'integer', 'Read no more than so many records', { placeholder: 'n', common: true }),
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
  const [fields, context, timeout, maxWait, limit] = ['fields', 'context', 'timeout', 'max-wait', 'limit'].map(text);
  return {
    ...(output && { output }),
    ...(fields !== undefined && { fields: fields.split(',').flatMap((field) => field.trim() || []) }),
    ...(context !== undefined && { context }),
    ...(timeout !== undefined && { timeoutMs: durationMs(timeout, '--timeout') }),
    ...(maxWait !== undefined && { maxWaitMs: durationMs(maxWait, '--max-wait') }),
    ...(limit !== undefined && { limit: counted('--limit', limit) }),
    color: chosen('--color', text('color'), COLORS, colorField?.long) ?? 'auto',
    debug: on('debug'),
    dryRun: on('dry-run'),
    yes: on('yes'),
    validate: !on('no-validate'),
    quiet: on('quiet'),
    input: !on('no-input'),
    all: on('all'),
  };
}

/** The form that a command line asks for, also one that cannot be understood otherwise: its error is written in it. */
export function formatTyped(argv: readonly string[]): Format | undefined {
  const words = argv.flatMap((word, at) => {
    if (word === '-o' || word === '--output') return argv[at + 1] ?? [];
    return /^(?:-o|--output=)(.+)$/.exec(word)?.[1] ?? [];
  });
  return FORMATS.find((format) => format === words.at(-1));
}

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
    ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
  });
}

function counted(long: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw failure('usage', {
    message: `${long} takes a whole number above 0, not ${JSON.stringify(text)}.`,
    param: long,
  });
}
