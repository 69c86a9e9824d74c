/**
 * Where the values of an answer come from. A value without one of these was invented:
 * nothing (`false`, 0, an empty text) · the words of the answer about the call (`success`, `message`) · sent, or the name of a field that was sent · kept before · declared (schema, effect, kind) · declared as computed, with what it is made from · an id or token ·
 * what a simulated network owns · a time that follows from the clock · the place in a list · a count · what fixtures say and the examples of the demo pack send · a text that is made of what was sent or kept.
 */
import { openCatalog } from '../../../src/catalog/catalog.ts';
import type { Card } from '../../../src/kernel/card.ts';
import type { Schema } from '../../../src/kernel/schema.ts';
import { formsOf } from '../../../src/service/engine/form.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/time.ts';
import { parsed, type Operation } from '../../journeys/sweep/reading.ts';
import { TEST_NOW } from '../../support/service.ts';
import { leavesIn, type Leaf } from './answers.ts';
import type { Declared } from './declared.ts';
import type { Done } from './trial.ts';

/** What was there before the call. */
export interface State {
  /** Texts of all records, posts, events and items of feeds. */
  readonly texts: ReadonlySet<string>;
  /** `name=value` of numbers and truths. */
  readonly pairs: ReadonlySet<string>;
  /** How many records there are of each kind. */
  readonly counts: ReadonlySet<number>;
}

export function stateOf(rows: readonly string[]): State {
  const leaves = rows.flatMap((row) => Object.values(JSON.parse(row) as object).flatMap(leavesOfColumn));
  return {
    texts: new Set(leaves.filter(({ value }) => typeof value === 'string').map(({ value }) => String(value))),
    pairs: new Set(leaves.map(({ name, value }) => `${name}=${String(value)}`)),
    counts: countsIn(rows),
  };
}

function countsIn(rows: readonly string[]): ReadonlySet<number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { kind } = JSON.parse(row) as { readonly kind?: string };
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return new Set(counts.values());
}

