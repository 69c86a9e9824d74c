/** The document of a new record: what was sent, what its surroundings say, and what the service or the network adds by itself. */
import type { Schema } from '../../kernel/card.ts';
import { digitsOf } from '../networks/chance.ts';
import { fitted } from './fit.ts';
import { formFor, takesNull, typesOf, type Fields, type Form } from '../engine/form.ts';
import { below, invented, spotFor, type Spot } from './invent.ts';
import type { Field, KindWords } from './kinds.ts';
import { namesOf } from './words.ts';
import {
  freshTruth,
  isBirthTime,
  isChangeTime,
  isGivenNumber,
  likelyText,
  iso,
  saysTrouble,
  slugOf,
  spoken,
  type Made,
} from './senses.ts';

/** What is known of a record before its document is written. */
export interface Birth {
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  /** What was sent for it. */
  readonly given: Fields;
  /** Fields of its surroundings: account, platform, owners. */
  readonly around: Fields;
  /** The account it belongs to, for settings that show it. */
  readonly account?: Fields;
  readonly made: Made;
}

/** A record that somebody made: nothing is put into their mouth. */
export const newDoc = (kind: KindWords, birth: Birth): Record<string, unknown> => ({
  ...birth.given,
  ...written(kind, birth, (name, field, spot) =>
    field.isSettable && !namesOf(kind.kind).includes(name) && name !== 'status'
      ? presetOf(field)
      : fresh(name, field.schema, spot),
  ),
});

/** A record that a network has: every field says something. */
export const networkDoc = (kind: KindWords, birth: Birth): Record<string, unknown> => ({
  ...unnamed(kind, birth),
  ...birth.given,
  ...written(kind, birth, (name, field, spot) =>
    saysTrouble(name) && !takesNull(field.schema, field.schemas) ? undefined : invented(field.schema, spot),
  ),
});

/** Where the contract leaves open what a record is, it has an id and a name at least. */
const unnamed = ({ fields }: KindWords, { id, made }: Birth): Fields =>
  fields.size > 0 ? {} : { id, name: likelyText('name', `${made.seed} ${id}`, made) };

/** Settings that nobody has touched: the network's own words, but no entries, and nothing switched on. */
export const settingsDoc = (kind: KindWords, birth: Birth): Record<string, unknown> =>
  written(kind, birth, (name, field, spot) => {
    if (isSwitchedOn(name, kind)) return false;
    const form = formFor(field.schema, field.schemas);
    const isText = typesOf(form).includes('string') && !takesNull(field.schema, field.schemas);
    return isText
      ? (presetOf(field) ?? invented(field.schema, spot))
      : (presetOf(field) ?? fresh(name, field.schema, spot));
  });

/** What an operation of its own switches on is off until then. */
const isSwitchedOn = (name: string, { served }: KindWords): boolean =>
  /enabled$/i.test(name) && served.some(({ card }) => card.resource?.event === 'enable');

/** Settings after they were removed. */
export const emptyDoc = (kind: KindWords, birth: Birth): Record<string, unknown> =>
  written(kind, birth, (_name, field) => {
    if (takesNull(field.schema, field.schemas)) return null;
    const types = typesOf(formFor(field.schema, field.schemas));
    return types.includes('array') ? [] : types.includes('boolean') ? false : undefined;
  });

type Otherwise = (name: string, field: Field, spot: Spot) => unknown;

function written(kind: KindWords, birth: Birth, otherwise: Otherwise): Record<string, unknown> {
  const doc: Record<string, unknown> = {};
  for (const [name, field] of kind.fields) {
    const spot = spotFor(name, { ...birth.made, seed: `${birth.made.seed} ${birth.id}` }, field.schemas, birth.given);
    const value =
      name === 'account' && birth.account !== undefined
        ? { ...Object(otherwise(name, field, spot)), ...Object(fitted(field.schema, birth.account, spot)) }
        : (fitted(field.schema, told(name, kind, birth), spot) ?? otherwise(name, field, spot));
    if (value !== undefined) doc[name] = value;
  }
  return doc;
}

