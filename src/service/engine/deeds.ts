/** The deeds of `x-svc-effect` that need no function of an area: each reads, decides and commits once. Chosen by engine.ts. */
import type { Fields } from '../../kernel/json.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { commit, together, type Changes } from '../change.ts';
import type { Kind, Lock, Reader, StoredRecord } from '../store/store.ts';
import { answerOf } from './answer.ts';
import { countsOf } from './counts.ts';
import { changedTimes, draft, renamed, wholeIn } from './draft.ts';
import { entriesOf, type Entry } from './entries.ts';
import { keepFiles } from './files.ts';
import { findById, findOriginal, findRecord } from './find.ts';
import { asChanged, fixtureUnder, fixturesOf } from './fixtures.ts';
import type { Follow, Written } from './follow.ts';
import { idAsked } from './keys.ts';
import { pageOf } from './page.ts';
import { accountIdOf, hasValues, isReached, lost, wordsOf, type Scene } from './scene.ts';
import { selected } from './select.ts';
import { newItemsFor, removedItemsFor } from './sends.ts';
import { idOf, isOwnId, type Counted } from './view.ts';
import { without, within } from './within.ts';
import { meant } from './words.ts';

const lockOf = ({ name, owners }: Scene): Lock => `${name}/${owners.ownerId}`;

export async function get(scene: Scene): Promise<Reply> {
  const record = await findRecord(scene, scene.desk.store.read);
  return record === undefined || !hasValues(record, scene.effect.where)
    ? lost(scene)
    : answerOf(scene, { record: await withCounts(scene, record) });
}

export async function list(scene: Scene): Promise<Reply> {
  const { call, desk, kind, effect } = scene;
  const records =
    kind.id === 'single' ? [await findRecord(scene, desk.store.read)] : await recordsOf(scene, desk.store.read);
  const there = records.filter((one) => one !== undefined).filter((one) => hasValues(one, effect.where));
  const page = pageOf(call, selected(scene, there));
  const items = await Promise.all(page.items.map((record) => withCounts(scene, record)));
  return answerOf(scene, { page: { ...page, items } });
}

/** Records of the kind that the caller reaches, below the owner that the path names. */
async function recordsOf({ call, name, owners }: Scene, read: Reader): Promise<readonly StoredRecord[]> {
  const { teamId } = call.caller;
  const all = await read.list(name, { teamId, ...(owners.parentId !== null && { parentId: owners.parentId }) });
  return all.filter((record) => isReached(call, record));
}

const withCounts = async ({ desk, kind }: Scene, record: StoredRecord): Promise<Counted> => ({
  record,
  counts: await countsOf(desk.store.read, record, kind),
});

/** `K` is the kind that the operation declares. */
export async function create<K extends Kind>(scene: Scene, follow: Follow<K>): Promise<Reply> {
  const { call, desk, effect } = scene;
  const { fields, uploads } = await keepFiles(scene);
  const entries = entriesOf(scene);
  return commit(desk, [lockOf(scene)], async (view): Promise<Changes & { result: Reply }> => {
    const original = await findOriginal(scene, view);
    if (effect.copies !== undefined && original === undefined) return { result: lost(scene) };
    const sent = entries ?? [{ given: { ...call.query, ...call.body, ...fields } }];
    const drafts = sent.map(({ given }) => draft(scene, given, original));
    const written = await Promise.all(drafts.map((after) => writtenOver(view, after)));
    const changes = {
      records: [...uploads, ...drafts, ...(await within(scene, view, drafts))],
      ...(await newItemsFor(scene, view, drafts)),
    };
    return withFollowing(changes, written, { scene, view, follow: follow as Follow }, (records) => {
      const items = records.map((record) => ({ record, counts: {} }));
      const page = { items, total: items.length, limit: Math.max(1, items.length), skip: 0 };
      return answerOf(scene, { count: items.length, record: items[0], ...(entries !== undefined && { page }) });
    });
  });
}

