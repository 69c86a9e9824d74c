/** Changes, deletes and acts on records that are there. */
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { StoredRecord } from '../store/store.ts';
import { isOwnRoom } from './around.ts';
import { fileOf } from './bytes.ts';
import { answer } from './compose.ts';
import { counted } from './counts.ts';
import { partsOf } from './parts.ts';
import { removeIn } from './relations.ts';
import {
  collectionUpdated,
  emptied,
  idIn,
  isOfCollection,
  keepSettings,
  recordFor,
  recordsLike,
} from './collection.ts';
import { entriesOf, newRecord, plainWord, type Entry } from './create.ts';
import { emptyDoc } from './doc.ts';
import { after, knownOf } from './effect.ts';
import { emitted, putTold } from './events.ts';
import { keptFiles } from './files.ts';
import { isFields, isList, typesOf, formFor, type Fields } from '../engine/form.ts';
import { neededNames } from './kinds.ts';
import { located, namingFields, newId } from './locate.ts';
import { ACCOUNT_KEY, isOfNetwork, singleRecord } from './network.ts';
import { inPlace } from './merge.ts';
import { moulded } from './mould.ts';
import type { Touched } from './outcome.ts';
import type { Staged } from './scene.ts';
import { iso } from './senses.ts';
import { planOf } from './slot.ts';
import { listedWithin, toldWithin, wordsSaid } from './within.ts';
import { idNameOf, namesOf, notFoundCode } from './words.ts';

export async function get(staged: Staged): Promise<Reply> {
  const record = await located(staged);
  const question = questionIn(staged);
  if (question.length > 0)
    return answer(staged, { parts: Object.fromEntries(question.map((name) => [name, record !== undefined])) });
  if (record === undefined) return lost(staged);
  if (isFile(staged)) return fileOf(staged, record, 200);
  return answer(staged, { record: await counted(staged, record), parts: await partsOf(staged, record) });
}

const isFile = ({ call, schemas }: Staged): boolean => planOf(call.card, schemas, {}).schema?.format === 'binary';

/** The fields of an answer that says nothing but yes or no of a record that is described, not named. */
function questionIn({ call, schemas, place, kind }: Staged): readonly string[] {
  const { schema } = planOf(call.card, schemas, {});
  const fields = schema === null ? [] : Object.entries(formFor(schema, schemas).properties ?? {});
  const isPlain = fields.every(([, one]) => typesOf(formFor(one, schemas)).join() === 'boolean');
  return place.id === undefined && !kind.isSingle && isPlain ? fields.map(([name]) => name) : [];
}

const lost = ({ kind }: Staged): Reply => refuse(notFoundCode(kind.kind));

export async function update(staged: Staged): Promise<Reply> {
  const { call, kind } = staged;
  if (isOfCollection(staged)) return collectionUpdated(staged);
  const files = await keptFiles(staged);
  const record = (await located(staged)) ?? (isNamedByCaller(staged) ? newRecord(staged, {}) : undefined);
  if (record === undefined) return lost(staged);
  const given = { ...call.body, ...files };
  const changes = Object.fromEntries(Object.entries(given).filter(([name]) => !kind.idNames.has(name)));
  const doc = {
    ...record.doc,
    ...inPlace(record.doc, changes, kind),
    ...listAlike(staged, given),
    updatedAt: iso(staged.made.now),
  };
  return kept(staged, { ...record, ...movedTo(given), doc });
}

const movedTo = ({ profileId }: Fields): Partial<StoredRecord> => (typeof profileId === 'string' ? { profileId } : {});

/** Values under names that callers choose, such as a contact's fields, come to be by being set. */
const isNamedByCaller = ({ kind, place }: Staged): boolean =>
  place.id !== undefined && !kind.isCreatable && !kind.isListed;

/** Settings that are one list may be sent under another name than they are read. */
function listAlike({ kind }: Staged, given: Fields): Fields {
  if (!kind.isSingle) return {};
  const own = [...kind.fields]
    .filter(([, { schema, schemas }]) => typesOf(formFor(schema, schemas)).includes('array'))
    .map(([name]) => name);
  const sent = Object.entries(given).filter(([name, value]) => isList(value) && !own.includes(name));
  const [only] = own;
  return own.length === 1 && sent.length === 1 && only !== undefined ? { [only]: sent[0]?.[1] } : {};
}

