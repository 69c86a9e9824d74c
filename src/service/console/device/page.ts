/**
 * The login page, step by step: a code is entered, the login is shown, a decision is made. Forms only, without script.
 * Every step that changes something redirects to one that only shows, so that going back and reloading repeat nothing.
 */
import { decide, NO_LOGIN, type Decision } from '../../areas/auth/decide.ts';
import { loginUnder, standingOf, type Login } from '../../areas/auth/login.ts';
import { ownerOf } from '../../areas/auth/offers.ts';
import { keysOfDevice } from '../../areas/auth/poll.ts';
import { codeIn, shownCode } from '../../areas/auth/user-code.ts';
import { UNLIMITED, type KeyLimits } from '../../areas/api-keys/offers.ts';
import { profilesOf } from '../../records/profile.ts';
import type { Desk } from '../../desk.ts';
import type { RawReply, RawRequest } from '../../exchange/raw.ts';
import { redirectTo } from '../frame.ts';
import type { Guard, Visitor } from '../guard.ts';
import { approvePage } from './approve-view.ts';
import { noteWrongCode, pauseSeconds } from './attempts.ts';
import { enterPage } from './enter-view.ts';
import { formOf, limitsFrom, type Form } from './form.ts';
import { stalePage, standingPage } from './outcome-view.ts';
import { DECISION_PAGE, LOGIN_PAGE } from '../../areas/auth/paths.ts';
import { limitsInWords, type Choices } from './words.ts';

const ENTERING = 'enter';
const seeing = (code: string): string => `see ${code}`;
const deciding = (code: string): string => `decide ${code}`;

/** The field holds the code from the URL; nothing is looked up before the user continues. */
export async function showEntry(request: RawRequest, _desk: Desk, guard: Guard): Promise<RawReply> {
  const visitor = guard.visitor(request);
  const code = codeIn(String(request.query['code'] ?? ''));
  const ticket = guard.ticket(visitor, ENTERING);
  return enterPage({ ticket, typed: code === undefined ? '' : shownCode(code), headers: visitor.headers });
}

export async function enterCode(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const form = await formOf(request);
  const visitor = guard.visitor(request);
  if (!guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: ENTERING }))
    return stalePage(visitor.headers);
  const typed = (form.get('code') ?? '').trim().slice(0, 16);
  const again = { ticket: guard.ticket(visitor, ENTERING), typed };
  const pause = await pauseSeconds(desk, request.begunAt);
  if (pause !== undefined) {
    const problem = `Too many codes were wrong. Wait ${String(pause)} seconds.`;
    return enterPage({ ...again, problem, status: 429, headers: { 'Retry-After': String(pause) } });
  }
  const code = codeIn(typed);
  const login = code === undefined ? undefined : await loginUnder(desk.store.read, code);
  if (login !== undefined) return toLogin(login, guard.ticket(visitor, seeing(login.id)));
  await noteWrongCode(desk, request.begunAt);
  return enterPage({ ...again, problem: sentenceOf(NO_LOGIN.body), status: NO_LOGIN.status });
}

/** The ticket is worth something to this visitor only, so that a URL may carry it. */
const toLogin = ({ id }: Login, ticket: string): RawReply =>
  redirectTo(`${DECISION_PAGE}?code=${shownCode(id)}&ticket=${ticket}`);

/** The state of a login, for the visitor who entered its code; anyone else starts with the code. */
export async function showLogin(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const code = codeIn(String(request.query['code'] ?? '')) ?? '';
  const ticket = String(request.query['ticket'] ?? '');
  const isGiven = guard.isGiven(request, { ticket, purpose: seeing(code) });
  const login = isGiven ? await loginUnder(desk.store.read, code) : undefined;
  if (login === undefined) return redirectTo(code === '' ? LOGIN_PAGE : `${LOGIN_PAGE}?code=${shownCode(code)}`);
  const standing = standingOf(login, desk.clock.now());
  if (standing === 'pending') return askForApproval({ login, visitor: guard.visitor(request), desk, guard }, UNLIMITED);
  const limits = limitsInWords(login.doc.limits ?? UNLIMITED, await choicesOf(desk, login.teamId));
  return standingPage(standing, { deviceName: login.doc.deviceName, limits });
}

interface Asking {
  readonly desk: Desk;
  readonly guard: Guard;
  readonly login: Login;
  readonly visitor: Visitor;
}

async function askForApproval(
  { login, visitor, desk, guard }: Asking,
  limits: KeyLimits,
  wrong: { readonly problem?: string; readonly status?: number } = {},
): Promise<RawReply> {
  const owner = await ownerOf(desk);
  const device = { deviceName: login.doc.deviceName, userId: owner.caller.userId };
  const [earlier] = await keysOfDevice(desk.store.read, login.teamId, device);
  return approvePage({
    login,
    owner,
    choices: await choicesOf(desk, login.teamId),
    limits,
    ticket: guard.ticket(visitor, deciding(login.id)),
    replaces: earlier?.doc.keyPreview,
    now: desk.clock.now(),
    headers: visitor.headers,
    ...wrong,
  });
}

async function choicesOf({ catalog, store }: Desk, teamId: string): Promise<Choices> {
  const profiles = await profilesOf(store.read, teamId);
  return { groups: catalog.index().groups, profiles: profiles.map(({ id, doc }) => ({ id, name: doc.name })) };
}

export async function settleLogin(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const form = await formOf(request);
  const visitor = guard.visitor(request);
  const code = codeIn(form.get('code') ?? '') ?? '';
  const isOurs = guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: deciding(code) });
  const login = isOurs ? await loginUnder(desk.store.read, code) : undefined;
  const decision = decisionIn(form, Object.keys(desk.catalog.index().groups));
  if (login === undefined || decision === undefined) return stalePage(visitor.headers);
  const asking = { login, visitor, desk, guard };
  if ('problem' in decision) return askForApproval(asking, decision.limits, { problem: decision.problem, status: 400 });
  const decided = await decide(desk, code, decision);
  if ('refusal' in decided && standingOf(decided.login ?? login, desk.clock.now()) === 'pending') {
    const { status, body } = decided.refusal;
    return askForApproval(asking, decision.limits, { problem: sentenceOf(body), status });
  }
  return toLogin(login, guard.ticket(visitor, seeing(code)));
}

type Asked = Required<Decision> | { readonly problem: string; readonly limits: KeyLimits };

/** Undefined for a form that says neither yes nor no. */
function decisionIn(form: Form, groups: readonly string[]): Asked | undefined {
  const event = form.get('decision');
  if (event === 'deny') return { event, limits: UNLIMITED };
  if (event !== 'approve') return undefined;
  const limits = limitsFrom(form, groups);
  if (limits.disabledGroups.length < groups.length) return { event, limits };
  return { problem: 'Tick at least one group of operations.', limits };
}

/** What a refusal says, in the words of the page where those of the API would not help. */
function sentenceOf(body: unknown): string {
  const { error, param } = body as { readonly error: string; readonly param?: string };
  return param === 'profileIds' ? 'Tick at least one profile that is there.' : error;
}