interface Following {
  readonly scene: Scene;
  readonly view: Reader;
  readonly follow: Follow;
}

/** The changes with what an area adds to them, and the answer about the records as they are then; its events carry the id of the call. */
async function withFollowing(
  changes: Changes,
  written: readonly Written[],
  { scene, view, follow }: Following,
  answer: (records: readonly StoredRecord[]) => Promise<Reply> | Reply,
): Promise<Changes & { result: Reply }> {
  const { events = [], refusal, ...added } = await follow(written, scene, view);
  if (refusal !== undefined) return { result: refusal };
  const { requestId } = scene.call;
  const all = together([changes, added, { events: events.map((event) => ({ ...event, requestId })) }]);
  const records = written.flatMap(({ before, after = before }) => (after === undefined ? [] : [after]));
  return { ...all, result: await answer(records.map((record) => latestOf(record, added))) };
}

/** The record as it is after the changes of the area. */
const latestOf = (record: StoredRecord, { records = [] }: Changes): StoredRecord =>
  records.findLast(({ kind, id }) => kind === record.kind && id === record.id) ?? record;

export async function change(scene: Scene, follow: Follow): Promise<Reply> {
  const { desk, effect } = scene;
  const { fields, uploads } = await keepFiles(scene);
  const entries = effect.each === undefined ? undefined : entriesOf(scene);
  return commit(desk, [lockOf(scene)], async (view): Promise<Changes & { result: Reply }> => {
    const named =
      entries === undefined
        ? [await changedOne(scene, view, fields)]
        : await Promise.all(entries.map((one) => changedEntry(scene, view, one)));
    const written = named.filter((one) => one !== undefined);
    const records = written.map(({ after }) => after);
    if (records.length === 0) return { result: lost(scene) };
    const changes = { records: [...uploads, ...records, ...(await within(scene, view, records))] };
    return withFollowing(changes, written, { scene, view, follow }, async (latest) => answerAbout(scene, view, latest));
  });
}

async function answerAbout(scene: Scene, view: Reader, records: readonly StoredRecord[]): Promise<Reply> {
  const [first] = records;
  if (first === undefined) return lost(scene);
  const counts = await countsOf(view, first, scene.kind);
  return answerOf(scene, { record: { record: first, counts }, count: records.length });
}

/** Fields that the call gives the record: those that were sent for an update, those that the effect sets. */
function givenIn({ call, effect, kind, now }: Scene, sent: Fields): Fields {
  const own = Object.fromEntries(Object.entries(sent).filter(([name]) => !isOwnId(name, kind)));
  const state = effect.to === undefined ? {} : { status: effect.to };
  return {
    ...(effect.does === 'update' ? renamed(wholeIn(kind, own), effect.as) : {}),
    ...state,
    ...(meant(effect.sets ?? {}, { call, now }) as Fields),
  };
}

/** A new record, with the one in whose place it is: an id that a caller chose may be there already. */
async function writtenOver(view: Reader, after: StoredRecord): Promise<Written> {
  const before = await view.get(after.kind, after.id);
  return before === undefined ? { after } : { before, after };
}

/** A record before and after it was changed. */
type Changed = Required<Written>;

async function changedOne(scene: Scene, view: Reader, files: Fields): Promise<Changed | undefined> {
  const before = await findRecord(scene, view);
  return before && { before, after: changed(scene, before, { ...scene.call.body, ...files }) };
}

async function changedEntry(scene: Scene, view: Reader, { given, id }: Entry): Promise<Changed | undefined> {
  const record = id === undefined ? undefined : await findById(scene, view, id);
  const shared = Object.fromEntries(Object.entries(scene.call.body).filter(([name]) => name !== scene.effect.each));
  return record && { before: record, after: changed(scene, record, { ...shared, ...given }) };
}

function changed(scene: Scene, record: StoredRecord, sent: Fields): StoredRecord {
  const given = givenIn(scene, sent);
  const { profileId } = given;
  return {
    ...record,
    ...(typeof profileId === 'string' && { profileId }),
    doc: { ...record.doc, ...given, ...changedTimes(scene.kind, scene.now) },
  };
}

