/** Lays the records that the examples of the help speak of, kind by kind, when the kind is first touched. For teams of the demo pack. */
import type { Asked } from '../../kernel/example.ts';
import { ACCOUNT_KIND } from '../records/account.ts';
import type { StoredRecord } from '../store/store.ts';
import { aroundOf } from './around.ts';
import { entriesOf } from './create.ts';
import { networkDoc, newDoc } from './doc.ts';
import type { Fields } from '../engine/form.ts';
import type { Served } from './kinds.ts';
import { LAID_KIND, PACK_KIND } from '../engine/examples.ts';
import { newId } from './locate.ts';
import { sceneOf, type Lay, type Scene, type Staged } from './scene.ts';

/** Kinds that the demo pack lays by itself, in the form of their areas. */
const OWN_ROOMS: ReadonlySet<string> = new Set(
  'account account_group api_key connected_app invite_token media post profile queue user webhook webhook_log'.split(
    ' ',
  ),
);

/** Makes the examples' records of a kind, and of the kinds above it; nothing happens in other packs, nor twice. */
export const layExamples: Lay = (scene, kind) => layKind(scene, kind, new Set());

/** @param above kinds that wait for this one, and are not waited for in turn */
async function layKind(
  { call, desk, kinds }: Parameters<Lay>[0],
  kind: string,
  above: ReadonlySet<string>,
): Promise<void> {
  if (OWN_ROOMS.has(kind) || above.has(kind)) return;
  const { teamId } = call.caller;
  const mark = `${teamId}/${kind}`;
  const pack = await desk.store.read.get(PACK_KIND, teamId);
  if (pack === undefined || (await desk.store.read.get(LAID_KIND, mark)) !== undefined) return;
  const lay: Lay = (scene, other) => layKind(scene, other, new Set([...above, kind]));
  // Whoever touches the kind first, with whatever key: the records are the team's.
  const doors: Doors = { call: { ...call, caller: { ...call.caller, profileIds: null } }, desk, lay };
  const records = await recordsFor(kinds.of(kind).served, doors, pack.createdAt);
  const base = { teamId, profileId: null, parentId: null, createdAt: pack.createdAt };
  await desk.store.transact(async (tx) => {
    for (const record of records) if ((await tx.get(kind, record.id)) === undefined) await tx.put(record);
    await tx.put({ ...base, kind: LAID_KIND, id: mark, doc: {} });
  });
}

async function recordsFor(served: readonly Served[], doors: Doors, at: number): Promise<readonly StoredRecord[]> {
  const sent = await firstSent(served, doors);
  const records: StoredRecord[] = [];
  for (const one of served) {
    for (const asked of examplesOf(one, doors.desk)) {
      const record = await exampleRecord(sceneFor(one, asked, doors), { sent, at });
      if (record !== undefined) records.push(record);
    }
  }
  return records;
}

/** Examples that name a record which is there already. */
const examplesOf = ({ card }: Served, desk: Scene['desk']): readonly Asked[] =>
  card.resource?.does === 'list' || card.resource?.does === 'create' ? [] : (desk.catalog.examples()[card.id] ?? []);

type Doors = Pick<Scene, 'call' | 'desk' | 'lay'>;

function sceneFor({ card, schemas }: Served, asked: Asked, { call, desk, lay }: Doors): Scene {
  const resource = card.resource ?? { kind: '', does: 'get' };
  // Laid for the whole team, whichever key happens to ask first.
  const caller = { ...call.caller, profileIds: null };
  return sceneOf({ ...call, ...asked, caller, card, files: [] }, desk, { resource, schemas, lay });
}

/** What the first example that makes such a record sends. */
async function firstSent(served: readonly Served[], doors: Doors): Promise<Fields> {
  for (const one of served) {
    const [asked] = one.card.resource?.does === 'create' ? (doors.desk.catalog.examples()[one.card.id] ?? []) : [];
    if (asked === undefined) continue;
    const scene = sceneFor(one, asked, doors);
    return { ...asked.query, ...(entriesOf(scene)?.[0]?.given ?? asked.body) };
  }
  return {};
}

async function exampleRecord(
  scene: Scene,
  { sent, at }: { sent: Fields; at: number },
): Promise<StoredRecord | undefined> {
  const { place, kind } = scene;
  const id = place.id ?? (scene.resource.does === 'delete' ? newId(scene, scene.made.seed) : undefined);
  if (id === undefined || kind.isSingle) return undefined;
  await layOwners(scene, at);
  const found = await aroundOf(scene);
  return 'refusal' in found ? undefined : recordOf({ ...scene, around: found.around }, { id, sent, at });
}

async function recordOf(
  staged: Staged,
  { id, sent, at }: { id: string; sent: Fields; at: number },
): Promise<StoredRecord> {
  const { kind, place, call, around, made } = staged;
  const named = place.id === undefined ? { ...call.body, ...entriesOf(staged)?.[0]?.given } : {};
  // Where the example names another account than the one that makes such records, it is that account's.
  const { accountId } = around.fields;
  const own = sent['accountId'] === undefined || accountId === undefined ? {} : { accountId };
  const given = { ...(kind.isCreatable ? { ...sent, ...own } : {}), ...call.query, ...named, ...call.path };
  const birth = { id, at, given, around: around.fields, made: { ...made, now: at, seed: `${made.seed} ${id}` } };
  return {
    kind: kind.kind,
    id,
    teamId: call.caller.teamId,
    profileId: await profileOf(sent, staged),
    parentId: kind.isCreatable ? (place.owners.at(-1)?.id ?? null) : place.scope,
    createdAt: at,
    doc: kind.isCreatable ? newDoc(kind, birth) : networkDoc(kind, birth),
  };
}

/** Owners that only this example names. */
async function layOwners({ place, kinds, call, desk, lay }: Scene, at: number): Promise<void> {
  for (const { id, kind, name } of place.owners) {
    if (kind === undefined || OWN_ROOMS.has(kind)) continue;
    await lay({ call, desk, kinds, lay }, kind);
    if ((await desk.store.read.get(kind, id)) !== undefined) continue;
    const reader = kinds.of(kind).served.find(({ card }) => card.path.endsWith(`{${name}}`));
    if (reader === undefined) continue;
    const sent = await firstSent(kinds.of(kind).served, { call, desk, lay });
    const owner = await exampleRecord(
      sceneFor(reader, { path: call.path, query: call.query, body: {} }, { call, desk, lay }),
      { sent, at },
    );
    if (owner !== undefined) await desk.store.transact((tx) => tx.put(owner));
  }
}

/** Told by what is sent, by the surroundings, or by the account that is sent. */
async function profileOf({ profileId, accountId }: Fields, { around, desk }: Staged): Promise<string | null> {
  if (typeof profileId === 'string') return profileId;
  if (around.profileId !== null || typeof accountId !== 'string') return around.profileId;
  return (await desk.store.read.get(ACCOUNT_KIND, accountId))?.profileId ?? null;
}
