/** Profiles: list, create, show, change and delete. Records are in profile.ts, the billing gate in gate.ts. */
import { created, ok, type Call, type Reply } from '../../call.ts';
import { refuse, refuseBare } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { DEFAULT_LIMIT } from '../../generic/page.ts';
import type { Tx } from '../../store/store.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { QUEUE_KIND } from '../queue/queue-record.ts';
import { billingGate } from './gate.ts';
import {
  overLimit,
  PROFILE_KIND,
  profileFor,
  profileRecord,
  profilesOf,
  reaches,
  type ProfileDoc,
  type ProfileRecord,
} from '../../records/profile.ts';

const listProfiles: Handler = async ({ caller, query }, desk) => {
  const over = await overLimitOf(desk, caller.teamId);
  const wanted = typeof query['name'] === 'string' ? query['name'].toLowerCase() : undefined;
  const matching = (await profilesOf(desk.store.read, caller.teamId))
    .filter((profile) => reaches(caller, profile))
    .filter(({ id }) => query['includeOverLimit'] === true || !over.has(id))
    .filter(({ doc }) => wanted === undefined || doc.name.toLowerCase() === wanted);
  const limit = Number(query['limit'] ?? DEFAULT_LIMIT);
  const skip = Number(query['skip'] ?? 0);
  if (!(limit >= 1 && limit <= 100))
    return refuse('invalid_field_value', { param: 'limit', message: '`limit` is 1 to 100.' });
  if (!(skip >= 0)) return refuse('invalid_field_value', { param: 'skip', message: '`skip` is 0 or more.' });
  const profiles = matching.slice(skip, skip + limit).map((profile) => view(profile, over));
  return ok({ profiles, total: matching.length, skip, limit });
};

const getProfile: Handler = async ({ caller, path }, desk) => {
  const profile = await profileFor(desk.store.read, caller, path['profileId'] ?? '');
  if (profile === undefined) return refuse('profile_not_found');
  return ok({ profile: view(profile, await overLimitOf(desk, caller.teamId)) });
};

const createProfile: Handler = async (call, desk) => {
  if (call.caller.profileIds !== null) {
    return refuse('insufficient_permissions', { message: 'A key limited to profiles cannot create one.' });
  }
  const nameless = nameProblem(call.body['name']);
  if (nameless !== undefined) return nameless;
  return desk.store.transact(async (tx) => (await planProblem(call, desk, tx)) ?? addProfile(call, desk, tx));
};

/** Cap before gate: a team at its cap is told so even when it could not pay for more. */
async function planProblem({ caller, origin }: Call, desk: Desk, tx: Tx): Promise<Reply | undefined> {
  const plan = await desk.plan.of(caller.teamId);
  const count = await tx.count(PROFILE_KIND, { teamId: caller.teamId });
  const gate = billingGate(plan, await tx.count(ACCOUNT_KIND, { teamId: caller.teamId }), origin);
  if (gate !== undefined && plan.preset !== 'free') return gate;
  if (plan.profileCap !== null && count >= plan.profileCap) {
    return refuseBare(403, `The plan covers ${plan.profileCap} profiles.`, { limit: plan.profileCap, current: count });
  }
  return gate;
}

async function addProfile({ caller, body }: Call, desk: Desk, tx: Tx): Promise<Reply> {
  const first = (await tx.count(PROFILE_KIND, { teamId: caller.teamId })) === 0;
  const doc: ProfileDoc = {
    _id: desk.ids.record(),
    userId: caller.userId,
    name: String(body['name']).trim(),
    ...(body['description'] === undefined ? {} : { description: String(body['description']) }),
    ...(body['color'] === undefined ? {} : { color: String(body['color']) }),
    isDefault: first,
    createdAt: new Date(desk.clock.now()).toISOString(),
  };
  await tx.put(profileRecord(caller.teamId, doc));
  return created({ message: 'Profile created.', profile: { ...doc, isOverLimit: false } });
}

const updateProfile: Handler = async ({ caller, path, body }, desk) => {
  const nameless = body['name'] === undefined ? undefined : nameProblem(body['name']);
  if (nameless !== undefined) return nameless;
  const over = await overLimitOf(desk, caller.teamId);
  return desk.store.transact(async (tx) => {
    const profile = await profileFor(tx, caller, path['profileId'] ?? '');
    if (profile === undefined) return refuse('profile_not_found');
    if (body['isDefault'] === false && profile.doc.isDefault) {
      return refuse('invalid_field_value', {
        param: 'isDefault',
        message: 'A team keeps one default profile: make another profile the default instead.',
      });
    }
    if (body['isDefault'] === true) await clearDefault(tx, caller.teamId);
    const changed = { ...profile, doc: changedDoc(profile.doc, body) };
    await tx.put(changed);
    return ok({ message: 'Profile updated.', profile: view(changed, over) });
  });
};

function changedDoc(doc: ProfileDoc, body: Readonly<Record<string, unknown>>): ProfileDoc {
  const { description, ...rest } = doc;
  const described = body['description'] === undefined ? description : (body['description'] as string | null);
  return {
    ...rest,
    ...(typeof described === 'string' ? { description: described } : {}),
    ...(body['name'] === undefined ? {} : { name: String(body['name']).trim() }),
    ...(body['color'] === undefined ? {} : { color: String(body['color']) }),
    isDefault: body['isDefault'] === undefined ? doc.isDefault : body['isDefault'] === true,
  };
}

async function clearDefault(tx: Tx, teamId: string): Promise<void> {
  for (const profile of await profilesOf(tx, teamId)) {
    if (profile.doc.isDefault) await tx.put({ ...profile, doc: { ...profile.doc, isDefault: false } });
  }
}

const deleteProfile: Handler = ({ caller, path }, desk) =>
  desk.store.transact(async (tx) => {
    const profile = await profileFor(tx, caller, path['profileId'] ?? '');
    if (profile === undefined) return refuse('profile_not_found');
    if (profile.doc.isDefault)
      return undeletable('The default profile cannot be deleted: make another one the default first.');
    if ((await tx.count(ACCOUNT_KIND, { profileId: profile.id })) > 0) {
      return undeletable('The profile still has accounts: move or delete them first.');
    }
    for (const queue of await tx.list(QUEUE_KIND, { profileId: profile.id })) await tx.remove(QUEUE_KIND, queue.id);
    await tx.remove(PROFILE_KIND, profile.id);
    return ok({ message: 'Profile deleted.' });
  });

const undeletable = (message: string): Reply => refuse('invalid_field_value', { param: 'profileId', message });

function nameProblem(name: unknown): Reply | undefined {
  if (typeof name === 'string' && name.trim() !== '') return undefined;
  return refuse('invalid_field_value', { param: 'name', message: '`name` must not be empty.' });
}

const overLimitOf = async (desk: Desk, teamId: string): Promise<ReadonlySet<string>> =>
  overLimit(desk.store.read, teamId, (await desk.plan.of(teamId)).profileCap);

const view = ({ doc }: ProfileRecord, over: ReadonlySet<string>): Record<string, unknown> => ({
  ...doc,
  isOverLimit: over.has(doc._id),
});

export const handlers: Record<string, Handler> = {
  listProfiles,
  createProfile,
  getProfile,
  updateProfile,
  deleteProfile,
};
