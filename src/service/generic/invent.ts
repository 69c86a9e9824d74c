/** A value for a schema out of chance and the field's name: what a network would say, the same each time it is asked. */
import type { Schema } from '../../kernel/card.ts';
import { fits } from '../../schema/judge.ts';
import type { Schemas } from '../../schema/reference.ts';
import { digitsOf, hexOf, pickOf, wholeOf } from '../networks/chance.ts';
import { formFor, isFields, isList, takesNull, typesOf, type Fields, type Form } from '../engine/form.ts';
import {
  dayOf,
  iso,
  likelyInstant,
  likelyNumber,
  likelyText,
  likelyTruth,
  saysTrouble,
  spoken,
  type Made,
} from './senses.ts';
import { withSums } from './sums.ts';

/** Where a value is made up. */
export interface Spot {
  readonly name: string;
  /** Text that the chance of this spot comes from. */
  readonly seed: string;
  readonly schemas: Schemas;
  readonly made: Made;
  readonly depth: number;
  /** An entry of a list. */
  readonly isEntry?: boolean;
  /** What is known nearby and decides between forms. */
  readonly known?: Fields;
}

/** Below this depth only what is required is made up. */
const DEEPEST = 5;

/** Entries of a list that nothing else bounds. */
const ENTRIES = 2;

export const spotFor = (name: string, made: Made, schemas: Schemas, known: Fields = {}): Spot => ({
  name,
  seed: `${made.seed} ${name}`,
  schemas,
  made,
  depth: 0,
  known,
});

export const below = (spot: Spot, name: string): Spot => ({
  ...spot,
  name,
  seed: `${spot.seed} ${name}`,
  depth: spot.depth + 1,
  known: {},
  isEntry: false,
});

/** A value of the schema, with everything that is optional but what tells of trouble. */
export function invented(schema: Schema, spot: Spot): unknown {
  const form = formFor(schema, spot.schemas, spot.known);
  if (form.const !== undefined) return form.const;
  const words = form.enum?.filter((one) => one !== null);
  if (words !== undefined && words.length > 0) return wordFor(words, spot);
  if (saysTrouble(spot.name) && takesNull(schema, spot.schemas)) return null;
  const type = typesOf(form).find((one) => one !== 'null');
  switch (type) {
    case 'string':
      return textFor(form, spot);
    case 'integer':
    case 'number':
      return numberFor(form, spot, type === 'integer');
    case 'boolean':
      return likelyTruth(spot.name);
    case 'array':
      return listFor(form, spot);
    case 'object':
      return objectFor(form, spot);
    case undefined:
      return null;
  }
}

/** Of several words, one that sounds well when it is a state, else any. */
function wordFor(words: readonly unknown[], { name, seed }: Spot): unknown {
  const sound = /\b(status|state)$/.test(spoken(name))
    ? words.find((word) => WELL.test(String(word).toLowerCase()))
    : undefined;
  return sound ?? pickOf(seed, words);
}

const WELL = /^(active|approved|published|success|healthy|completed|enabled|verified|sent|answered|permanent)$/;

function textFor(form: Form, spot: Spot): string {
  const text = likelyText(spot.name, spot.seed, spot.made);
  return FORMATTED[form.format ?? '']?.(text, spot) ?? bounded(form, matching(form, text, spot));
}

/** Texts by format; all others are told from the name alone. */
const FORMATTED: Readonly<Record<string, (text: string, spot: Spot) => string>> = {
  'date-time': (_text, { name, seed, made }) => iso(likelyInstant(name, seed, made)),
  date: (_text, { name, seed, made }) => dayOf(likelyInstant(name, seed, made)),
  uri: (text, { seed }) => (/^https?:/.test(text) ? text : `https://example.com/${hexOf(seed, 12)}`),
  uuid: (_text, { seed }) => uuidFrom(hexOf(seed, 32)),
  email: (text, { seed }) => (text.includes('@') ? text : `${hexOf(seed, 8)}@example.com`),
  'iana-zone': () => 'Europe/Berlin',
};

const uuidFrom = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

/** The patterns of the contract are few; each of these texts fits one of them. */
const PATTERNED = [
  (seed: string) => hexOf(seed, 24),
  () => 'US',
  () => '09:00',
  (_seed: string, made: Made) => dayOf(made.now),
  (_seed: string, made: Made) => dayOf(made.now).slice(0, 7),
  () => '1',
  () => 'welcome_note',
] as const;

function matching({ pattern }: Form, text: string, { seed, made }: Spot): string {
  if (pattern === undefined || new RegExp(pattern).test(text)) return text;
  const tries = PATTERNED.map((one) => one(seed, made));
  return tries.find((one) => new RegExp(pattern).test(one)) ?? text;
}

