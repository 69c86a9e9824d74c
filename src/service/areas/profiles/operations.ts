/** Profiles: list, create, show, change and delete. Records are in profile.ts, the billing gate in gate.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { created, ok, type Call, type Reply } from '../../call.ts';
import { refuse, refuseBare } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { DEFAULT_LIMIT } from '../../engine/page.ts';
import { commit, type Changes, type View } from '../../change.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { billingGate } from '../../limits/billing-gate.ts';
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
  const profiles = matching.slice(skip, skip + limit).map((profile) => viewOf(profile, over));
  return ok({ profiles, total: matching.length, skip, limit });
};

const getProfile: Handler = async ({ caller, path }, desk) => {
  const profile = await profileFor(desk.store.read, caller, path['profileId'] ?? '');
  if (profile === undefined) return refuse('profile_not_found');
  return ok({ profile: viewOf(profile, await overLimitOf(desk, caller.teamId)) });
};

const createProfile: Handler = async (call, desk) => {
  if (call.caller.profileIds !== null) {
    return refuse('insufficient_permissions', { message: 'A key that is limited to profiles cannot create profiles.' });
  }
  const nameless = nameProblem(call.body['name']);
  if (nameless !== undefined) return nameless;
  return commit(desk, [`team/${call.caller.teamId}`], async (view) => {
    const problem = await planProblem(call, desk, view);
    return problem === undefined ? newProfile(call, desk, view) : { result: problem };
  });
};

/** Cap before gate: a team at its cap gets that refusal even when its plan does not allow more. */
async function planProblem({ caller, origin }: Call, desk: Desk, view: View): Promise<Reply | undefined> {
  const plan = await desk.plan.of(caller.teamId);
  const count = await view.count(PROFILE_KIND, { teamId: caller.teamId });
  const gate = billingGate(plan, await view.count(ACCOUNT_KIND, { teamId: caller.teamId }), origin);
  if (gate !== undefined && plan.preset !== 'free') return gate;
  if (plan.profileCap !== null && count >= plan.profileCap) {
    return refuseBare(403, `The plan includes ${plan.profileCap} profiles.`, {
      limit: plan.profileCap,
      current: count,
    });
  }
  return gate;
}

async function newProfile(
  { caller, body }: Call,
  desk: Desk,
  view: View,
): Promise<Changes & { readonly result: Reply }> {
  const first = (await view.count(PROFILE_KIND, { teamId: caller.teamId })) === 0;
  const doc: ProfileDoc = {
    _id: desk.ids.record(),
    userId: caller.userId,
    name: String(body['name']).trim(),
    ...(body['description'] === undefined ? {} : { description: String(body['description']) }),
    ...(body['color'] === undefined ? {} : { color: String(body['color']) }),
    isDefault: first,
    createdAt: instantOf(desk.clock.now()),
  };
  return {
    records: [profileRecord(caller.teamId, doc)],
    result: created({ message: 'Profile created.', profile: { ...doc, isOverLimit: false } }),
  };
}

const updateProfile: Handler = async ({ caller, path, body }, desk) => {
  const nameless = body['name'] === undefined ? undefined : nameProblem(body['name']);
  if (nameless !== undefined) return nameless;
  const { profileCap } = await desk.plan.of(caller.teamId);
  return commit(desk, [`team/${caller.teamId}`], async (view) => {
    const profile = await profileFor(view, caller, path['profileId'] ?? '');
    if (profile === undefined) return { result: refuse('profile_not_found') };
    if (body['isDefault'] === false && profile.doc.isDefault) {
      const message = 'A team must have a default profile. Make another profile the default instead.';
      return { result: refuse('invalid_field_value', { param: 'isDefault', message }) };
    }
    const former = body['isDefault'] === true ? await defaultsOf(view, caller.teamId) : [];
    const changed = { ...profile, doc: changedDoc(profile.doc, body) };
    const shown = viewOf(changed, await overLimit(view, caller.teamId, profileCap));
    return { records: [...former, changed], result: ok({ message: 'Profile updated.', profile: shown }) };
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

/** The default profiles of a team, as they are when another one becomes it. */
async function defaultsOf(view: View, teamId: string): Promise<ProfileRecord[]> {
  const defaults = (await profilesOf(view, teamId)).filter(({ doc }) => doc.isDefault);
  return defaults.map((profile) => ({ ...profile, doc: { ...profile.doc, isDefault: false } }));
}

const deleteProfile: Handler = ({ caller, path }, desk) =>
  commit(desk, [`team/${caller.teamId}`], async (view) => {
    const profile = await profileFor(view, caller, path['profileId'] ?? '');
    if (profile === undefined) return { result: refuse('profile_not_found') };
    if (profile.doc.isDefault)
      return { result: undeletable('The default profile cannot be deleted. Make another profile the default first.') };
    if ((await view.count(ACCOUNT_KIND, { profileId: profile.id })) > 0)
      return { result: undeletable('The profile still has accounts. Move or delete them first.') };
    const queues = await view.list('queue', { profileId: profile.id });
    return { removed: [...queues, profile], result: ok({ message: 'Profile deleted.' }) };
  });

const undeletable = (message: string): Reply => refuse('invalid_field_value', { param: 'profileId', message });

function nameProblem(name: unknown): Reply | undefined {
  if (typeof name === 'string' && name.trim() !== '') return undefined;
  return refuse('invalid_field_value', { param: 'name', message: '`name` must not be empty.' });
}

const overLimitOf = async (desk: Desk, teamId: string): Promise<ReadonlySet<string>> =>
  overLimit(desk.store.read, teamId, (await desk.plan.of(teamId)).profileCap);

const viewOf = ({ doc }: ProfileRecord, over: ReadonlySet<string>): Record<string, unknown> => ({
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
