/** A person decides about a login: on the page (console/device) or through the control surface. poll.ts tells the device. */
import type { LOGIN_DECISIONS } from '../../../kernel/steering.ts';
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import type { Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import { refusalFor } from '../../limits/permission.ts';
import { deviceLogin } from '../../states/device-login.ts';
import type { Reader } from '../../store/store.ts';
import { limitsProblem, UNLIMITED, type KeyLimits } from '../api-keys/offers.ts';
import { LOGIN_KIND, loginUnder, standingOf, type Login } from './login.ts';
import { ownerOf, type Owner } from './offers.ts';

/** The answer to a code that nobody was given. */
export const NO_LOGIN = refuse('not_found', { message: 'There is no pending login with this code.' });

export interface Decision {
  readonly event: (typeof LOGIN_DECISIONS)[number];
  /** What the key may do; everything unless said. */
  readonly limits?: KeyLimits;
}

/** The login after the decision, or why the decision was refused, with the login where there is one. */
export type Decided = { readonly login: Login } | { readonly refusal: Reply; readonly login?: Login };

/** The same decision twice is one decision. */
export async function decide(desk: Desk, code: string, { event, limits = UNLIMITED }: Decision): Promise<Decided> {
  const owner = await ownerOf(desk);
  return commit<Decided>(desk, [`${LOGIN_KIND}/${code}`], async (view) => {
    const login = await loginUnder(view, code);
    if (login === undefined) return { result: { refusal: NO_LOGIN } };
    const standing = standingOf(login, desk.clock.now());
    if (standing === 'expired') return { result: { refusal: EXPIRED, login } };
    const to = deviceLogin.move(standing, event)?.to;
    if (to === undefined) return { result: isDecided(standing, event) ? { login } : { refusal: OTHERWISE, login } };
    const problem = event === 'approve' ? await approvalProblem(view, limits, { desk, owner }) : undefined;
    if (problem !== undefined) return { result: { refusal: problem, login } };
    const decided = { ...login, doc: { ...login.doc, state: to, limits, userId: owner.caller.userId } };
    return { records: [decided], result: { login: decided } };
  });
}

/** An approval makes a key, which the person's role must allow. */
const approvalProblem = async (
  reader: Reader,
  limits: KeyLimits,
  { desk, owner: { caller } }: { desk: Desk; owner: Owner },
): Promise<Reply | undefined> =>
  refusalFor(desk.catalog.card('createApiKey'), caller) ??
  limitsProblem(reader, caller, { limits, now: desk.clock.now() });

const EXPIRED = refuse('invalid_resource_state', {
  message: 'The login has expired. Start a new one on the device.',
});

const OTHERWISE = refuse('invalid_resource_state', { message: 'The login was already decided differently.' });

const isDecided = (standing: string, event: Decision['event']): boolean =>
  event === 'deny' ? standing === 'denied' : standing === 'authorized' || standing === 'collected';
