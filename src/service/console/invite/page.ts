/** The page of an invitation: whoever was invited says their name and joins the team. Forms only, without script. */
import { acceptInvitation, invitationUnder, inviteStandingOf } from '../../areas/users/invite.ts';
import { TEAM_KIND } from '../../records/team.ts';
import type { Desk } from '../../desk.ts';
import type { RawReply, RawRequest } from '../../exchange/raw.ts';
import { formOf, type Form } from '../device/form.ts';
import type { Guard } from '../guard.ts';
import { endedPage, invitePage, joinedPage, staleInvitePage, unknownInvitePage } from './views.ts';

const joining = (token: string): string => `invite ${token}`;

export async function show(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const invitation = await invitationUnder(desk.store.read, request.params['token'] ?? '');
  if (invitation === undefined) return unknownInvitePage();
  const standing = inviteStandingOf(invitation, desk.clock.now());
  if (standing !== 'open') return endedPage(standing);
  const visitor = guard.visitor(request);
  const { doc, teamId } = invitation;
  const team = await desk.store.read.get(TEAM_KIND, teamId);
  const ticket = guard.ticket(visitor, joining(doc.token));
  return invitePage({ invitation: doc, team: team?.doc.name ?? '', ticket, headers: visitor.headers });
}

export async function submit(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const token = request.params['token'] ?? '';
  const form = await formOf(request);
  if (!guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: joining(token) })) return staleInvitePage();
  const invitation = await invitationUnder(desk.store.read, token);
  if (invitation === undefined) return unknownInvitePage();
  const joined = await acceptInvitation(desk, token, { ...textIn(form, 'name'), ...textIn(form, 'email') });
  if (!('refusal' in joined)) return joinedPage(joined);
  const standing = inviteStandingOf(invitation, desk.clock.now());
  return endedPage(standing === 'open' ? 'accepted' : standing);
}

function textIn(form: Form, name: 'name' | 'email'): { readonly [field in typeof name]?: string } {
  const text = (form.get(name) ?? '').trim().slice(0, 100);
  return text === '' ? {} : { [name]: text };
}