const bounded = ({ minLength = 0, maxLength = Infinity }: Form, text: string): string =>
  text.slice(0, maxLength).padEnd(minLength, 'x');

function numberFor(
  { minimum = -Infinity, maximum = Infinity }: Form,
  { name, seed, made }: Spot,
  whole: boolean,
): number {
  const likely = likelyNumber(name, seed, made);
  const number = whole ? Math.round(likely) : likely;
  if (number >= minimum && number <= maximum) return number;
  const least = Number.isFinite(minimum) ? Math.ceil(minimum) : Math.min(0, Math.floor(maximum));
  return wholeOf(seed, least, Math.min(least + 100, Number.isFinite(maximum) ? Math.floor(maximum) : least + 100));
}

function listFor(form: Form, spot: Spot): unknown[] {
  const least = form.minItems ?? 0;
  if (form.items === undefined || (saysTrouble(spot.name) && least === 0) || spot.depth > DEEPEST) return [];
  const day = dayNameIn(form.items, spot.schemas);
  if (day !== undefined) return spot.made.days.map((date) => rowFor(form.items as Schema, spot, { [day]: date }));
  const count = Math.max(least, Math.min(form.maxItems ?? ENTRIES, ENTRIES));
  const entries = Array.from({ length: count }, (_, at) => invented(form.items as Schema, entry(spot, String(at))));
  // A list of words from a closed list names each of them once.
  return [...new Set(entries)];
}

/** The singular of the list's name speaks for its entries. */
const entry = (spot: Spot, at: string): Spot => {
  const next = below(spot, at);
  return { ...next, name: spot.name.replace(/ies$/, 'y').replace(/s$/, ''), isEntry: true };
};

function rowFor(items: Schema, spot: Spot, known: Fields): unknown {
  const date = String(Object.values(known)[0]);
  const row = invented(items, { ...entry(spot, date), known });
  return isFields(row) ? { ...row, ...known } : row;
}

/** The field that holds the day in a row of a series, when it is one. */
export function dayNameIn(items: Schema, schemas: Schemas): string | undefined {
  const { properties = {} } = formFor(items, schemas);
  return Object.keys(properties).find((name) => {
    const { type, format } = formFor(properties[name] ?? {}, schemas);
    return ['date', 'day'].includes(name) && type === 'string' && (format === undefined || format === 'date');
  });
}

function objectFor(form: Form, spot: Spot): Record<string, unknown> {
  const { properties, required = [], additionalProperties } = form;
  if (properties === undefined && isFields(additionalProperties)) return mapFor(additionalProperties, spot);
  // Where the contract leaves open what an entry is, it has an id and a name at least.
  if (properties === undefined && spot.isEntry === true)
    return { id: digitsOf(spot.seed, 15), name: likelyText('name', spot.seed, spot.made) };
  if (properties === undefined) return {};
  const made: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const isNeeded = required.includes(name);
    if (!isNeeded && isLeftOut(name, schema, spot)) continue;
    made[name] = invented(schema, { ...below(spot, name), known: made });
  }
  return withSums(made);
}

const isLeftOut = (name: string, schema: Schema, spot: Spot): boolean =>
  spot.depth >= DEEPEST ||
  (saysTrouble(name) && !takesNull(schema, spot.schemas) && !typesOf(formFor(schema, spot.schemas)).includes('array'));

/** A map by metric has the metrics that were asked for; of other maps nothing is known. */
function mapFor(values: Schema, spot: Spot): Record<string, unknown> {
  if (!/\b(metrics|unavailable metrics|totals)$/.test(spoken(spot.name)) || saysTrouble(spot.name)) return {};
  return Object.fromEntries(spot.made.metrics.map((metric) => [metric, invented(values, below(spot, metric))]));
}

/** Whether a value is right for a schema; plain cases are seen at a glance. */
export function suits(form: Form, value: unknown, schemas: Schemas): boolean {
  const { type, enum: words, const: only, format, pattern, minimum, maximum, minLength, maxLength } = form;
  if (words !== undefined) return words.includes(value);
  if (only !== undefined) return value === only;
  const plain = [format, pattern, minimum, maximum, minLength, maxLength].every((one) => one === undefined);
  if (plain && type === 'string') return typeof value === 'string';
  if (plain && type === 'boolean') return typeof value === 'boolean';
  if (plain && type === 'number') return typeof value === 'number';
  return !isList(value) && !isFields(value) && fits(form, value, schemas);
}