async function kept(staged: Staged, raw: StoredRecord): Promise<Reply> {
  const changed = await moulded(staged, raw);
  const { account } = staged.around;
  const isOfAccount = staged.kind.isSingle && account !== undefined;
  const record = isOfAccount ? { ...changed, doc: { ...changed.doc, [ACCOUNT_KEY]: account.id } } : changed;
  if (isOfAccount) await disowned(staged, record);
  if (!isOwnRoom(record.kind))
    await staged.desk.store.transact(async (tx) => {
      await putTold(tx, staged, record);
      await toldWithin(tx, staged, staged.call.body['value']);
    });
  staged.desk.wake();
  return answer(staged, {
    record: await counted(staged, record),
    outcome: { touched: [{ id: record.id, given: staged.call.body }] },
  });
}

/** An account's settings are those of the number that was named with it last. */
async function disowned({ desk }: Staged, { id, kind, teamId, doc }: StoredRecord): Promise<void> {
  const all = await desk.store.read.list(kind, { teamId });
  const others = all.filter((one) => one.id !== id && one.doc[ACCOUNT_KEY] === doc[ACCOUNT_KEY]);
  if (others.length === 0) return;
  await desk.store.transact(async (tx) => {
    for (const one of others) await tx.put({ ...one, doc: { ...one.doc, [ACCOUNT_KEY]: null } });
  });
}

export async function remove(staged: Staged): Promise<Reply> {
  const { kind, desk } = staged;
  if (kind.isSingle) return cleared(staged);
  const entries = staged.place.id === undefined ? entriesOf(staged) : undefined;
  if (entries !== undefined) return removeAll(staged, entries);
  const record = await located(staged);
  if (record === undefined) return isOfCollection(staged) && !namesOne(staged) ? emptied(staged) : lost(staged);
  await desk.store.transact(async (tx) => {
    await emitted(tx, staged, [{ before: record }]);
    await removeIn(tx, staged, record);
    await toldWithin(tx, staged, undefined);
    await listedWithin(tx, staged, { gone: wordsSaid(staged) });
  });
  desk.wake();
  const touched = [{ id: record.id, given: staged.asked }];
  return answer(staged, { record: { ...record, doc: { ...record.doc, ...leftBehind(staged) } }, outcome: { touched } });
}

/** Whether the request says which one it means. */
const namesOne = ({ call, schemas }: Staged): boolean => neededNames({ card: call.card, schemas }).length > 0;

/** What is deleted may still say so: `released` and when. */
const leftBehind = (staged: Staged): Fields => {
  const { resource, kind, made } = staged;
  const verb = resource.event ?? staged.call.card.command.path.at(-1) ?? 'delete';
  const gone = after({ doc: {} } as unknown as StoredRecord, { event: verb, given: {}, at: made.now }, kind);
  return Object.fromEntries(Object.entries(gone.doc).filter(([name]) => name !== 'updatedAt'));
};

async function cleared(staged: Staged): Promise<Reply> {
  const { kind, made, desk } = staged;
  const before = await singleRecord(staged);
  const doc = emptyDoc(kind, { id: before.id, at: made.now, given: {}, around: staged.around.fields, made });
  await desk.store.transact((tx) => tx.put({ ...before, doc }));
  return answer(staged, {
    record: { ...before, doc: {} },
    outcome: { touched: [{ id: before.id, given: staged.asked }] },
  });
}

async function removeAll(staged: Staged, entries: readonly Entry[]): Promise<Reply> {
  const touched: Touched[] = [];
  let removed = 0;
  for (const { raw, given } of entries) {
    const named = await recordFor(staged, raw);
    const records = named === undefined ? await recordsLike(staged, given) : [named];
    await staged.desk.store.transact(async (tx) => {
      await emitted(
        tx,
        staged,
        records.map((before) => ({ before })),
      );
      for (const record of records) await removeIn(tx, staged, record);
      await listedWithin(tx, staged, { gone: [raw] });
    });
    removed += records.length;
    touched.push({ id: idIn(staged, raw) ?? String(raw), given: raw });
  }
  return removed === 0 && entries.length > 0 ? lost(staged) : answer(staged, { outcome: { touched } });
}