export async function remove(scene: Scene, follow: Follow): Promise<Reply> {
  const { desk, effect } = scene;
  const entries = effect.each === undefined ? undefined : entriesOf(scene);
  return commit(desk, [lockOf(scene)], async (view): Promise<Changes & { result: Reply }> => {
    const found =
      entries === undefined
        ? [await findRecord(scene, view)]
        : (await Promise.all(entries.map((one) => foundEntries(scene, view, one)))).flat();
    const records = found.filter((one) => one !== undefined);
    const [first] = records;
    if (first === undefined) return { result: lost(scene) };
    const removed = (await Promise.all(records.map((one) => withChildren(scene, view, one)))).flat();
    const changes = {
      removed: removed.map(({ kind, id }) => ({ kind, id })),
      records: await without(scene, view, records),
      ...removedItemsFor(scene, records),
    };
    const written = removed.map((before) => ({ before }));
    return withFollowing(changes, written, { scene, view, follow }, () =>
      answerOf(scene, { record: { record: first, counts: {} }, count: records.length }),
    );
  });
}

/** Records that an entry names by their id, or the one that it describes by a field. */
async function foundEntries(
  scene: Scene,
  view: Reader,
  { given, id }: Entry,
): Promise<readonly (StoredRecord | undefined)[]> {
  const all = await recordsOf(scene, view);
  if (id === undefined)
    return [all.find(({ doc }) => Object.entries(given).every(([name, value]) => String(doc[name]) === String(value)))];
  const { kind } = scene;
  const named = all.filter((one) => idOf(one, kind) === id || wordsOf(kind).some((name) => one.doc[name] === id));
  return named.length > 0 ? named : [await findById(scene, view, id)];
}

/** A record goes with everything that was made below it. */
async function withChildren(scene: Scene, view: Reader, record: StoredRecord): Promise<readonly StoredRecord[]> {
  const below = Object.entries(scene.kinds).filter(([, kind]) => kind.owner === record.kind && kind.source === 'team');
  const lists = await Promise.all(
    below.map(([name]) => view.list(name, { teamId: record.teamId, parentId: record.id })),
  );
  const children = await Promise.all(lists.flat().map((one) => withChildren(scene, view, one)));
  return [record, ...children.flat()];
}

/** What the simulated network owns, the same at every call but for what calls have changed. */
export async function fixture(scene: Scene): Promise<Reply> {
  const { call, desk, effect } = scene;
  if (effect.list !== undefined) {
    const rows = await Promise.all(fixturesOf(scene).map((row) => asChanged(row, desk.store.read)));
    const page = pageOf(call, selected(scene, [...rows, ...(await addedTo(rows, scene))]));
    return answerOf(scene, { page: { ...page, items: page.items.map((record) => ({ record, counts: {} })) } });
  }
  const id = idAsked(scene);
  const row = id === undefined ? fixturesOf(scene)[0] : fixtureUnder(scene, id);
  if (row === undefined) return id === undefined ? answerOf(scene, {}) : lost(scene);
  return answerOf(scene, { record: { record: await asChanged(row, desk.store.read), counts: {} } });
}

/** What calls have added to the rows of the network, below the same account. */
async function addedTo(rows: readonly StoredRecord[], scene: Scene): Promise<readonly StoredRecord[]> {
  const { account } = scene.owners;
  const all = account === undefined ? [] : await recordsOf(scene, scene.desk.store.read);
  return all.filter((one) => accountIdOf(one) === account?.id && !rows.some((row) => row.id === one.id));
}

/** A reading of nothing: what its area will compute one day is empty until then. */
export const empty = (scene: Scene): Reply =>
  answerOf(scene, scene.effect.list === undefined ? {} : { page: pageOf(scene.call, []) });

/** Source: control surface, "Settled readings" */
export const notSimulated = (): Reply => refuse('not_simulated');
