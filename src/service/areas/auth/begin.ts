/** A device begins a login: it gets a code of its own to poll with, and one for its person. Called by raw.ts; poll.ts goes on. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { ok, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import { commit, type View } from '../../change.ts';
import { LOGIN_PAGE } from './paths.ts';
import { keyHash } from '../../records/keys.ts';
import { INTERVAL_SECONDS, LIFE_MS, LOGIN_KIND, loginUnder, type LoginDoc } from './login.ts';
import { ownerOf } from './offers.ts';
import { codeFrom, shownCode } from './user-code.ts';

/** How long the outcome of a login is still reported after it ended. */
const REMEMBERED_MS = DAY_MS;

/** Logins that wait at one time. */
const MOST_WAITING = 500;

const LONGEST_NAME = 100;

/** Source: ASM-01, ASM-04 */
export async function begin(desk: Desk, body: unknown, origin: string): Promise<Reply> {
  const named = deviceNameIn(body);
  if ('refusal' in named) return named.refusal;
  const { caller } = await ownerOf(desk);
  const deviceCode = desk.ids.key().replace(/^sk_/, 'dc_');
  const now = desk.clock.now();
  const expiresAt = now + LIFE_MS;
  return commit(desk, [`${LOGIN_KIND}/all`], async (view) => {
    const all = await view.list(LOGIN_KIND);
    const removed = all.filter(({ doc }) => doc.expiresAt + REMEMBERED_MS < now);
    if (all.filter(({ doc }) => doc.state === 'pending' && doc.expiresAt > now).length >= MOST_WAITING)
      return { removed, result: refuse('rate_limited', { message: 'Too many logins are pending.' }) };
    const code = await freshCode(view, desk.ids);
    const doc: LoginDoc = { deviceName: named.deviceName, state: 'pending', expiresAt };
    const parentId = keyHash(deviceCode);
    const { teamId } = caller;
    const login = { kind: LOGIN_KIND, id: code, teamId, profileId: null, parentId, createdAt: now, doc };
    const result = ok({
      deviceCode,
      userCode: shownCode(code),
      browserUrl: `${origin}${LOGIN_PAGE}?code=${shownCode(code)}`,
      expiresAt: instantOf(expiresAt),
      interval: INTERVAL_SECONDS,
    });
    return { removed, records: [login], result };
  });
}

/** Characters that would let a name pass for something else where it is shown: controls, line ends, turns of direction. */
const MISLEADING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function deviceNameIn(body: unknown): { readonly deviceName: string } | { readonly refusal: Reply } {
  const given = (body as { deviceName?: unknown } | null)?.deviceName;
  if (given === undefined) return { refusal: refuse('missing_required_field', { param: 'deviceName' }) };
  const deviceName = typeof given === 'string' ? given.trim().normalize('NFC') : '';
  const isGood = deviceName !== '' && [...deviceName].length <= LONGEST_NAME && !MISLEADING.test(deviceName);
  if (isGood) return { deviceName };
  const message = `\`deviceName\` is a text of 1 to ${LONGEST_NAME} characters without control characters.`;
  return { refusal: refuse('invalid_field_value', { param: 'deviceName', message }) };
}

async function freshCode(view: View, ids: Desk['ids']): Promise<string> {
  const code = codeFrom(ids.record());
  return (await loginUnder(view, code)) === undefined ? code : freshCode(view, ids);
}
