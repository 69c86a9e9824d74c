/** Makes records: one, one for each entry of a list that was sent, or the only one there is of its kind. */
import type { Reply } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import { newDoc } from './doc.ts';
import { answer } from './compose.ts';
import { counted } from './counts.ts';
import { putTold } from './events.ts';
import { keptFiles } from './files.ts';
import { isFields, isList, type Fields } from '../engine/form.ts';
import { neededNames } from './kinds.ts';
import { keyFor, newId, recordBy } from './locate.ts';
import { moulded } from './mould.ts';
import { singleRecord } from './network.ts';
import { knownOf } from './effect.ts';
import { iso, spoken } from './senses.ts';
import type { Scene, Staged } from './scene.ts';
import { listedWithin, wordsSaid } from './within.ts';
import { idNameOf, namesOf, pluralsOf, singularOf } from './words.ts';

export async function create(staged: Staged): Promise<Reply> {
  if (isTrial(staged)) return answer(staged, {});
  const files = await keptFiles(staged);
  if (staged.kind.isSingle) return enabled(staged, files);
  const many = entriesOf(staged);
  const given = many?.map(({ given: one }) => ({ ...withoutLists(staged), ...one })) ?? [
    { ...staged.call.query, ...staged.call.body, ...files },
  ];
  const records = await Promise.all(
    given.map(async (one) => moulded(staged, await atItsPlace(staged, newRecord(staged, one)))),
  );
  await staged.desk.store.transact(async (tx) => {
    for (const record of records) await putTold(tx, staged, record);
    await listedWithin(tx, staged, { come: wordsSaid(staged) });
  });
  staged.desk.wake();
  const [first] = records;
  const touched = records.map(({ id, doc }, at) => ({
    id: String(doc['id'] ?? doc['_id'] ?? id),
    given: many?.[at]?.raw ?? given[at],
  }));
  const page = { items: records, total: records.length, limit: Math.max(1, records.length), skip: 0 };
  const outcome = { touched };
  if (many !== undefined)
    return answer(staged, { outcome, ...(many.length > 0 && { page }), ...(first !== undefined && { record: first }) });
  return answer(staged, { record: first && (await counted(staged, first)), outcome });
}

/** What is made again under a chosen id is the same record. */
async function atItsPlace(staged: Staged, record: StoredRecord): Promise<StoredRecord> {
  const before =
    isChosen(staged) && staged.place.id !== undefined
      ? await recordBy(staged, staged.place.id)
      : await namesake(staged, record);
  return before === undefined ? record : { ...record, id: before.id };
}

/** What is named below its owner by another's id, such as a contact in a sequence, is there once. */
async function namesake({ kind, desk }: Staged, { doc, parentId, teamId }: StoredRecord) {
  const names = [...kind.placeNames].filter((name) => kind.fields.has(name) && typeof doc[name] === 'string');
  if (names.length === 0 || parentId === null || doc['$id'] === doc[names[0] ?? '']) return undefined;
  const there = await desk.store.read.list(kind.kind, { teamId, parentId });
  return there.find((one) => names.every((name) => one.doc[name] === doc[name]));
}

/** A request that only wants to know whether it would be taken. */
const isTrial = ({ asked }: Scene): boolean =>
  [asked['validateOnly'], asked['validate_only'], asked['dryRun']].includes(true);

/** What there is one of is made by switching it on. */
async function enabled(staged: Staged, files: Fields): Promise<Reply> {
  const { call, kind, made, desk } = staged;
  const before = await singleRecord(staged);
  const given = knownOf({ ...call.body, ...files }, kind);
  const record = { ...before, doc: { ...before.doc, ...switchedOn(before.doc), ...given, updatedAt: iso(made.now) } };
  await desk.store.transact((tx) => tx.put(record));
  return answer(staged, { record, outcome: { touched: [{ id: record.id, given: call.body }] } });
}

