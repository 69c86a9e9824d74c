/** The page in place of a platform's sign-in: the user says who they are and approves or denies. Forms only, without script. */
import { sessionUnder, standingOf, wayBack, type Session, type Standing } from '../../areas/connect/session.ts';
import { choicesOf } from '../../areas/connect/choices.ts';
import { settle, type Decision } from '../../areas/connect/settle.ts';
import { PROFILE_KIND } from '../../records/profile.ts';
import type { Desk } from '../../desk.ts';
import type { RawReply, RawRequest } from '../../exchange/raw.ts';
import { formOf, type Form } from '../device/form.ts';
import { redirectTo } from '../frame.ts';
import type { Guard } from '../guard.ts';
import { endPage, signInPage, staleConnectPage, unknownPage } from './views.ts';

const deciding = (state: string): string => `connect ${state}`;

export async function show(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const session = await sessionUnder(desk.store.read, request.params['state'] ?? '');
  if (session === undefined) return unknownPage();
  const standing = standingOf(session, desk.clock.now());
  if (standing !== 'pending') return endPage(session.doc, standing);
  const visitor = guard.visitor(request);
  const profile = await desk.store.read.get(PROFILE_KIND, session.doc.profileId);
  return signInPage({
    session,
    profile: profile?.doc.name ?? '',
    choices: choicesOf(desk, session.doc.platform),
    ticket: guard.ticket(visitor, deciding(session.id)),
    headers: visitor.headers,
  });
}

export async function submit(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const state = request.params['state'] ?? '';
  const form = await formOf(request);
  const isOurs = guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: deciding(state) });
  const decision = decisionIn(form);
  if (!isOurs || decision === undefined) return staleConnectPage();
  const settled = await settle(desk, state, decision);
  if (settled.session === undefined) return unknownPage();
  return leading(settled.session, standingOf(settled.session, desk.clock.now()), request.origin);
}

/** On to the caller's page; an ended sign-in that is sent again leads there too. */
const leading = (session: Session, standing: Standing, origin: string): RawReply =>
  standing === 'expired' ? endPage(session.doc, standing) : redirectTo(wayBack(session, origin));

/** Undefined for a form that says neither yes nor no. */
function decisionIn(form: Form): Decision | undefined {
  const decision = form.get('decision');
  if (decision === 'deny') return { decision };
  if (decision !== 'approve') return undefined;
  const username = (form.get('username') ?? '').trim().slice(0, 100);
  const choice = form.get('choice') ?? '';
  return { decision, ...(username === '' ? {} : { username }), ...(choice === '' ? {} : { choice }) };
}
