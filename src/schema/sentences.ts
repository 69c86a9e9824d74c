/** Keyword and value to a sentence that a person understands. Pure; called by problems.ts. */
import type { Schema } from '../kernel/schema.ts';
import { RECORD_ID_PATTERN } from '../kernel/ids.ts';
import { wordsOf, zoneNames } from './formats.ts';
import { MOST_PROBLEMS, type Problem, type ProblemKind } from './problem.ts';
import { suggestion } from './suggest.ts';

type Path = readonly (string | number)[];

/** A refused value, its path, and the schema that refused it. */
export interface Refused {
  readonly holder: Schema;
  readonly path: Path;
  readonly value: unknown;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

export const missingProblem = (path: Path): Problem => problem('missing', path, 'is required');

export function unknownProblem(path: Path, known: readonly string[]): Problem {
  const near = suggestion(String(path.at(-1)), known);
  return { ...problem('unknown', path, 'is not a known field'), ...(near === undefined ? {} : { suggestion: near }) };
}

/** Several branches of a `oneOf` hold at once. The words name the fields that the branches ask for. */
export function exclusiveProblem(path: Path, branches: readonly Schema[]): Problem {
  const fields = [...new Set(branches.flatMap((branch) => branch.required ?? []))];
  const sentence =
    fields.length > 1 ? `${listed(fields, 'and')} cannot be combined` : `${nameAt(path)} matches more than one form`;
  const place = fields.length > 1 ? [...path, fields[0] as string] : path;
  return { path: place, kind: 'exclusive', sentence };
}

/** One sentence for a choice between plain values or types, or undefined when the branches are richer than that. */
export function mergedChoice(path: Path, value: unknown, branches: readonly Schema[]): Problem | undefined {
  if (branches.every(isClosedList)) {
    return choiceProblem(path, value, [...new Set(branches.flatMap((branch) => branch.enum ?? [branch.const]))]);
  }
  const types = branches.flatMap((branch) => branch.type ?? []);
  if (types.some((type) => type === typeOf(value)) || types.length < branches.length) return undefined;
  return problem('invalid', path, typeSentence([...new Set(types)], value));
}

/** The problem behind a keyword that refused a value. */
export function problemWords(keyword: string, refused: Refused): Problem[] {
  const { holder, path, value } = refused;
  if (keyword === 'enum') return [choiceProblem(path, value, holder.enum ?? [])];
  if (keyword === 'const') return [choiceProblem(path, value, [holder.const])];
  if (keyword === 'additionalProperties') return extraKeys(refused);
  if (keyword === 'not') return [exclusiveProblem(path, holder.not === undefined ? [] : [holder.not])];
  if (keyword === 'format' && holder.format === 'iana-zone') return [zoneProblem(path, value)];
  return [problem('invalid', path, `must be ${boundWords(keyword, holder, value)}`)];
}

function boundWords(keyword: string, holder: Schema, value: unknown): string {
  const words: Readonly<Record<string, () => string>> = {
    type: () => typeSentence([holder.type ?? []].flat(), value).slice('must be '.length),
    minimum: () => `at least ${holder.minimum}`,
    maximum: () => `at most ${holder.maximum}`,
    minLength: () =>
      holder.minLength === 1 ? 'text that is not empty' : `at least ${holder.minLength} characters long`,
    maxLength: () => `at most ${counted(holder.maxLength, 'character')} long`,
    minItems: () => `a list of at least ${counted(holder.minItems, 'entry')}`,
    maxItems: () => `a list of at most ${counted(holder.maxItems, 'entry')}`,
    pattern: () =>
      holder.pattern === RECORD_ID_PATTERN ? 'an id of 24 hex characters' : `of the form ${holder.pattern}`,
    format: () => wordsOf(holder.format ?? ''),
  };
  return words[keyword]?.() ?? `valid (${keyword})`;
}

function extraKeys({ holder, path, value }: Refused): Problem[] {
  // A schema of the other keys has faults of its own at each of them.
  if (typeof holder.additionalProperties === 'object') return [];
  const known = Object.keys(holder.properties ?? {});
  const extra = Object.keys(value as object).filter((key) => !known.includes(key));
  return extra.slice(0, MOST_PROBLEMS).map((key) => unknownProblem([...path, key], known));
}

function zoneProblem(path: Path, value: unknown): Problem {
  const near = suggestion(String(value), zoneNames());
  return {
    ...problem('invalid', path, `must be ${wordsOf('iana-zone')}`),
    ...(near === undefined ? {} : { suggestion: near }),
  };
}

function choiceProblem(path: Path, value: unknown, allowed: readonly unknown[]): Problem {
  const words = withoutTwins(allowed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))));
  const twin = typeof value === 'string' ? words.find((word) => word.toLowerCase() === value.toLowerCase()) : undefined;
  // A sentence that has the only word already need not ask whether it was meant.
  const near = typeof value === 'string' && words.length > 1 ? (twin ?? suggestion(value, allowed)) : undefined;
  const isCase = twin === undefined ? '' : `, and case matters: not ${JSON.stringify(value)}`;
  const sentence = `must be ${words.length === 1 ? String(words[0]) : `one of ${choices(words)}`}${isCase}`;
  return { ...problem('invalid', path, sentence), allowed, ...(near === undefined ? {} : { suggestion: near }) };
}

/** A word that may be written in capitals too is named once. */
const withoutTwins = (words: readonly string[]): readonly string[] =>
  words.filter((word) => word === word.toLowerCase() || !words.includes(word.toLowerCase()));

/** Words of a choice that a sentence can bear; the events of a webhook are more. */
const MOST_WORDS = 30;

const choices = (words: readonly string[]): string =>
  words.length > MOST_WORDS ? `${words.length} words` : words.join(', ');

/** Whether the sentence leaves away what could have been chosen. */
export const isUntold = ({ allowed = [] }: Problem): boolean => allowed.length > MOST_WORDS;

function typeSentence(types: readonly string[], value: unknown): string {
  const wanted = types.map((type) => TYPE_WORDS[type] ?? type);
  const got = typeOf(value);
  return `must be ${listed(wanted, 'or')}${types.includes('integer') && got === 'number' ? '' : `, not ${TYPE_WORDS[got]}`}`;
}

function problem(kind: ProblemKind, path: Path, rest: string): Problem {
  return { path, kind, sentence: `${nameAt(path)} ${rest}` };
}

const nameAt = (path: Path): string => (path.length === 0 ? 'the input' : path.join('.'));

const isClosedList = (schema: Schema): boolean => schema.enum !== undefined || schema.const !== undefined;

const counted = (count: number | undefined, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;

function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