const switchedOn = (doc: Fields): Fields =>
  Object.fromEntries(
    Object.keys(doc)
      .filter((name) => /enabled$|^isActive$|^active$|attached$/i.test(name))
      .map((name) => [name, true]),
  );

export function newRecord(staged: Staged, given: Fields): StoredRecord {
  const { kind, call, place, around, made } = staged;
  const chosen = isChosen(staged) ? place.id : undefined;
  const id = chosen ?? newId(staged);
  return {
    kind: kind.kind,
    id: chosen === undefined ? id : keyFor(staged, chosen),
    teamId: call.caller.teamId,
    profileId: profileOf(given) ?? around.profileId,
    parentId: place.owners.at(-1)?.id ?? null,
    createdAt: made.now,
    doc: { ...newDoc(kind, { id, at: made.now, given, around: around.fields, made }), $id: id },
  };
}

/** Ids that stand in the address, or that the body has to name, are the caller's choice. */
function isChosen({ call, kind, schemas, resource: { as = {} } }: Staged): boolean {
  if (call.card.method !== 'POST' || Object.values(as).includes('id')) return true;
  return neededNames({ card: call.card, schemas }).some(
    (name) => kind.idNames.has(name) && typeof call.body[name] === 'string',
  );
}

const profileOf = ({ profileId }: Fields): string | undefined =>
  typeof profileId === 'string' ? profileId : undefined;

export interface Entry {
  readonly given: Fields;
  /** As it was sent. */
  readonly raw: unknown;
}

/** The entries of a list in the body that stands for several records; undefined when the body is one record. */
export function entriesOf({ kind, call }: Scene): readonly Entry[] | undefined {
  const sent: Fields = { ...listed(call.query), ...call.body };
  const names = Object.keys(sent).filter((name) => isList(sent[name]) && !kind.fields.has(name));
  const own = listNames(kind.kind);
  const list = own.find((name) => names.includes(name)) ?? names.find((name) => isOfRecords(name, { kind, sent }));
  if (list === undefined) return undefined;
  const single = singularOf(list);
  return (sent[list] as readonly unknown[]).map((raw) => ({
    raw,
    given: isFields(raw) ? raw : { [single]: raw, $value: raw, ...plainWord(kind, raw) },
  }));
}

/** Ids in an address stand with commas between them. */
const listed = (query: Fields): Fields =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) =>
      /[a-z]Ids$/.test(name) && typeof value === 'string' ? [name, value.split(',')] : [name, value],
    ),
  );

const listNames = (kind: string): readonly string[] =>
  namesOf(kind)
    .flatMap((name) => [...pluralsOf(name), ...pluralsOf(idNameOf(name))])
    .filter((name) => name.endsWith('s'));

/** Fields that say who somebody is. */
const PEOPLE = /^(input|user|wa id|contact|phone|phone number|platform identifier)$/;

/** A word for a whole record goes into the field that says what it is. */
export const plainWord = (kind: Scene['kind'], raw: unknown): Fields => {
  const name = ['text', 'name', 'value', 'keyword'].find((one) => kind.fields.has(one));
  const people = [...kind.fields.keys()].filter((one) => PEOPLE.test(spoken(one)));
  return Object.fromEntries([...(name === undefined ? [] : [name]), ...people].map((one) => [one, raw]));
};

/** `contactIds` when the record has a `contactId`, or a list that is all there is to send. */
function isOfRecords(name: string, { kind, sent }: { kind: Scene['kind']; sent: Fields }): boolean {
  if (!name.endsWith('s') || sent['name'] !== undefined) return false;
  const rest = Object.keys(sent).filter((other) => other !== name && !AIMS.has(other));
  return kind.fields.has(singularOf(name)) || rest.length === 0;
}

/** Fields that say for whom, not what. */
const AIMS: ReadonlySet<string> = new Set(['accountId', 'adAccountId', 'profileId', 'customerId', 'platform']);

const withoutLists = ({ call }: Scene): Fields =>
  Object.fromEntries(Object.entries({ ...call.query, ...call.body }).filter(([, value]) => !isList(value)));