export async function act(staged: Staged): Promise<Reply> {
  const { resource, place, call } = staged;
  const event = resource.event ?? '';
  if (/^(duplicate|copy|clone)/.test(event)) return duplicated(staged);
  const entries = place.id === undefined && !staged.kind.isSingle ? listedIn(call.body) : undefined;
  if (entries !== undefined && entries.length > 0) return actOnAll(staged, entries);
  if (isFree(staged)) await keepSettings(staged);
  if (isFree(staged)) return answer(staged, { outcome: { touched: [{ id: place.id ?? '', given: call.body }] } });
  const files = await keptFiles(staged);
  const record = (await located(staged)) ?? named(staged);
  if (record === undefined) return lost(staged);
  return kept(staged, after(record, { event, given: { ...call.body, ...files }, at: staged.made.now }, staged.kind));
}

/** What only the caller and the network know comes to be by being named. */
function named(staged: Staged): StoredRecord | undefined {
  const names = namingFields(staged);
  const given = Object.fromEntries(names.map((name) => [name, staged.call.body[name]]));
  return isNamedByCaller(staged) || (names.length > 0 && isOfNetwork(staged)) ? newRecord(staged, given) : undefined;
}

/** An act that names no record: a check, a calculation, something that is sent and gone. */
const isFree = (staged: Staged): boolean =>
  staged.place.id === undefined && !staged.kind.isSingle && namingFields(staged).length === 0;

async function duplicated(staged: Staged): Promise<Reply> {
  const original = await located(staged);
  if (original === undefined) return lost(staged);
  const { kind, call, made, desk } = staged;
  const id = newId(staged);
  const name = typeof original.doc['name'] === 'string' ? { name: `${original.doc['name']} copy` } : {};
  const ids = Object.fromEntries(
    [...kind.idNames].filter((one) => original.doc[one] !== undefined).map((one) => [one, id]),
  );
  const draft = kind.fields.get('status');
  const begins =
    draft !== undefined && formFor(draft.schema, draft.schemas).enum?.includes('draft') === true
      ? { status: 'draft' }
      : {};
  const times = { createdAt: iso(made.now), updatedAt: iso(made.now) };
  const doc = { ...original.doc, ...name, ...times, ...knownOf(call.body, kind), ...ids, ...begins };
  const copy: StoredRecord = { ...original, id, createdAt: made.now, doc: { ...doc, ...copiedIds(kind.kind, id) } };
  await desk.store.transact((tx) => tx.put(copy));
  return answer(staged, { record: await counted(staged, copy), outcome: { touched: [{ id, given: call.body }] } });
}

/** `copiedCampaignId`, kept out of other answers. */
const copiedIds = (kind: string, id: string): Fields =>
  Object.fromEntries(
    namesOf(kind).map((name) => [`copied${idNameOf(name).charAt(0).toUpperCase()}${idNameOf(name).slice(1)}`, id]),
  );

/** The first list in the body; undefined without one. */
const listedIn = (body: Fields): readonly unknown[] | undefined => Object.values(body).find(isList);

/** Whom a plain word means that is nobody's id: a phone number, a name. */
const recordSaid = async (staged: Staged, raw: unknown): Promise<StoredRecord | undefined> =>
  typeof raw === 'string' ? (await recordsLike(staged, plainWord(staged.kind, raw)))[0] : undefined;

/** A request to be let in waits until somebody decides. */
const isDecided = ({ kind, resource: { event = '' } }: Staged): boolean =>
  kind.kind.endsWith('_request') && /^(approve|reject|deny|decline)/.test(event);

async function actOnAll(staged: Staged, raws: readonly unknown[]): Promise<Reply> {
  const { call, resource, made, kind } = staged;
  const touched: Touched[] = [];
  const shared = Object.fromEntries(Object.entries(call.body).filter(([, value]) => !isList(value)));
  for (const raw of raws) {
    const record = (await recordFor(staged, raw)) ?? (await recordSaid(staged, raw));
    if (record !== undefined && isDecided(staged)) {
      await staged.desk.store.transact((tx) => removeIn(tx, staged, record));
    } else if (record !== undefined) {
      const given = { ...shared, ...(isFields(raw) ? raw : {}) };
      const next = after(record, { event: resource.event ?? '', given, at: made.now }, kind);
      if (!isOwnRoom(record.kind)) await staged.desk.store.transact((tx) => putTold(tx, staged, next));
    } else if (/^(bulk_)?(create|import|add)/.test(resource.event ?? '') && isFields(raw)) {
      const fresh = newRecord(staged, { ...shared, ...raw });
      await staged.desk.store.transact((tx) => tx.put(fresh));
    }
    touched.push({ id: idIn(staged, raw) ?? record?.id ?? '', given: raw });
  }
  return answer(staged, { outcome: { touched } });
}