/** Columns hold JSON or plain values. */
function leavesOfColumn(column: unknown): readonly Leaf[] {
  const isJson = typeof column === 'string' && /^[[{]/.test(column);
  return leavesIn(isJson ? (JSON.parse(column) as unknown) : column);
}

/** Fields of the answer that have no provenance, by path. */
export function inventedIn(done: Done, state: State, declared: Declared): readonly string[] {
  const answer = parsed(done.told);
  if (typeof answer !== 'object') return [];
  const sent = leavesIn([done.asking.path, done.asking.query, done.asking.body]);
  const ground: Ground = {
    state,
    sent: new Set(sent.flatMap(({ path, value }) => [String(value), ...path.split(/[.[\]]+/)])),
    constants: constantsOf(done.operation, declared),
    computed: Object.keys(declared.effectOf(done.operation).computed ?? {}),
    lengths: lengthsIn(answer),
    operation: done.operation,
  };
  const found = leavesIn(answer).filter((leaf) => !SOURCES.some((isFrom) => isFrom(leaf, ground)));
  return [...new Set(found.map(({ path }) => path))];
}

interface Ground {
  readonly state: State;
  readonly sent: ReadonlySet<string>;
  /** `name=value` that effects and kinds declare. */
  readonly constants: ReadonlySet<string>;
  /** Paths of members that the operation declares as computed, what is below them included. */
  readonly computed: readonly string[];
  readonly lengths: ReadonlySet<number>;
  readonly operation: Operation;
}

const catalog = openCatalog('dist/cards');

/**
 * `name=value` of what the simulated networks own, and of what the examples of the help send: the demo pack has their
 * records, kept when a kind is first touched.
 */
const PACK: ReadonlySet<string> = new Set(
  leavesIn([Object.values(catalog.examples()), Object.values(catalog.fixtures())]).map(
    ({ name, value }) => `${name}=${String(value)}`,
  ),
);

/** Texts that the simulated networks own: an account is named after the page that was chosen, as a record is after another. */
const NETWORKS: ReadonlySet<unknown> = new Set(
  leavesIn(Object.values(catalog.fixtures())).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
);

const SOURCES: readonly ((leaf: Leaf, ground: Ground) => boolean)[] = [
  ({ value }) => value === false || value === 0 || value === '',
  ({ path, value }) => (path === 'success' && value === true) || path === 'message',
  ({ value }, { sent }) => sent.has(String(value)),
  ({ name, value }, { state }) =>
    typeof value === 'string' ? state.texts.has(value) : state.pairs.has(`${name}=${String(value)}`),
  ({ name, value }) => PACK.has(`${name}=${String(value)}`),
  ({ value }) => NETWORKS.has(value),
  ({ name, value }, { constants }) => constants.has(`${name}=${String(value)}`),
  isDeclared,
  isComputed,
  ({ value }) => typeof value === 'string' && isGenerated(value),
  ({ value }) => typeof value === 'string' && isOfClock(value),
  ({ value }) => typeof value === 'number' && value > UNIX_SECONDS && isOfClock(new Date(value * 1_000).toISOString()),
  ({ name, value }, { operation: { card } }) => typeof value === 'number' && pagingWords(card).includes(name),
  ({ value }, { lengths, state }) => typeof value === 'number' && (lengths.has(value) || state.counts.has(value)),
  ({ value }, { sent, state }) => typeof value === 'string' && isMadeOf(value, sent, state.texts),
];

/** Smaller numbers are no times of this century. */
const UNIX_SECONDS = 1e9;

const pagingWords = ({ paging }: Card): readonly string[] =>
  paging === undefined ? [] : [...paging.position, paging.size ?? '', 'limit', 'pages', 'totalPages'];

function isComputed({ path }: Leaf, { computed }: Ground): boolean {
  const names = path.replaceAll('[]', '');
  return computed.some((one) => names === one || names.startsWith(`${one}.`));
}

/** The only word, the constant or the default that a schema on the way gives the field. */
export function isDeclared(
  { path, value }: Leaf,
  { operation: { card, schemas } }: Pick<Ground, 'operation'>,
): boolean {
  const steps = path
    .replaceAll('[]', '.*')
    .split('.')
    .filter((step) => step !== '');
  const answers = Object.entries(card.responses).flatMap(([status, schema]) =>
    status.startsWith('2') && schema ? [schema] : [],
  );
  const found = steps.reduce<readonly Schema[]>(
    (here, step) => here.flatMap((one) => formsOf(one, schemas).flatMap((form) => below(form, step))),
    answers,
  );
  return found.some((one) =>
    formsOf(one, schemas).some(
      (form) => form.const === value || form.default === value || (form.enum?.length === 1 && form.enum[0] === value),
    ),
  );
}

const below = (form: Schema, step: string): readonly Schema[] => {
  const next = step === '*' ? form.items : form.properties?.[step];
  return next === undefined ? [] : [next];
};

/** What effect and kind say that a record or an answer has. */
function constantsOf(operation: Operation, declared: Declared): ReadonlySet<string> {
  const { sets = {}, answer = {}, to } = declared.effectOf(operation);
  const { initial = {}, states = {} } = declared.kindOf(operation) ?? {};
  const leaves = [sets, answer, initial].flatMap((one) => leavesIn(one));
  // What a call leaves out it has by the default that the contract declares for it.
  const defaults = operation.card.params.flatMap(({ name, schema }) =>
    schema.default === undefined ? [] : [`${name}=${String(schema.default)}`],
  );
  const words = [...(to === undefined ? [] : [to]), ...Object.keys(states)].map((state) => `status=${state}`);
  return new Set([...leaves.map(({ name, value }) => `${name}=${String(value)}`), ...words, ...defaults]);
}

function lengthsIn(value: unknown): ReadonlySet<number> {
  const lengths = new Set<number>();
  const walk = (one: unknown): void => {
    if (Array.isArray(one)) lengths.add(one.length);
    if (typeof one === 'object' && one !== null) Object.values(one).forEach(walk);
  };
  walk(value);
  return lengths;
}

/** Record ids, UUIDs, ids of networks, keys and tokens. */
const isGenerated = (text: string): boolean =>
  /^[0-9a-f]{24}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^\d{9,}$/i.test(text) ||
  (text.length >= 12 &&
    !/\s/.test(text) &&
    /\d/.test(text) &&
    /[a-z]/i.test(text) &&
    !/^\d{4}-\d\d-\d\d/.test(text) &&
    !text.includes('://'));

/** Now, whole minutes away from it, or the beginning of a day. */
function isOfClock(text: string): boolean {
  const time = /^\d{4}-\d\d(-\d\d)?($|T)/.test(text) ? Date.parse(text) : Number.NaN;
  return (time - TEST_NOW) % MINUTE_MS === 0 || time % DAY_MS === 0;
}

/** A longer word in it was sent or kept; an address or a sentence around it is the service's own. */
function isMadeOf(text: string, sent: ReadonlySet<string>, texts: ReadonlySet<string>): boolean {
  const words = text.split(/[\s/?&=,;:"'()@#]+/).filter((word) => word.length > 3);
  return (
    words.some((word) => sent.has(word) || texts.has(word)) ||
    [...sent].some((one) => one.length > 3 && text.includes(one))
  );
}
