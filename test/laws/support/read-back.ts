/** Whether what was written reads back: every field that was sent, in every reading of its kind that has the field. */
import type { Schema } from '../../../src/kernel/schema.ts';
import { formsOf } from '../../../src/service/engine/form.ts';
import { parsed, type Operation } from '../../journeys/sweep/reading.ts';
import type { Fields } from '../../journeys/sweep/trace.ts';
import { at, recordsIn, type Declared } from './declared.ts';
import { partsOf, type Ground } from './ids.ts';
import { isRead, normalOf } from './normal.ts';
import type { Reading } from './reader.ts';
import { isSeen } from './seen.ts';
import type { Done } from './trial.ts';
import type { World } from './world.ts';

export interface ReadBack {
  /** `createContact getContact name`: reads otherwise than it was sent, or not at all. */
  readonly other: readonly string[];
  /** The kind, when nothing reads it. */
  readonly unread?: string;
}

const WRITES: readonly string[] = ['create', 'update', 'set'];

/** Whether the call writes a kind that is read. */
export function isReadBack({ operation }: Done, { declared, readers }: Ground): boolean {
  const { does, kind, waits } = declared.effectOf(operation);
  return kind !== undefined && waits === undefined && WRITES.includes(does) && readers.count(kind) > 0;
}

export async function compareReadings(done: Done, world: World, { declared, readers }: Ground): Promise<ReadBack> {
  const { operation, asking } = done;
  const effect = declared.effectOf(operation);
  if (effect.kind === undefined || effect.waits !== undefined || !WRITES.includes(effect.does)) return { other: [] };
  if (readers.count(effect.kind) === 0)
    return (await isSeen(done, world, { declared, readers })) ? { other: [] } : { other: [], unread: effect.kind };
  const id = idOf(done, declared);
  const [record = {}] = recordsIn(effect, parsed(done.told));
  const readings = await readers.read(
    { kind: effect.kind, id, from: [record, ...partsOf(done)], sets: effect.sets ?? {} },
    world,
  );
  const sent = sentBy(operation, asking.body, declared);
  return { other: readings.flatMap((reading) => otherIn(reading, { done, sent, id, declared })) };
}

/** The id of the record that the call made or changed. */
export function idOf({ operation, asking, told }: Done, declared: Declared): string | undefined {
  const effect = declared.effectOf(operation);
  const key = declared.kindOf(operation)?.key ?? 'id';
  const place = Object.entries(declared.placesOf(operation)).find(([, kind]) => kind === effect.kind)?.[0];
  const [made] = recordsIn(effect, parsed(told));
  const value =
    (effect.id === undefined ? undefined : at(asking, effect.id)) ?? made?.[key] ?? asking.path[place ?? ''];
  return value === undefined ? undefined : String(value);
}

/** What was sent, under the names that it is read by, without what is never read. */
function sentBy(operation: Operation, body: unknown, declared: Declared): readonly (readonly [string, unknown])[] {
  const { as = {} } = declared.effectOf(operation);
  const { unread = [], normal = {} } = declared.kindOf(operation) ?? {};
  const sent = Object(body) as Fields;
  return Object.entries(sent)
    .filter(([name]) => !unread.includes(name) && isRead(sent, normal[name]))
    .map(([name, value]) => [as[name] ?? name, normalOf(value, normal[name])] as const);
}

interface Compared {
  readonly done: Done;
  readonly sent: readonly (readonly [string, unknown])[];
  readonly id: string | undefined;
  readonly declared: Declared;
}

