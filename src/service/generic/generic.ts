/** Serves operations that no area file knows, from what their cards say of the resource. Looked up by operations.ts. */
import type { Card, ResourceWords } from '../../kernel/card.ts';
import { API_ERRORS, type ApiErrorCode } from '../../kernel/errors.ts';
import type { Schemas } from '../../schema/reference.ts';
import { refuse, type Call, type Desk, type Handler, type Reply } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import { pageOf } from './page.ts';
import { replyShape, type Shape } from './shape.ts';

/** What the acts of a resource work with. */
interface Scene {
  readonly call: Call;
  readonly desk: Desk;
  readonly kind: string;
  readonly shape: Shape;
}

/** The function that serves a card by its `x-svc-resource`; a refusal when it has none. */
export function genericHandler(card: Card, schemas: Schemas): Handler {
  const { resource } = card;
  if (resource === undefined) return async () => UNSERVED;
  const shape = replyShape(card, schemas);
  return (call, desk) => DOES[resource.does]({ call, desk, kind: resource.kind, shape });
}

const UNSERVED = refuse('feature_not_available', { message: 'The local service does not serve this operation.' });

const DOES: Readonly<Record<ResourceWords['does'], (scene: Scene) => Promise<Reply>>> = {
  create,
  list,
  get: (scene) => withRecord(scene, async (record) => scene.shape.one(record)),
  update: (scene) => withRecord(scene, (record) => changed(scene, record)),
  delete: (scene) => withRecord(scene, (record) => removed(scene, record)),
  act: (scene) => withRecord(scene, (record) => changed(scene, record)),
};

async function create({ call, desk, kind, shape }: Scene): Promise<Reply> {
  const profileId = typeof call.body['profileId'] === 'string' ? call.body['profileId'] : null;
  if (profileId !== null && !(await reachesProfile(call, desk, profileId)))
    return refuse('profile_not_found', { param: 'profileId' });
  const id = desk.ids.record();
  const now = desk.clock.now();
  const at = new Date(now).toISOString();
  const record: StoredRecord = {
    kind,
    id,
    teamId: call.caller.teamId,
    profileId,
    parentId: parentOf(call),
    createdAt: now,
    doc: { [shape.idName]: id, ...call.body, createdAt: at, updatedAt: at },
  };
  await desk.store.transact((tx) => tx.put(record));
  return shape.one(record);
}

async function list({ call, desk, kind, shape }: Scene): Promise<Reply> {
  const parentId = parentOf(call);
  const records = await desk.store.read.list(kind, {
    teamId: call.caller.teamId,
    ...(parentId === null ? {} : { parentId }),
  });
  const seen = records.filter((record) => isSeen(call, record) && fits(call, record));
  return shape.many(pageOf(call, seen));
}

/** The last path parameter names the record, or the query or body where the path has none. */
async function withRecord(scene: Scene, act: (record: StoredRecord) => Promise<Reply>): Promise<Reply> {
  const { call, desk, kind } = scene;
  const record = await desk.store.read.get(kind, idOf(call));
  return record !== undefined && isSeen(call, record) ? act(record) : refuse(notFoundCode(kind));
}

async function changed({ call, desk, shape }: Scene, record: StoredRecord): Promise<Reply> {
  const updatedAt = new Date(desk.clock.now()).toISOString();
  const doc = { ...record.doc, ...call.body, [shape.idName]: record.id, updatedAt };
  const after = { ...record, doc };
  await desk.store.transact((tx) => tx.put(after));
  return shape.one(after);
}

async function removed({ desk, kind, shape }: Scene, record: StoredRecord): Promise<Reply> {
  await desk.store.transact((tx) => tx.remove(kind, record.id));
  return shape.one(record);
}

const pathNames = (call: Call): string[] => [...call.card.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');

function idOf(call: Call): string {
  const last = pathNames(call).at(-1);
  if (last !== undefined) return call.path[last] ?? '';
  const given = { ...call.query, ...call.body };
  return String(given['_id'] ?? given['id'] ?? given[`${call.card.resource?.kind ?? ''}Id`] ?? '');
}

/** The owner in the path: for `/v1/contacts/{contactId}/fields` the contact. Only creating and listing have all parameters as owners. */
const parentOf = (call: Call): string | null => call.path[pathNames(call).at(-1) ?? ''] ?? null;

const isSeen = ({ caller }: Call, { teamId, profileId }: StoredRecord): boolean =>
  teamId === caller.teamId &&
  (caller.profileIds === null || profileId === null || caller.profileIds.includes(profileId));

async function reachesProfile(call: Call, { store }: Desk, id: string): Promise<boolean> {
  const profile = await store.read.get('profile', id);
  return profile !== undefined && isSeen(call, profile);
}

/** A query parameter of the name of a field is a filter on it. */
function fits({ query, card }: Call, { doc }: StoredRecord): boolean {
  const paging = [...(card.paging?.position ?? []), card.paging?.size];
  return Object.entries(query).every(
    ([name, wanted]) => paging.includes(name) || !Object.hasOwn(doc, name) || doc[name] === wanted,
  );
}

function notFoundCode(kind: string): ApiErrorCode {
  const code = `${kind}_not_found`;
  return Object.hasOwn(API_ERRORS, code) ? (code as ApiErrorCode) : 'not_found';
}
