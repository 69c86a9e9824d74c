/** The conditions of --where: which posts an edit is about. Pure. Next stop: change.ts. */
import { DateTime } from 'luxon';
import { failure, type Failure } from '../../kernel/failure.ts';
import { fieldsIn, isFields, textsIn, type Fields } from '../../kernel/json.ts';
import { membershipIn } from '../series/series.ts';
import { didYouMean, suggestion } from '../../schema/suggest.ts';

type Operator = '=' | '!=' | '~' | '!~' | '<' | '<=' | '>' | '>=';

export interface Condition {
  readonly word: Word;
  readonly operator: Operator;
  readonly value: string;
}

interface Reader {
  /** Every value of the post under this word. */
  readonly of: (post: Fields) => readonly string[];
  /** Filter of the list that leaves out what `=` would leave out. */
  readonly query?: 'status' | 'platform';
  /** Compared as instants. */
  readonly isTime?: boolean;
}

const named = (field: string) => (post: Fields) => present(post[field]);
const targetsOf = (post: Fields): readonly Fields[] => fieldsIn(post['platforms']);

/** The words that a condition may begin with. */
const WORDS = {
  id: { of: named('_id') },
  status: { of: named('status'), query: 'status' },
  text: { of: (post) => [...named('content')(post), ...targetsOf(post).flatMap(named('customContent'))] },
  title: { of: named('title') },
  platform: { of: (post) => targetsOf(post).flatMap(named('platform')), query: 'platform' },
  account: { of: (post) => targetsOf(post).flatMap(({ accountId }) => accountWords(accountId)) },
  tag: { of: ({ tags }) => textsIn(tags) },
  timezone: { of: named('timezone') },
  series: { of: (post) => present(membershipIn(post)?.id) },
  at: { of: named('scheduledFor'), isTime: true },
  created: { of: named('createdAt'), isTime: true },
} as const satisfies Readonly<Record<string, Reader>>;

type Word = keyof typeof WORDS;

const readerOf = (word: Word): Reader => WORDS[word];

const present = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : []);

/** A list shows an account in full, a write by its id alone. */
const accountWords = (account: unknown): readonly string[] =>
  isFields(account) ? ['_id', 'username'].flatMap((name) => present(account[name])) : present(account);

const CONDITION = /^\s*([^!~<>=\s]+)\s*(!=|!~|<=|>=|=|~|<|>)\s*([^]*)$/;
/** A comma that is part of a value is written `\,`. */
const COMMA = /(?<!\\),/;

/** @param choices the values that the API knows for `status` and `platform` */
export function conditionsFrom(
  texts: readonly string[],
  choices: Readonly<Record<string, readonly string[]>>,
): readonly Condition[] {
  const conditions = texts
    .flatMap((text) => text.split(COMMA))
    .filter((text) => text.trim() !== '')
    .map((text) => conditionFrom(text.replaceAll('\\,', ','), choices));
  if (conditions.length === 0) throw refused('names no condition', HINT);
  return conditions;
}

const HINT = "For example --where 'status=scheduled,text~old.example'.";

function conditionFrom(text: string, choices: Readonly<Record<string, readonly string[]>>): Condition {
  const [, word = '', operator = '', value = ''] = CONDITION.exec(text) ?? [];
  if (word === '') throw refused(`${JSON.stringify(text.trim())} is not a condition`, HINT);
  if (!isWord(word)) throw unknown(`does not know ${JSON.stringify(word)}`, word, Object.keys(WORDS));
  const reader = readerOf(word);
  if (value === '') throw refused(`${word}${operator} has no value`, HINT);
  if (/[<>]/.test(operator) && reader.isTime !== true)
    throw refused(`${word}${operator} compares what has no order`, `Only ${TIMES.join(' and ')} take < and >.`);
  if (reader.isTime === true && operator.endsWith('~'))
    throw refused(`${word} is a time`, `Compare it with <, <=, > or >=, as in ${word}>=2026-12-01.`);
  const known = reader.query === undefined ? undefined : choices[reader.query];
  if (known !== undefined && operator.endsWith('=') && !known.includes(value))
    throw unknown(`${word} is never ${JSON.stringify(value)}`, value, known);
  return { word, operator: operator as Operator, value };
}

const isWord = (word: string): word is Word => Object.hasOwn(WORDS, word);

const TIMES = Object.keys(WORDS).filter((word) => isWord(word) && readerOf(word).isTime === true);

function unknown(why: string, word: string, candidates: readonly string[]): Failure {
  const near = suggestion(word, candidates);
  return refused(why, near === undefined ? `Known: ${candidates.join(', ')}.` : didYouMean(near));
}

const refused = (why: string, hint: string): Failure =>
  failure('usage', { message: `--where: ${why}.`, param: '--where', hint });

/** What of the conditions the list itself can filter by. */
export function queryOf(conditions: readonly Condition[]): Fields {
  const pairs = conditions.flatMap(({ word, operator, value }) => {
    const { query } = readerOf(word);
    return query !== undefined && operator === '=' ? [[query, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** @param zone IANA zone of days and times without an offset */
export function matcherOf(conditions: readonly Condition[], zone: string): (post: Fields) => boolean {
  const tests = conditions.map((condition) => testOf(condition, zone));
  return (post) => tests.every((holds) => holds(post));
}

function testOf({ word, operator, value }: Condition, zone: string): (post: Fields) => boolean {
  const { of, isTime } = readerOf(word);
  if (isTime === true) {
    const holds = timeTest(operator, spanOf(value, { word, zone }));
    return (post) => of(post).some((text) => holds(Date.parse(text)));
  }
  const wanted = word === 'account' ? value.replace(/^@/, '') : value;
  const fits = operator.endsWith('~')
    ? (text: string) => text.toLowerCase().includes(wanted.toLowerCase())
    : (text: string) => text === wanted;
  return operator.startsWith('!') ? (post) => !of(post).some(fits) : (post) => of(post).some(fits);
}

/** First and last millisecond of what was typed: a day is all of it. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf(text: string, { word, zone }: { readonly word: Word; readonly zone: string }): Span {
  const time = DateTime.fromISO(text.replace(' ', 'T'), { zone });
  if (!time.isValid)
    throw refused(
      `${word} is compared with ${JSON.stringify(text)}, which is not a day or time`,
      'For example at>=2026-12-01.',
    );
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  return { from: time.toMillis(), to: isDay ? time.endOf('day').toMillis() : time.toMillis() };
}

function timeTest(operator: Operator, { from, to }: Span): (ms: number) => boolean {
  const tests: Partial<Record<Operator, (ms: number) => boolean>> = {
    '<': (ms) => ms < from,
    '<=': (ms) => ms <= to,
    '>': (ms) => ms > to,
    '>=': (ms) => ms >= from,
    '!=': (ms) => ms < from || ms > to,
  };
  return tests[operator] ?? ((ms) => ms >= from && ms <= to);
}