function otherIn({ reader, told }: Reading, { done, sent, id, declared }: Compared): readonly string[] {
  const pair = `${done.operation.card.id} ${reader.card.id}`;
  // A file has no fields.
  if (told.status < 300 && !told.contentType.includes('json')) return [];
  const effect = declared.effectOf(reader);
  const known = fieldsOf(reader, declared);
  const wrongIn = (record: Fields): readonly string[] =>
    sent
      .filter(([name, value]) => {
        const schemas = known.get(name) ?? [];
        return schemas.length > 0 && !isEqual(record[name], shownBy(schemas, value, reader.schemas));
      })
      .map(([name]) => name);
  const records = told.status >= 300 ? [] : recordsIn(effect, parsed(told));
  const key = declared.kindOf(reader)?.key ?? 'id';
  const own = effect.list === undefined || id === undefined ? records : records.filter((one) => one[key] === id);
  // Where nothing names the record, it is the one that comes nearest to what was sent.
  const [nearest] = own.map(wrongIn).sort((one, other) => one.length - other.length);
  return (nearest ?? ['-']).map((name) => `${pair} ${name}`);
}

/** Objects are equal in what was sent of them: the service may add what it knows. What is set to null may be absent. */
function isEqual(read: unknown, sent: unknown): boolean {
  if (sent === null) return read === null || read === undefined;
  if (typeof sent !== 'object') return read === sent || isSameTime(read, sent) || isShownWhole(read, sent);
  if (typeof read !== 'object' || read === null) return false;
  if (Array.isArray(sent) && (read as unknown[]).length !== sent.length) return false;
  return Object.entries(sent).every(([name, value]) => isEqual((read as Fields)[name], value));
}

/** An id may be read as the record that it names. */
const isShownWhole = (read: unknown, sent: unknown): boolean =>
  typeof read === 'object' && read !== null && [(read as Fields)['_id'], (read as Fields)['id']].includes(sent);

const isSameTime = (read: unknown, sent: unknown): boolean =>
  typeof sent === 'string' &&
  typeof read === 'string' &&
  /^\d{4}-\d\d-\d\dT/.test(sent) &&
  Date.parse(read) === Date.parse(sent);

/** Fields that the contract gives the record in the answer of a reading, each with its schemas. */
function fieldsOf({ card, schemas }: Operation, declared: Declared): ReadonlyMap<string, readonly Schema[]> {
  const effect = declared.effectOf({ card, schemas, area: card.area });
  const steps = [
    ...(effect.list ?? effect.record ?? '.').split('.').filter((step) => step !== ''),
    ...(effect.list === undefined ? [] : ['*']),
  ];
  const answers = Object.entries(card.responses).flatMap(([status, schema]) =>
    status.startsWith('2') && schema !== null ? [schema] : [],
  );
  const found = steps.reduce<readonly Schema[]>(
    (here, step) => here.flatMap((one) => below(one, step, schemas)),
    answers,
  );
  const fields = new Map<string, readonly Schema[]>();
  for (const one of found)
    for (const form of formsOf(one, schemas))
      for (const [name, schema] of Object.entries(form.properties ?? {}))
        fields.set(name, [...(fields.get(name) ?? []), schema]);
  return fields;
}

const below = (schema: Schema, step: string, schemas: Operation['schemas']): readonly Schema[] =>
  formsOf(schema, schemas).flatMap((form) => (step === '*' ? form.items : form.properties?.[step]) ?? []);

/** What of a sent value the reading has a place for: members that its schema does not name are not read there. */
export function shownBy(all: readonly Schema[], value: unknown, schemas: Operation['schemas']): unknown {
  const forms = all.flatMap((one) => formsOf(one, schemas));
  if (Array.isArray(value)) {
    const items = forms.flatMap((form) => form.items ?? []);
    return items.length === 0 ? value : value.map((one) => shownBy(items, one, schemas));
  }
  const isClosed = forms.some(({ properties }) => properties !== undefined) && forms.every(isNamed);
  if (typeof value !== 'object' || value === null || !isClosed) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const named = forms.flatMap((form) => form.properties?.[name] ?? []);
      return named.length === 0 ? [] : [[name, shownBy(named, one, schemas)]];
    }),
  );
}

const isNamed = ({ additionalProperties }: Schema): boolean =>
  additionalProperties === undefined || additionalProperties === false;
