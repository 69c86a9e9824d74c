/** Changes, deletes and acts on records that are there. */
import { refuse, type Reply } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import { isOwnRoom } from './around.ts';
import { fileOf } from './bytes.ts';
import { answer } from './compose.ts';
import { counted } from './counts.ts';
import { partsOf } from './parts.ts';
import { removeIn } from './relations.ts';
import { collectionUpdated, emptied, idIn, isOfCollection, keepSettings, recordFor, recordLike } from './collection.ts';
import { entriesOf, newRecord, type Entry } from './create.ts';
import { emptyDoc } from './doc.ts';
import { after, knownOf } from './effect.ts';
import { keptFiles } from './files.ts';
import { isFields, isList, typesOf, formFor, type Fields } from './form.ts';
import { neededNames } from './kinds.ts';
import { located, newId } from './locate.ts';
import { singleRecord } from './network.ts';
import type { Touched } from './outcome.ts';
import type { Staged } from './scene.ts';
import { iso } from './senses.ts';
import { planOf } from './slot.ts';
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

/** What is read within a part of a record, such as `account.defaultUsername`, is sent by its own name. */
function inPlace(doc: Fields, changes: Fields, { fields, kind }: Staged['kind']): Fields {
  const placed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    const part = fields.has(name) ? undefined : Object.keys(doc).find((one) => isFields(doc[one]) && name in doc[one]);
    if (part === undefined && isNamesake(name, { doc, kind })) placed['name'] = value;
    else if (part === undefined) placed[name] = asNamed(doc[name], value);
    else placed[part] = { ...Object(doc[part]), ...Object(placed[part]), [name]: value };
  }
  return placed;
}

/** `displayName` is the name of a display name. */
const isNamesake = (name: string, { doc, kind }: { doc: Fields; kind: string }): boolean =>
  namesOf(kind).includes(name) && typeof doc['name'] === 'string' && doc[name] === undefined;

/** A plain word for what is read with a name of its own is that name. */
const asNamed = (before: unknown, value: unknown): unknown =>
  isFields(before) && typeof value === 'string' && 'name' in before ? { ...before, name: value } : value;

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

async function kept(staged: Staged, record: StoredRecord): Promise<Reply> {
  if (!isOwnRoom(record.kind)) await staged.desk.store.transact((tx) => tx.put(record));
  return answer(staged, {
    record: await counted(staged, record),
    outcome: { touched: [{ id: record.id, given: staged.call.body }] },
  });
}

export async function remove(staged: Staged): Promise<Reply> {
  const { kind, desk } = staged;
  if (kind.isSingle) return cleared(staged);
  const entries = staged.place.id === undefined ? entriesOf(staged) : undefined;
  if (entries !== undefined) return removeAll(staged, entries);
  const record = await located(staged);
  if (record === undefined) return isOfCollection(staged) && !namesOne(staged) ? emptied(staged) : lost(staged);
  await desk.store.transact((tx) => removeIn(tx, staged, record));
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
  for (const { raw, given } of entries) {
    const record = (await recordFor(staged, raw)) ?? (await recordLike(staged, given));
    if (record !== undefined) await staged.desk.store.transact((tx) => removeIn(tx, staged, record));
    touched.push({ id: idIn(staged, raw) ?? String(raw), given: raw });
  }
  return answer(staged, { outcome: { touched } });
}

export async function act(staged: Staged): Promise<Reply> {
  const { resource, place, call } = staged;
  const event = resource.event ?? '';
  if (/^(duplicate|copy|clone)/.test(event)) return duplicated(staged);
  const entries = place.id === undefined ? listedIn(call.body) : undefined;
  if (entries !== undefined && entries.length > 0) return actOnAll(staged, entries);
  if (isFree(staged)) await keepSettings(staged);
  if (isFree(staged)) return answer(staged, { outcome: { touched: [{ id: place.id ?? '', given: call.body }] } });
  const files = await keptFiles(staged);
  const record = (await located(staged)) ?? (isNamedByCaller(staged) ? newRecord(staged, {}) : undefined);
  if (record === undefined) return lost(staged);
  return kept(staged, after(record, { event, given: { ...call.body, ...files }, at: staged.made.now }, staged.kind));
}

/** An act that names no record: a check, a calculation, something that is sent and gone. */
const isFree = ({ place, kind }: Staged): boolean => place.id === undefined && !kind.isSingle;

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

async function actOnAll(staged: Staged, raws: readonly unknown[]): Promise<Reply> {
  const { call, resource, made, kind } = staged;
  const touched: Touched[] = [];
  const shared = Object.fromEntries(Object.entries(call.body).filter(([, value]) => !isList(value)));
  for (const raw of raws) {
    const record = await recordFor(staged, raw);
    if (record !== undefined) {
      const given = { ...shared, ...(isFields(raw) ? raw : {}) };
      const next = after(record, { event: resource.event ?? '', given, at: made.now }, kind);
      if (!isOwnRoom(record.kind)) await staged.desk.store.transact((tx) => tx.put(next));
    } else if (/^(bulk_)?(create|import|add)/.test(resource.event ?? '') && isFields(raw)) {
      const fresh = newRecord(staged, { ...shared, ...raw });
      await staged.desk.store.transact((tx) => tx.put(fresh));
    }
    touched.push({ id: idIn(staged, raw) ?? record?.id ?? '', given: raw });
  }
  return answer(staged, { outcome: { touched } });
}
