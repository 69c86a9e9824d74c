/** Acts on all records of a place at once: replaced, changed entry by entry, emptied, or given a setting of their own. */
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { StoredRecord } from '../store/store.ts';
import { isSeen } from './around.ts';
import { answer } from './compose.ts';
import { entriesOf, newRecord } from './create.ts';
import { isFields, isList, shown, type Fields } from '../engine/form.ts';
import { recordBy } from './locate.ts';
import type { Touched } from './outcome.ts';
import { removeIn } from './relations.ts';
import { renamed } from './renamed.ts';
import type { Scene, Staged } from './scene.ts';
import { iso } from './senses.ts';
import { notFoundCode } from './words.ts';

/** The address is that of a list, and nothing in the request names one record of it. */
export const isOfCollection = ({ call, kind, place }: Staged): boolean =>
  place.id === undefined &&
  !kind.isSingle &&
  kind.served.some(
    ({ card }) => card.path === call.card.path && ['list', 'create'].includes(card.resource?.does ?? ''),
  );

export function collectionUpdated(staged: Staged): Promise<Reply> {
  const list = Object.values(staged.call.body).find(isList);
  if (list === undefined) return settled(staged);
  return list.some((raw) => idIn(staged, raw) !== undefined && isFields(raw))
    ? entriesUpdated(staged, list)
    : replaced(staged, list);
}

/** A setting of the place as a whole, such as which of its records is the usual one. */
async function settled(staged: Staged): Promise<Reply> {
  await keepSettings(staged);
  return answer(staged, { outcome: { touched: [{ id: '', given: staged.call.body }] } });
}

async function entriesUpdated(staged: Staged, list: readonly unknown[]): Promise<Reply> {
  const touched: Touched[] = [];
  for (const raw of list) {
    const record = (await recordFor(staged, raw)) ?? (await recordNamed(staged, raw));
    if (record === undefined || !isFields(raw)) continue;
    const doc = { ...record.doc, ...renamed(flattened(raw), staged.resource), updatedAt: iso(staged.made.now) };
    await staged.desk.store.transact((tx) => tx.put({ ...record, doc }));
    touched.push({ id: record.id, given: raw });
  }
  if (touched.length === 0) return refuse(notFoundCode(staged.kind.kind));
  return answer(staged, { outcome: { touched } });
}

/** `{calloutAsset: {calloutText}}` changes `calloutText`. */
const flattened = (raw: Fields): Fields =>
  Object.assign(
    {},
    ...Object.entries(raw).map(([name, value]) => (isFields(value) ? value : { [name]: value })),
  ) as Fields;

async function replaced(staged: Staged, list: readonly unknown[]): Promise<Reply> {
  const before = await recordsIn(staged);
  const entries = entriesOf(staged) ?? list.map((raw) => ({ raw, given: isFields(raw) ? raw : { text: raw } }));
  const records = entries.map(({ given }) => ({ ...newRecord(staged, given), parentId: parentIn(staged) }));
  await staged.desk.store.transact(async (tx) => {
    for (const record of before) await removeIn(tx, staged, record);
    for (const record of records) await tx.put(record);
  });
  const touched = records.map(({ id }, at) => ({ id, given: entries[at]?.raw }));
  const page = { items: records, total: records.length, limit: Math.max(1, records.length), skip: 0 };
  return answer(staged, { outcome: { touched, removed: before.length }, page });
}

/** Removes every record of the place. */
export async function emptied(staged: Staged): Promise<Reply> {
  const records = await recordsIn(staged);
  await staged.desk.store.transact(async (tx) => {
    for (const record of records) await removeIn(tx, staged, record);
  });
  return answer(staged, { outcome: { touched: records.map(({ id, doc }) => ({ id, given: shown(doc) })) } });
}

const parentIn = ({ kind, place }: Staged): string | null =>
  kind.isCreatable ? (place.owners.at(-1)?.id ?? null) : place.scope;

async function recordsIn(staged: Staged): Promise<readonly StoredRecord[]> {
  const { desk, kind, call } = staged;
  const parentId = parentIn(staged);
  const filter = { teamId: call.caller.teamId, ...(parentId !== null && { parentId }) };
  return (await desk.store.read.list(kind.kind, filter)).filter((record) => isSeen(call, record));
}

export async function recordFor(staged: Staged, raw: unknown): Promise<StoredRecord | undefined> {
  const id = idIn(staged, raw);
  return id === undefined ? undefined : recordBy(staged, id);
}

/** The record that has the whole name which a network gave it. */
async function recordNamed(staged: Staged, raw: unknown): Promise<StoredRecord | undefined> {
  const name = isFields(raw) ? Object.keys(raw).find((one) => RESOURCE_NAME.test(one)) : undefined;
  return name === undefined ? undefined : (await recordsLike(staged, { [name]: (raw as Fields)[name] }))[0];
}

const RESOURCE_NAME = /resourceName$/i;

/** The records of the place with the same fields as an entry. */
export async function recordsLike(staged: Staged, given: Fields): Promise<readonly StoredRecord[]> {
  const told = Object.entries(given).filter(([, value]) => !isFields(value) && !isList(value));
  return (await recordsIn(staged)).filter(
    ({ doc }) => told.length > 0 && told.some(([name, value]) => doc[name] === value),
  );
}

/** The id an entry of a list has or is; networks write theirs at the end of a longer name. */
export function idIn({ kind }: Scene, raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  if (!isFields(raw)) return undefined;
  const name =
    [...kind.idNames].find((one) => typeof raw[one] === 'string') ??
    Object.keys(raw).find((one) => RESOURCE_NAME.test(one));
  return name === undefined ? undefined : String(raw[name]).split('/').at(-1);
}

const SETTINGS_KIND = '$settings';

const settingsId = ({ call, kind, place }: Scene): string =>
  `${call.caller.teamId}/${kind.kind}/${place.owners.map(({ id }) => id).join('/')}`;

/** Keeps what was sent about a place as a whole; its list tells it again. */
export async function keepSettings(staged: Staged): Promise<void> {
  const { call, kind, desk, around, made } = staged;
  if (!kind.isListed || Object.keys(call.body).length === 0) return;
  const id = settingsId(staged);
  const before = await settingsOf(staged);
  const doc = { ...before, ...call.body };
  const common = { teamId: call.caller.teamId, profileId: around.profileId, parentId: null, createdAt: made.now };
  await desk.store.transact((tx) => tx.put({ ...common, kind: SETTINGS_KIND, id, doc }));
}

export const settingsOf = async (staged: Staged): Promise<Fields> =>
  (await staged.desk.store.read.get(SETTINGS_KIND, settingsId(staged)))?.doc ?? {};
