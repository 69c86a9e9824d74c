/** Who calls: the Bearer key becomes a Caller, or the request ends with 401. Next stop: limit.ts. */
import type { Caller, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Incoming } from '../exchange/passage.ts';
import type { Parts } from '../parts.ts';
import type { Authenticate } from './house.ts';
import type { Landing } from './landing.ts';
import { remembered } from '../store/remembered.ts';
import { bearerOf } from '../exchange/bearer.ts';
import { APP_TOKEN_KIND } from '../records/app-tokens.ts';
import { isKey, KEY_KIND, keyHash, type KeyDoc } from '../records/keys.ts';
import { roleOf, USER_KIND, type UserRecord } from '../records/user.ts';

/** A known but expired key sees the window of its team, and takes nothing from it. */
export const authenticate: Landing = {
  name: 'authenticate',
  needs: 'head',
  open:
    (house) =>
    async ({ request }, next) => {
      const identity = await house.authenticate(request);
      const { passage } = request;
      if ('caller' in identity) {
        passage.caller = identity.caller;
        return next();
      }
      if (identity.teamId !== undefined) passage.rate = await house.limit.peek(identity.teamId, passage.card);
      return identity.refusal;
    },
};

interface KnownKey {
  readonly teamId: string;
  readonly doc: KeyDoc;
}

/** The header by which the tool server's own calls are known. */
export const TOOL_PASS = 'x-svc-tool-pass';

/** @param pass what that header says; nobody outside can know it */
export function authenticator(parts: Parts, pass: string): Authenticate {
  const find = keyFinder(parts);
  const findToken = tokenFinder(parts);
  const findUser = userFinder(parts);
  const isTool = ({ headers }: Pick<Incoming, 'headers'>): boolean => headers[TOOL_PASS] === pass;
  return async (request) => {
    const header = request.headers.authorization;
    if (header === undefined || header.trim() === '') return { refusal: refuse('missing_credentials') };
    const key = bearerOf(request);
    const hash = keyHash(key ?? '');
    const known = (await find(hash)) ?? (isTool(request) ? await findToken(hash) : undefined);
    if (known === undefined) return { refusal: unknownKey(key) };
    if (isExpired(known.doc, parts.clock.now()))
      return { refusal: refuse('invalid_credentials'), teamId: known.teamId };
    return { caller: await callerOf(known, await findUser(known.doc.userId), parts) };
  };
}

/** A key of the right form may be a live one: the refusal says that it does not belong here. */
const unknownKey = (key = ''): Reply =>
  isKey(key)
    ? refuse('invalid_credentials', {
        message: 'This API key is invalid or revoked. A local service accepts only keys that it issued itself.',
      })
    : refuse('invalid_credentials');

const isExpired = ({ expiresAt }: KeyDoc, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now;

const keyFinder = ({ store }: Parts): ((hash: string) => Promise<KnownKey | undefined>) =>
  remembered(store, KEY_KIND, async (hash) => {
    const [record] = await store.read.list(KEY_KIND, { parentId: hash, limit: 1 });
    return record && { teamId: record.teamId, doc: record.doc };
  });

/** Tokens of applications open the tool server and nothing else. Source: AUTH-23 */
const tokenFinder = ({ store }: Parts): ((hash: string) => Promise<KnownKey | undefined>) =>
  remembered(store, APP_TOKEN_KIND, async (hash) => {
    const record = await store.read.get(APP_TOKEN_KIND, hash);
    return record?.doc.use === 'access' ? { teamId: record.teamId, doc: record.doc } : undefined;
  });

const userFinder = ({ store }: Parts): ((id: string) => Promise<UserRecord | undefined>) =>
  remembered(store, USER_KIND, (id) => store.read.get(USER_KIND, id));

async function callerOf({ teamId, doc }: KnownKey, user: UserRecord | undefined, { desk }: Parts): Promise<Caller> {
  const plan = await desk.plan.of(teamId);
  return {
    teamId,
    userId: doc.userId,
    role: user === undefined ? plan.role : roleOf(user, plan),
    keyId: doc.id,
    profileIds: doc.scope === 'profiles' ? doc.profileIds : null,
    readOnly: doc.permission === 'read',
    disabledGroups: doc.disabledResourceGroups,
  };
}
