/** The login page, step by step: a code is entered, the login is shown, a decision is taken. Forms only, without script. */
import { decide } from '../../areas/auth/decide.ts';
import { loginUnder, standingOf, type Login } from '../../areas/auth/login.ts';
import { ownerOf } from '../../areas/auth/owner.ts';
import { keysOfDevice } from '../../areas/auth/poll.ts';
import { codeIn, shownCode } from '../../areas/auth/user-code.ts';
import { UNLIMITED, type KeyLimits } from '../../areas/api-keys/key-limits.ts';
import { profilesOf } from '../../areas/profiles/profile.ts';
import type { Desk } from '../../call.ts';
import type { Bytes } from '../../../kernel/ids.ts';
import type { RawReply, RawRequest } from '../../http/raw.ts';
import { isOwnAddress, openGuard, type Guard, type Visitor } from '../guard.ts';
import { approvePage } from './approve-view.ts';
import { noteWrongCode, pauseSeconds } from './attempts.ts';
import { enterPage } from './enter-view.ts';
import { formOf, limitsFrom, type Form } from './form.ts';
import { foreignPage, stalePage, standingPage } from './outcome-view.ts';
import { LOGIN_PAGE } from './paths.ts';
import { limitsInWords, type Choices } from './words.ts';

type Step = (request: RawRequest, desk: Desk) => Promise<RawReply>;

export interface LoginPage {
  readonly show: Step;
  readonly enter: Step;
  readonly settle: Step;
}

const ENTERING = 'enter';
const deciding = (code: string): string => `decide ${code}`;

export function openLoginPage(random: Bytes): LoginPage {
  const guard = openGuard(random, LOGIN_PAGE);
  return {
    show: async (request) => (isOwnAddress(request) ? entry(request, guard) : foreignPage()),
    enter: async (request, desk) => {
      const form = await formOf(request);
      const isOurs = guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: ENTERING });
      if (!isOwnAddress(request)) return foreignPage();
      return isOurs ? entered(request, form, { desk, guard }) : stalePage(guard.visitor(request).headers);
    },
    settle: async (request, desk) => {
      const form = await formOf(request);
      const code = codeIn(form.get('code') ?? '') ?? '';
      const isOurs = guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: deciding(code) });
      if (!isOwnAddress(request)) return foreignPage();
      return isOurs ? settled(request, form, { desk, guard, code }) : stalePage(guard.visitor(request).headers);
    },
  };
}

interface Parts {
  readonly desk: Desk;
  readonly guard: Guard;
}

/** The code of the address stands in the field; nothing is looked up before the person goes on. */
function entry(request: RawRequest, guard: Guard): RawReply {
  const visitor = guard.visitor(request);
  const code = codeIn(String(request.query['code'] ?? ''));
  const ticket = guard.ticket(visitor, ENTERING);
  return enterPage({ ticket, typed: code === undefined ? '' : shownCode(code), headers: visitor.headers });
}

async function entered(request: RawRequest, form: Form, { desk, guard }: Parts): Promise<RawReply> {
  const visitor = guard.visitor(request);
  const typed = (form.get('code') ?? '').trim().slice(0, 16);
  const again = { ticket: guard.ticket(visitor, ENTERING), typed };
  const pause = await pauseSeconds(desk, request.begunAt);
  if (pause !== undefined) {
    const problem = `Too many codes were wrong. Wait ${String(pause)} seconds.`;
    return enterPage({ ...again, problem, status: 429, headers: { 'Retry-After': String(pause) } });
  }
  const code = codeIn(typed);
  const login = code === undefined ? undefined : await loginUnder(desk.store.read, code);
  if (login === undefined) {
    await noteWrongCode(desk, request.begunAt);
    return enterPage({ ...again, problem: 'No login waits under this code.', status: 404 });
  }
  const standing = standingOf(login, desk.clock.now());
  if (standing === 'pending') return asked({ login, visitor, desk, guard }, UNLIMITED);
  return standingFor(login, desk, standing === 'expired' ? 410 : 200);
}

interface Asking extends Parts {
  readonly login: Login;
  readonly visitor: Visitor;
}

async function asked(
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

async function settled(
  request: RawRequest,
  form: Form,
  { desk, guard, code }: Parts & { readonly code: string },
): Promise<RawReply> {
  const event = form.get('decision');
  if (event !== 'approve' && event !== 'deny') return stalePage({});
  const groups = Object.keys(desk.catalog.index().groups);
  const limits = event === 'approve' ? limitsFrom(form, groups) : UNLIMITED;
  const login = await loginUnder(desk.store.read, code);
  if (login === undefined) return stalePage({});
  const asking = { login, visitor: guard.visitor(request), desk, guard };
  if (event === 'approve' && limits.disabledGroups.length === groups.length)
    return asked(asking, limits, { problem: 'Tick at least one group of operations.', status: 400 });
  const decided = await decide(desk, code, { event, limits });
  if (!('refusal' in decided)) return standingFor(decided.login, desk);
  const { refusal } = decided;
  if (standingOf(login, desk.clock.now()) !== 'pending') return standingFor(login, desk, refusal.status);
  return asked(asking, limits, { problem: sentenceOf(refusal.body), status: refusal.status });
}

/** What a refusal says, in the words of the page where those of the API would not help. */
function sentenceOf(body: unknown): string {
  const { error, param } = body as { readonly error: string; readonly param?: string };
  return param === 'profileIds' ? 'Tick at least one profile that is there.' : error;
}

/** What has become of a login; with its status when that is not what was asked for. */
async function standingFor(login: Login, desk: Desk, status = 200): Promise<RawReply> {
  const standing = standingOf(login, desk.clock.now());
  const limits = limitsInWords(login.doc.limits ?? UNLIMITED, await choicesOf(desk, login.teamId));
  const { deviceName } = login.doc;
  return standing === 'pending' ? stalePage({}) : standingPage(standing, { deviceName, limits }, status);
}
