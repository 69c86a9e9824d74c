/** The simulated network behind kinds that no operation makes: read once, kept as records, so that later reads agree. */
import { HOUR_MS } from '../../kernel/time.ts';
import type { StoredRecord, Tx } from '../store/store.ts';
import { digitsOf, hexOf } from '../networks/chance.ts';
import { networkDoc, settingsDoc } from './doc.ts';
import { isFields, shown, typesOf, formFor, type Fields } from '../engine/form.ts';
import { below, dayNameIn, invented, spotFor } from './invent.ts';
import { plainFields } from './around.ts';
import { isBound } from './range.ts';
import type { Scene, Staged } from './scene.ts';
import { listSlot, planOf } from './slot.ts';

/** Entries of a list that a network has. */
const ENTRIES = 3;

/** Notes that a place of the network was read, so that what is deleted there stays deleted. */
const READ_KIND = '$network';

/** Whether records of the kind are the network's: nobody makes them here, and they do not belong to something made here. */
export const isOfNetwork = ({ kind, kinds, place }: Scene): boolean =>
  !kind.isCreatable &&
  !place.owners.some(
    (owner) =>
      owner.kind !== undefined &&
      owner.kind !== 'account' &&
      owner.kind !== 'post' &&
      kinds.of(owner.kind).isCreatable &&
      kinds.of(owner.kind).hasRecordIds,
  );

/** Reads a place of the network for the first time; nothing happens at later ones. */
export async function readNetwork(staged: Staged): Promise<void> {
  const { desk, kind, place, call } = staged;
  if (!isOfNetwork(staged) || !kind.isListed) return;
  const id = `${call.caller.teamId}/${kind.kind}/${place.scope}`;
  if ((await desk.store.read.get(READ_KIND, id)) !== undefined) return;
  await desk.store.transact(async (tx) => {
    if ((await tx.get(READ_KIND, id)) !== undefined) return;
    await tx.put({ ...bare(staged), kind: READ_KIND, id, doc: {} });
    for (let at = 0; at < ENTRIES; at += 1) await putNew(tx, entryAt(staged, at));
  });
}

/** What is there already under the same id, from another place of the network, stays. */
async function putNew(tx: Tx, record: StoredRecord): Promise<void> {
  if ((await tx.get(record.kind, record.id)) === undefined) await tx.put(record);
}

const bare = ({ call, kind, place, around, made }: Staged): StoredRecord => ({
  kind: kind.kind,
  id: '',
  teamId: call.caller.teamId,
  profileId: around.profileId,
  parentId: place.scope,
  createdAt: made.now,
  doc: {},
});

function entryAt(staged: Staged, at: number): StoredRecord {
  const { kind, made } = staged;
  const seed = `${made.seed} ${String(at)}`;
  const id = kind.hasRecordIds && !hasNumericId(staged) ? hexOf(seed, 24) : digitsOf(seed, 15);
  const createdAt = made.now - (ENTRIES - at) * HOUR_MS;
  return {
    ...bare(staged),
    id,
    createdAt,
    doc: { ...networkRecord(staged, { id, seed, at: createdAt }), ...plainEntry(staged, seed) },
  };
}

const hasNumericId = ({ kind }: Scene): boolean => !kind.fields.has('_id') && kind.placeNames.size === 0;

/** Entries that are no objects but words. */
function plainEntry(staged: Staged, seed: string): Fields {
  const { call, schemas, kind, asked, made } = staged;
  const { schema } = planOf(call.card, schemas, asked);
  const slot = schema === null ? undefined : listSlot(schema, kind.kind, schemas);
  if (slot === undefined || typesOf(formFor(slot.schema, schemas)).includes('object')) return {};
  const name = slot.names.at(-1)?.replace(/s$/, '') ?? kind.kind;
  return { $value: invented(slot.schema, spotFor(name, { ...made, seed }, schemas)) };
}

const networkRecord = (
  { call, kind, asked, around, made }: Staged,
  { id, seed, at }: { id: string; seed: string; at: number },
): Fields =>
  networkDoc(kind, {
    id,
    at,
    given: likeAsked(withoutIds(kind, withoutPaging(call, plainFields(asked)))),
    around: around.fields,
    made: { ...made, seed },
  });

/** Where one stands in a list and which time it spans say nothing of its entries. */
function withoutPaging({ card: { paging } }: Scene['call'], asked: Fields): Fields {
  const names = [...(paging?.position ?? []), paging?.size, 'limit'];
  return Object.fromEntries(Object.entries(asked).filter(([name]) => !names.includes(name) && !isBound(name)));
}

/** The id that was asked for is not the id of whatever the network has. */
const withoutIds = ({ idNames }: Scene['kind'], asked: Fields): Fields =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => !idNames.has(name)));

/** What was searched for is found: it stands in the names of what is found. */
function likeAsked(asked: Fields): Fields {
  const words = SEARCHES.map((name) => asked[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return words === undefined ? asked : { ...asked, name: String(words), title: String(words) };
}

/** Names of parameters that search. */
export const SEARCHES: readonly string[] = ['search', 'q', 'query', 'term', 'searchTerm', 'keyword', 'keywords'];

/** The one record of a kind that has no ids: settings, or a reading of figures. */
export async function singleRecord(staged: Staged): Promise<StoredRecord> {
  const { desk, kind, made, around } = staged;
  const id = hexOf(`${made.seed} single`, 24);
  const kept = (await ofAccount(staged)) ?? (await desk.store.read.get(kind.kind, id));
  if (kept !== undefined) return kept;
  const account = around.account && { ...shown(around.account.doc), accountId: around.account.id };
  const surroundings = { ...plainFields(staged.asked), ...around.fields };
  const birth = { id, at: made.now, given: {}, around: surroundings, made, ...(account && { account }) };
  // A reading is told anew each time, out of the same chance: its days move with the clock.
  if (!kind.isChangeable) return { ...bare(staged), id, doc: { $reading: true } };
  const record = { ...bare(staged), id, doc: settingsDoc(kind, birth) };
  await desk.store.transact((tx) => putNew(tx, record));
  return record;
}

/** Settings of a number are read by its account too, once the account is known. */
async function ofAccount({ desk, kind, place, call, around: { account } }: Staged): Promise<StoredRecord | undefined> {
  if (account === undefined || place.owners.length > 0 || !kind.isChangeable) return undefined;
  const records = await desk.store.read.list(kind.kind, { teamId: call.caller.teamId });
  return records.find(({ doc }) => doc[ACCOUNT_KEY] === account.id);
}

/** Key under which a record remembers the account that its change named. */
export const ACCOUNT_KEY = '$accountId';

/** Rows by day are told for the days that were asked for; undefined when the list has no such rows. */
export function seriesOf(staged: Staged): readonly StoredRecord[] | undefined {
  const { call, schemas, kind, asked, made } = staged;
  const { schema } = planOf(call.card, schemas, asked);
  const slot = schema === null ? undefined : listSlot(schema, kind.kind, schemas);
  const day = slot === undefined || kind.isCreatable ? undefined : dayNameIn(slot.schema, schemas);
  if (slot === undefined || day === undefined) return undefined;
  return made.days.map((date) => {
    const spot = below(spotFor(kind.kind, made, schemas, { [day]: date }), date);
    const row = invented(slot.schema, spot);
    return { ...bare(staged), id: date, doc: isFields(row) ? { ...shown(row), [day]: date } : {} };
  });
}
