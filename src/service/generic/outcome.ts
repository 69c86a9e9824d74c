/** What an answer says of the act itself: that it went well, how many it touched, which of them. Used by compose.ts. */
import type { ResourceWords, Schema } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { StoredRecord } from '../store/store.ts';
import { formFor, isFields, takesNull, typesOf, type Fields } from '../engine/form.ts';
import type { Scene } from './scene.ts';
import { saysTrouble, spoken } from './senses.ts';
import { sameStem } from './stem.ts';

/** What was touched, one entry each. */
export interface Outcome {
  readonly touched: readonly Touched[];
  /** How many had to go for them. */
  readonly removed?: number;
}

export interface Touched {
  readonly id: string;
  /** What was sent for it. */
  readonly given: unknown;
}

interface Asking {
  readonly name: string;
  readonly staged: Scene;
  readonly record: StoredRecord | undefined;
  readonly told: Outcome | undefined;
  /** Whether the record has a place of its own in the answer. */
  readonly hasSlot: boolean;
  readonly schemas: Schemas;
}

const SENTENCES: Readonly<Record<ResourceWords['does'], string>> = {
  create: 'Created.',
  list: 'Here they are.',
  get: 'Here it is.',
  update: 'Changed.',
  delete: 'Deleted.',
  act: 'Done.',
};

/** The value under a name that speaks of the outcome; undefined for every other name. */
export function outcomeOf(schema: Schema, asking: Asking): unknown {
  const { name, staged } = asking;
  const form = formFor(schema, asking.schemas);
  if (name === 'success' || name === 'ok') return true;
  if (name === 'message' && typesOf(form).includes('string') && !isOfRecord(asking))
    return SENTENCES[staged.resource.does];
  if (name === 'status' && form.const === undefined) return statusOf(schema, asking);
  const isWrite = staged.resource.does !== 'get' && staged.resource.does !== 'list';
  const types = typesOf(form);
  if (isWrite && isNumeric(types) && DONE.test(spoken(name))) return countOf(asking);
  if (!isWrite || isOfRecord(asking)) return undefined;
  if (types.includes('boolean')) return truthOf(asking);
  if (isNumeric(types)) return countOf(asking);
  if (types.includes('array') && form.items !== undefined) return rowsOf(form.items, schema, asking);
  return undefined;
}

/** A field that the record has is told by the record. */
const isOfRecord = ({ record, name }: Asking): boolean =>
  record !== undefined && record.doc[name] !== undefined && record.doc[name] !== null;

/** The record's state where the answer has none for it; the word for success where it stands beside the record. */
function statusOf(schema: Schema, { staged, record, hasSlot, schemas }: Asking): unknown {
  const { enum: words } = formFor(schema, schemas);
  const own = record?.doc['status'];
  if (words === undefined) return hasSlot || typeof own !== 'string' || !hasStates(staged) ? 'success' : own;
  const { event } = staged.resource;
  const known =
    words.find((word) => word === own) ?? words.find((word) => event !== undefined && sameStem(event, String(word)));
  return known ?? words.find((word) => word === 'success' || word === 'ok');
}

/** Records whose states are listed somewhere tell theirs; the plain word of an answer is about the answer. */
function hasStates({ kind, resource }: Scene): boolean {
  const field = kind.fields.get('status');
  const isRead = resource.does === 'get' || resource.does === 'create';
  return field !== undefined && (isRead || formFor(field.schema, field.schemas).enum !== undefined);
}

/** Verbs that take back what their opposite did. */
const BACK = /^(un|dis|remove|delete|clear|reject|end|stop|detach)/;

/** What is true after something is gone or switched off. */
const GONE =
  /\b(deleted|removed|disabled|archived|released|canceled|cancelled|revoked|cleared|unlinked|detached|unsubscribed|requested|sent|posted|already)\b/;

function truthOf({ name, staged, told }: Asking): boolean | undefined {
  if (saysTrouble(name)) return false;
  const said = spoken(name);
  if (/^(already|is new|needs|not|skipped|stale|reused)/.test(said)) return false;
  const { does, event = '' } = staged.resource;
  const isBack = does === 'delete' || BACK.test(event);
  if (isBack) return GONE.test(said);
  return told === undefined ? undefined : true;
}

const isNumeric = (types: readonly string[]): boolean => types.includes('integer') || types.includes('number');

/** Verbs that say how many, whatever the record has under that name. */
const DONE = /^(updated|created|added|removed|deleted|enrolled|skipped|.* received|.* failed|num .*)$/;

const NONE = /\b(skipped|failed|invalid|errors?|rejected|duplicates?|ignored)\b/;
const SOME =
  /\b(updated|created|added|removed|deleted|enrolled|sent|succeeded|received|marked|total|count|posted|processed|imported|invalidated|revoked|attachments|resubmitted)\b/;

function countOf({ name, told }: Asking): number | undefined {
  const said = spoken(name);
  if (NONE.test(said)) return 0;
  if (told?.removed !== undefined && /\bremoved\b/.test(said)) return told.removed;
  return told !== undefined && SOME.test(said) ? told.touched.length : undefined;
}

/** Rows of what was touched; none of what went wrong. */
function rowsOf(items: Schema, schema: Schema, { name, told, schemas, staged }: Asking): unknown {
  if (saysTrouble(name)) return takesNull(schema, schemas) ? null : [];
  if (
    told === undefined ||
    !/\b(results?|succeeded|rows|items|blocked|unblocked|deleted|updated|added|created|handles|message ids|numbers|orders)\b/.test(
      spoken(name),
    )
  )
    return undefined;
  const isPlain = !typesOf(formFor(items, schemas)).includes('object');
  return told.touched.map(({ id, given }) => (isPlain ? id : rowFor(items, { id, given }, { schemas, staged })));
}

function rowFor(
  items: Schema,
  { id, given }: Touched,
  { schemas, staged }: { schemas: Schemas; staged: Scene },
): Fields {
  const { properties = {} } = formFor(items, schemas);
  const known: Record<string, unknown> = isFields(given) ? { ...given } : {};
  for (const [name, property] of Object.entries(properties)) {
    if (known[name] !== undefined) continue;
    const form = formFor(property, schemas);
    if (
      staged.kind.idNames.has(name) ||
      (typeof given === 'string' && /^(input|to|wa id|phone|contact id)/.test(spoken(name)))
    )
      known[name] = staged.kind.idNames.has(name) ? id : given;
    else if (typesOf(form).includes('boolean')) known[name] = !saysTrouble(name);
    else if (typesOf(form).some((type) => type === 'integer' || type === 'number'))
      known[name] = NONE.test(spoken(name)) ? 0 : 1;
  }
  return known;
}
