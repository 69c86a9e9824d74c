/** What becomes of an invitation: somebody joins the team by it, once. Called by the invitation's page and the control surface. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Reply } from '../../call.ts';
import { commit, type View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { keyRecord } from '../../records/keys.ts';
import { userRecord } from '../../records/user.ts';
import { refuse } from '../../refuse.ts';
import type { RecordOf } from '../../store/store.ts';

export type Invitation = RecordOf<'invite_token'>;

export type InviteStanding = 'open' | 'accepted' | 'expired';

/** Who joins; a name and an address are made up where none is given. */
export interface Joining {
  readonly name?: string;
  readonly email?: string;
}

export interface Joined {
  readonly userId: string;
  readonly teamId: string;
  readonly role: string;
  /** The new member's own, shown this once. */
  readonly apiKey: string;
}

export const invitationUnder = async (view: View, token: string): Promise<Invitation | undefined> =>
  (await view.list('invite_token', {})).find(({ doc }) => doc.token === token);

/** @param now milliseconds */
export function inviteStandingOf({ doc }: Invitation, now: number): InviteStanding {
  if (doc.acceptedBy !== undefined) return 'accepted';
  return now >= Date.parse(doc.expiresAt) ? 'expired' : 'open';
}

const UNKNOWN = refuse('not_found', { param: 'token', message: 'There is no such invitation.' });

const ENDED: Readonly<Record<Exclude<InviteStanding, 'open'>, Reply>> = {
  accepted: refuse('invalid_resource_state', { param: 'token', message: 'This invitation was already accepted.' }),
  expired: refuse('invalid_resource_state', { param: 'token', message: 'This invitation has expired.' }),
};

/** Adds the member with the role and the reach that the invitation gives, and a key of their own. */
export const acceptInvitation = (
  desk: Desk,
  token: string,
  joining: Joining,
): Promise<Joined | { readonly refusal: Reply }> =>
  commit<Joined | { readonly refusal: Reply }>(desk, [`invite/${token}`], async (view) => {
    const invitation = await invitationUnder(view, token);
    if (invitation === undefined) return { result: { refusal: UNKNOWN } };
    const standing = inviteStandingOf(invitation, desk.clock.now());
    if (standing !== 'open') return { result: { refusal: ENDED[standing] } };
    const { teamId } = invitation;
    const member = memberFrom(desk, invitation, joining);
    const apiKey = desk.ids.key();
    const userId = member.id;
    const records = [member, keyFor(desk, invitation, { userId, apiKey }), withMember(invitation, userId)];
    return { records, result: { userId, teamId, role: member.doc.role, apiKey } };
  });

function memberFrom({ ids, clock }: Desk, { teamId, doc }: Invitation, { name, email }: Joining) {
  const id = ids.record();
  const { role = 'member', scope, invitedProfileIds } = doc;
  return userRecord(teamId, {
    _id: id,
    name: name ?? `Member ${id.slice(-4)}`,
    email: email ?? `${role}-${id.slice(-4)}@example.test`,
    role,
    isRoot: false,
    profileAccess: scope === 'all' ? ['all'] : invitedProfileIds,
    createdAt: instantOf(clock.now()),
  });
}

const keyFor = (
  { ids, clock }: Desk,
  { teamId, doc: { scope, invitedProfileIds } }: Invitation,
  { userId, apiKey }: { readonly userId: string; readonly apiKey: string },
) =>
  keyRecord(apiKey, teamId, {
    id: ids.record(),
    name: 'Invitation',
    createdAt: instantOf(clock.now()),
    scope: scope === 'all' ? 'full' : 'profiles',
    profileIds: invitedProfileIds,
    permission: 'read-write',
    disabledResourceGroups: [],
    userId,
  });

const withMember = (invitation: Invitation, userId: string): Invitation => ({
  ...invitation,
  doc: { ...invitation.doc, acceptedBy: userId },
});
