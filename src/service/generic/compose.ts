/** The answer of a generic operation: its schema filled from the record, the request and the surroundings. Last stop of the room. */
import type { Schema } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Reply } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import { accountView, advertiser, plainId } from './around.ts';
import { fitted } from './fit.ts';
import {
  formFor,
  formsOf,
  isFields,
  isList,
  shown,
  takesNull,
  typesOf,
  type Fields,
  type Form,
} from '../engine/form.ts';
import { below, invented, spotFor, type Spot } from './invent.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import { isPagePart, isPageWord, pageWord, usualWords, type Page } from '../engine/page.ts';
import type { Scene, Staged } from './scene.ts';
import { boundOf } from './range.ts';
import { saysTrouble } from './senses.ts';
import { listSlot, namedList, planOf, recordSlot, type Slot } from './slot.ts';
import { withSums } from './sums.ts';
import { namesOf } from './words.ts';

/** What an answer is about. */
export interface Told {
  /** The record, with counts of what belongs to it. */
  readonly record?: StoredRecord | undefined;
  readonly page?: Page<StoredRecord>;
  readonly outcome?: Outcome;
  /** Lists of what belongs to the record, by the names that answers may use. */
  readonly parts?: Fields;
}

interface Composing extends Told {
  readonly staged: Staged;
  readonly slot: Slot | undefined;
  /** Fields of the record, then of the request, then of the surroundings. */
  readonly sources: readonly Fields[];
}

export function answer(staged: Staged, told: Told): Reply {
  const { call, schemas, asked, resource } = staged;
  const { status, schema: whole } = planOf(call.card, schemas, asked);
  const schema = whole === null ? null : ofOne(whole, staged, told);
  if (status === 204) return { status };
  const doc = shown(told.record?.doc ?? {});
  if (schema === null) return { status, body: call.card.method === 'GET' ? doc : { success: true } };
  const named = told.record === undefined ? [] : namesOf(resource.kind).map((name) => [name, true]);
  const known = { ...Object.fromEntries(named), ...staged.around.fields, ...asked, ...doc };
  const found = slotIn(schema, told, { resource, schemas, known });
  const composing: Composing = {
    ...told,
    ...found,
    staged,
    sources: [
      doc,
      told.parts ?? {},
      asked,
      staged.around.fields,
      advertiser(asked),
      accountView(staged.around.account),
    ],
  };
  const spot = spotFor('answer', staged.made, schemas, known);
  return { status, body: objectIn(formFor(schema, schemas, known), composing, { spot, steps: [] }) };
}

/** Of several forms, those that have a place for the one record which was made; the whole schema where none or all have. */
function ofOne(schema: Schema, { resource: { kind, does }, schemas }: Staged, { record, page }: Told): Schema {
  if (does !== 'create' || record === undefined || page !== undefined) return schema;
  const forms = formsOf(schema, schemas);
  const fit = forms.filter(({ properties = {} }) => namesOf(kind).some((name) => Object.hasOwn(properties, name)));
  return fit.length === 0 || fit.length === forms.length ? schema : { anyOf: fit };
}

interface Finding {
  readonly resource: Scene['resource'];
  readonly schemas: Schemas;
  readonly known: Fields;
}

/** Where the record or the records stand; what was made alone may stand in a list of one. */
function slotIn(
  schema: Schema,
  { record, page }: Told,
  { resource: { kind, does, event }, schemas, known }: Finding,
): Pick<Composing, 'slot' | 'page'> {
  if (page !== undefined) return { slot: listSlot(schema, kind, schemas), page };
  const slot = recordSlot(schema, kind, { schemas, known, act: event });
  const list = slot === undefined && does === 'create' ? namedList(schema, kind, schemas) : undefined;
  if (record === undefined || list === undefined) return { slot };
  return { slot: list, page: { items: [record], total: 1, limit: 1, skip: 0 } };
}

interface At {
  readonly spot: Spot;
  /** Properties on the way from the root of the answer. */
  readonly steps: readonly string[];
}

function objectIn(form: Form, composing: Composing, at: At): unknown {
  if (form.properties === undefined) return openIn(form, composing, at);
  const made: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(form.properties)) {
    const next = { spot: below(at.spot, name), steps: [...at.steps, name] };
    const value = propertyIn(schema, composing, { ...next, spot: { ...next.spot, name } });
    if (value !== undefined) made[name] = value;
    else if (form.required?.includes(name)) made[name] = invented(schema, next.spot);
  }
  return withSums(made);
}

/** A part whose shape is not known: the record as it is, or what is usually said there. */
function openIn(form: Form, { record, page }: Composing, { spot }: At): unknown {
  if (page !== undefined && isPagePart(spot.name)) return usualWords(page);
  return record === undefined || spot.depth > 0 ? invented(form, spot) : shown(record.doc);
}

function propertyIn(schema: Schema, composing: Composing, at: At): unknown {
  const { slot, page, record } = composing;
  if (slot !== undefined && isWayTo(slot, at.steps)) {
    if (slot.names.length > at.steps.length) return objectIn(formFor(schema, at.spot.schemas), composing, at);
    if (page !== undefined) return page.items.map((one) => projected(slot.schema, one, { composing, at }));
    if (record !== undefined) return projected(schema, record, { composing, at });
  }
  return aroundRecord(schema, composing, at);
}

const isWayTo = ({ names }: Slot, steps: readonly string[]): boolean =>
  names.length >= steps.length && steps.every((step, index) => names[index] === step);