/** What is known without guessing. */
function told(name: string, { kind, idNames }: KindWords, { id, at, given, around }: Birth): unknown {
  if (idNames.has(name)) return name === '_id' || name === 'id' ? id : (given[name] ?? id);
  if (given[name] !== undefined) return given[name];
  if (given['name'] !== undefined && nameWords(kind).includes(name)) return given['name'];
  const plain = /^platform([A-Z]\w*Id)$/.exec(name)?.[1];
  const bare = plain === undefined ? name : plain.charAt(0).toLowerCase() + plain.slice(1);
  if (given[bare] !== undefined) return given[bare];
  if (around[name] !== undefined) return around[name];
  if (around[bare] !== undefined) return around[bare];
  if (isBirthTime(name) || isChangeTime(name)) return iso(at);
  if (spoken(name) === 'slug') return slugOf(String(given['name'] ?? given['title'] ?? id));
  return undefined;
}

/** `campaignName` and `adCampaignName` of an `ad_campaign`. */
export const nameWords = (kind: string): readonly string[] => namesOf(kind).map((name) => `${name}Name`);

const presetOf = ({ schema, schemas }: Field): unknown => schema.default ?? formFor(schema, schemas).default;

/** What a field begins with: nothing counted, nothing happened yet, a state to begin in. */
function fresh(name: string, schema: Schema, spot: Spot): unknown {
  const form = formFor(schema, spot.schemas, spot.known);
  if (form.const !== undefined) return form.const;
  if (form.default !== undefined) return form.default;
  if (form.enum !== undefined) return firstWord(name, form.enum, spot);
  if (takesNull(schema, spot.schemas)) return null;
  switch (typesOf(form)[0]) {
    case 'boolean':
      return freshTruth(name);
    case 'integer':
    case 'number':
      if (/\b(timestamp|at|time)$/.test(spoken(name))) return Math.floor(spot.made.now / 1_000);
      return isGivenNumber(name) ? invented(schema, spot) : zeroIn(form);
    case 'array':
      return (form.minItems ?? 0) > 0 ? invented(schema, spot) : [];
    case 'object':
      return freshObject(form, spot);
    case 'string':
    case 'null':
    case undefined:
      break;
  }
  return saysTrouble(name) ? undefined : invented(schema, spot);
}

const zeroIn = ({ minimum = 0, maximum = 0 }: Form): number => Math.max(minimum, Math.min(0, maximum));

function freshObject({ properties, required = [] }: Form, spot: Spot): unknown {
  if (properties === undefined) return spot.depth === 0 ? {} : undefined;
  if (spot.depth > 3) return undefined;
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = fresh(name, schema, below(spot, name));
    return [
      name,
      value === undefined && required.includes(name) ? invented(schema, below(spot, name)) : value,
    ] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** States that a record begins in, the likeliest first. */
const BEGINNINGS = [
  /^draft$/i,
  /^pending/i,
  /^(queued|requested|dialing|request_received)$/i,
  /^(active|enabled|open)$/i,
];

function firstWord(name: string, words: readonly unknown[], { known = {}, seed }: Spot): unknown {
  const plain = words.filter((word) => word !== null);
  if (words.includes(null) && !/\b(status|state)$/.test(spoken(name))) return null;
  if (!/\b(status|state)$/.test(spoken(name))) return plain[0];
  const isPlanned = Object.keys(known).some((key) => /^scheduled?_?(at|for|time)/i.test(key));
  const planned = isPlanned ? plain.find((word) => /^scheduled$/i.test(String(word))) : undefined;
  const beginning = BEGINNINGS.map((pattern) => plain.find((word) => pattern.test(String(word)))).find(
    (word) => word !== undefined,
  );
  if (words.includes(null)) return planned ?? beginning ?? null;
  return planned ?? beginning ?? plain[0] ?? digitsOf(seed, 4);
}
