/** Users: the people of the team, whose key is calling, and invitations. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { created, ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { profileFor } from '../../records/profile.ts';
import type { DocOf } from '../../store/store.ts';
import { USER_KIND, userOf, userView } from '../../records/user.ts';
import { INVITE_PAGE } from './paths.ts';

const listUsers: Handler = async ({ caller }, desk) => {
  const plan = await desk.plan.of(caller.teamId);
  const users = await desk.store.read.list(USER_KIND, { teamId: caller.teamId });
  return ok({ currentUserId: caller.userId, users: users.map((user) => userView(user, plan)) });
};

const getUser: Handler = ({ caller, path }, desk) => showUser(desk, caller.teamId, path['userId'] ?? '');

const getCurrentUser: Handler = ({ caller }, desk) => showUser(desk, caller.teamId, caller.userId);

async function showUser(desk: Desk, teamId: string, userId: string): Promise<Reply> {
  const user = await userOf(desk.store.read, teamId, userId);
  if (user === undefined) return refuse('user_not_found');
  return ok({ user: userView(user, await desk.plan.of(teamId)) });
}

const verifyCredential: Handler = async ({ caller }, desk) => {
  const user = await userOf(desk.store.read, caller.teamId, caller.userId);
  return ok({
    valid: true,
    userId: caller.userId,
    name: user?.doc.name ?? null,
    email: user?.doc.email ?? null,
    authType: 'api_key',
    scope: caller.profileIds === null ? 'full' : 'profiles',
  });
};

/** Days an invitation can be accepted. */
const INVITATION_DAYS = 7;

const createInviteToken: Handler = async ({ caller, body, origin }, desk) => {
  const scope = body['scope'] === 'profiles' ? 'profiles' : 'all';
  const profileIds = scope === 'profiles' ? ((body['profileIds'] as string[] | undefined) ?? []) : [];
  const problem = await scopeProblem({ caller, scope, profileIds }, desk);
  if (problem !== undefined) return problem;
  const now = desk.clock.now();
  const token = `inv_${desk.ids.uuid().replaceAll('-', '')}`;
  const doc: DocOf<'invite_token'> = {
    token,
    scope,
    role: body['readOnly'] === true ? 'viewer' : ((body['role'] as DocOf<'invite_token'>['role']) ?? 'member'),
    invitedProfileIds: profileIds,
    expiresAt: instantOf(now + INVITATION_DAYS * DAY_MS),
    invitedBy: caller.userId,
  };
  const owner = { teamId: caller.teamId, profileId: null, parentId: null };
  const record = { kind: 'invite_token', id: desk.ids.record(), ...owner, createdAt: now, doc };
  await commit(desk, [], async () => ({ records: [record] }));
  const inviteUrl = `${origin}${INVITE_PAGE}/${token}`;
  return created({ token, scope, invitedProfileIds: profileIds, expiresAt: doc.expiresAt, inviteUrl });
};

async function scopeProblem(
  { caller, scope, profileIds }: Pick<Call, 'caller'> & { scope: string; profileIds: readonly string[] },
  desk: Desk,
): Promise<Reply | undefined> {
  if (scope === 'all' && caller.profileIds !== null) {
    return refuse('insufficient_permissions', {
      message: 'A key that is limited to profiles can only invite to these profiles.',
    });
  }
  if (scope === 'profiles' && profileIds.length === 0) return refuse('missing_required_field', { param: 'profileIds' });
  for (const id of profileIds) {
    if ((await profileFor(desk.store.read, caller, id)) === undefined) {
      return refuse('profile_not_found', { param: 'profileIds', details: { profileId: id } });
    }
  }
  return undefined;
}

export const handlers: Record<string, Handler> = {
  listUsers,
  getUser,
  getCurrentUser,
  verifyCredential,
  createInviteToken,
};