/** What stands beside the record, or, without a place of its own, the record. */
function aroundRecord(schema: Schema, composing: Composing, at: At): unknown {
  const { spot } = at;
  const { page, staged } = composing;
  const { name } = spot;
  if (page !== undefined && isPageWord(name)) return pagePart(schema, pageWord(name, page), spot);
  const outcome = outcomeOf(schema, {
    name,
    staged,
    record: composing.record,
    told: composing.outcome,
    hasSlot: composing.slot !== undefined,
    schemas: spot.schemas,
  });
  if (outcome !== undefined) return fitted(schema, outcome, spot);
  const known = knownIn(schema, composing, at);
  return known !== undefined ? known : unknownIn(schema, composing, at);
}

const pagePart = (schema: Schema, value: unknown, spot: Spot): unknown => fitted(schema, value, spot);

function knownIn(schema: Schema, { record, sources, staged }: Composing, { spot, steps }: At): unknown {
  const { name } = spot;
  if (staged.resource.does === 'get' || staged.resource.does === 'list') {
    const bound = fitted(schema, boundOf(name, formFor(schema, spot.schemas), staged.made.days), spot);
    if (bound !== undefined) return bound;
  }
  const nested = steps.length > 1 ? valueIn(record?.doc, steps) : undefined;
  const own = record !== undefined && staged.kind.idNames.has(name) ? (record.doc[name] ?? plainId(record)) : undefined;
  for (const value of [nested, record?.doc[name], own, ...sources.map((source) => source[name])]) {
    const fit = isFields(value) || isList(value) || value !== undefined ? fitted(schema, value, spot) : undefined;
    if (fit !== undefined) return fit;
  }
  return undefined;
}

const valueIn = (doc: Fields | undefined, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((value, step) => (isFields(value) ? value[step] : undefined), doc);

/** Nobody has told: what troubles is left out, what could have been sent and was not as well; the rest is made up. */
function unknownIn(schema: Schema, composing: Composing, at: At): unknown {
  const { spot } = at;
  const { record, staged } = composing;
  const form = formFor(schema, spot.schemas, spot.known);
  const types = typesOf(form);
  if (types.includes('object') && (form.properties !== undefined || isPagePart(spot.name)))
    return partIn(form, composing, at);
  if (saysTrouble(spot.name)) return takesNull(schema, spot.schemas) ? null : types.includes('array') ? [] : undefined;
  if (record !== undefined && staged.kind.fields.get(spot.name)?.isSettable === true) return undefined;
  // Lists beside what was made here are known in full: what is not there is not.
  if (types.includes('array') && staged.kind.isCreatable && isReading(staged)) return [];
  return invented(schema, spot);
}

/** A nested part of the answer: the account where it is one, else told from the same sources. */
function partIn(form: Form, composing: Composing, at: At): unknown {
  const { account } = composing.staged.around;
  const isAccount = at.spot.name === 'account' && account !== undefined && composing.staged.kind.kind !== 'account';
  if (isOther(form, composing)) return otherIn(form, composing, at);
  if (!isAccount) return objectIn(form, composing, at);
  const doc = { ...shown(account.doc), id: account.id, accountId: account.id };
  return objectIn(form, { ...composing, record: undefined, slot: undefined, sources: [doc, ...composing.sources] }, at);
}

const isReading = ({ resource: { does } }: Scene): boolean => does === 'get' || does === 'list' || does === 'create';

/** Beside a record that was made here and stands in its own place, a thing with an id is another thing. */
function isOther({ properties = {} }: Form, { slot, record, page, staged }: Composing): boolean {
  const isMade = staged.kind.isCreatable && isReading(staged) && (record !== undefined || page !== undefined);
  return isMade && slot !== undefined && (Object.hasOwn(properties, 'id') || Object.hasOwn(properties, '_id'));
}

/** Such a thing is there when the request speaks of it. */
function otherIn(form: Form, composing: Composing, at: At): unknown {
  const { staged } = composing;
  const { call, around } = staged;
  const names = Object.keys(form.properties ?? {}).filter((name) => !staged.kind.fields.has(name));
  if (!names.some((name) => call.body[name] !== undefined)) return undefined;
  const sources = [call.body, around.fields];
  return objectIn(form, { staged, slot: undefined, sources }, at);
}

/** The record in the shape this answer has for it. */
function projected(schema: Schema, record: StoredRecord, { composing, at }: { composing: Composing; at: At }): unknown {
  const { spot } = at;
  const { staged } = composing;
  const form = formFor(schema, spot.schemas, record.doc);
  if (!typesOf(form).includes('object') && typesOf(form).length > 0) return plainRecord(schema, record, spot);
  if (form.properties === undefined) return shown(record.doc);
  const own: Record<string, unknown> = {};
  const seed = { ...spot, seed: `${staged.made.seed} ${record.id}` };
  for (const [name, property] of Object.entries(form.properties)) {
    const inner = below(seed, name);
    const value = fieldOf(record, name, composing);
    const fit = fitted(property, value, inner);
    if (fit !== undefined) own[name] = fit;
    else if (form.required?.includes(name) || isWanted(name, record, composing)) own[name] = invented(property, inner);
  }
  return withSums(own);
}

/** A list of plain words holds the records' own words. */
const plainRecord = (schema: Schema, record: StoredRecord, spot: Spot): unknown =>
  fitted(schema, record.doc['$value'] ?? record.doc['value'] ?? plainId(record), spot) ?? invented(schema, spot);

function fieldOf(record: StoredRecord, name: string, { staged }: Composing): unknown {
  if (record.doc[name] !== undefined) return record.doc[name];
  if (staged.kind.idNames.has(name)) return plainId(record);
  return staged.around.fields[name];
}

/** An act answers with fields that no other answer has, and a reading is not kept: nobody could have stored them. */
const isWanted = (name: string, { doc }: StoredRecord, { staged }: Composing): boolean =>
  !saysTrouble(name) && (doc['$reading'] === true || (staged.resource.does === 'act' && !staged.kind.fields.has(name)));
