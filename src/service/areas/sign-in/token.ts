/** `POST /oauth/token` and `/oauth/revoke`: a code or a refresh token becomes tokens, each once; tokens are given back. */
import { instantOf } from '../../../kernel/instant.ts';
import { createHash } from 'node:crypto';
import type { Desk } from '../../desk.ts';
import { commitSteps, type Steps, type View } from '../../change.ts';
import {
  APP_CODE_KIND,
  APP_TOKEN_KIND,
  appTokenRecord,
  type AppTokenDoc,
  type AppTokenOwner,
  type CodeDoc,
} from '../../records/app-tokens.ts';
import { keyHash, keyPreview } from '../../records/keys.ts';
import type { StoredRecord } from '../../store/store.ts';
import { CONNECTED_APP_KIND } from '../api-keys/record.ts';
import { oauthError, type OauthAnswer } from './answer.ts';
import { resourceOf } from './metadata.ts';

const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 30 * 86_400;

/** @param origin under which the caller reached us */
export async function exchange(desk: Desk, form: URLSearchParams, origin: string): Promise<OauthAnswer> {
  const resource = form.get('resource');
  if (resource !== null && resource !== resourceOf(origin))
    return oauthError('invalid_target', `Tokens of this service must be for ${resourceOf(origin)}.`);
  const kind = form.get('grant_type');
  if (kind !== 'authorization_code' && kind !== 'refresh_token')
    return oauthError('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.');
  const secret = keyHash(form.get(kind === 'authorization_code' ? 'code' : 'refresh_token') ?? '');
  return commitSteps(desk, [`secret/${secret}`], (view) =>
    kind === 'authorization_code' ? exchangeCode(view, desk, form) : refresh(view, desk, form),
  );
}

async function* exchangeCode(view: View, desk: Desk, form: URLSearchParams): Steps<OauthAnswer> {
  const code = await view.get(APP_CODE_KIND, keyHash(form.get('code') ?? ''));
  if (code === undefined || code.doc.clientId !== form.get('client_id')) return UNKNOWN_CODE;
  const { doc } = code;
  if (doc.isUsed) {
    // Somebody else may have the code as well, so what was got by it is worth nothing any more.
    yield* removeSignIn(view, code.teamId, code.id);
    yield* recount(view, desk, { teamId: code.teamId, appId: code.parentId ?? '' });
    return UNKNOWN_CODE;
  }
  if (Date.parse(doc.expiresAt) <= desk.clock.now()) return UNKNOWN_CODE;
  if (doc.redirectUri !== form.get('redirect_uri'))
    return oauthError('invalid_grant', 'redirect_uri is not the one of the sign-in.');
  if (challengeOf(form.get('code_verifier') ?? '') !== doc.challenge)
    return oauthError('invalid_grant', 'code_verifier does not belong to the sign-in.');
  yield { records: [{ ...code, doc: { ...doc, isUsed: true } }] };
  const { teamId, parentId } = code;
  return yield* issue(view, desk, { ...doc, teamId, appId: parentId ?? '', codeHash: code.id });
}

const UNKNOWN_CODE = oauthError('invalid_grant', 'The code is unknown, used, or expired.');

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

async function* refresh(view: View, desk: Desk, form: URLSearchParams): Steps<OauthAnswer> {
  const token = await view.get(APP_TOKEN_KIND, keyHash(form.get('refresh_token') ?? ''));
  const isGood =
    token?.doc.use === 'refresh' &&
    token.doc.clientId === form.get('client_id') &&
    Date.parse(token.doc.expiresAt) > desk.clock.now();
  if (!isGood) return oauthError('invalid_grant', 'The refresh token is unknown, used, or expired.');
  yield { removed: [token] };
  const { permission, userId, clientId, codeHash } = token.doc;
  const appId = token.parentId ?? '';
  return yield* issue(view, desk, { permission, userId, clientId, codeHash, teamId: token.teamId, appId });
}

interface Issuing extends AppTokenOwner, Pick<CodeDoc, 'permission' | 'userId' | 'clientId'> {
  readonly codeHash: string;
}

async function* issue(view: View, desk: Desk, issuing: Issuing): Steps<OauthAnswer> {
  const access = newToken(desk, { ...issuing, use: 'access', seconds: ACCESS_SECONDS });
  const refreshing = newToken(desk, { ...issuing, use: 'refresh', seconds: REFRESH_SECONDS });
  yield { records: [access.record, refreshing.record] };
  yield* recount(view, desk, issuing);
  return {
    status: 200,
    body: {
      access_token: access.token,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: refreshing.token,
      scope: issuing.permission === 'read' ? 'read' : 'read write',
    },
  };
}

function newToken(
  { clock, ids }: Desk,
  issuing: Issuing & { readonly use: AppTokenDoc['use']; readonly seconds: number },
): { readonly token: string; readonly record: StoredRecord } {
  const token = ids.key().replace(/^sk_/, issuing.use === 'access' ? 'app_' : 'ref_');
  const now = clock.now();
  const doc: AppTokenDoc = {
    // The calls of an app are logged under its own id.
    id: issuing.appId,
    name: issuing.clientId,
    keyPreview: keyPreview(token),
    createdAt: instantOf(now),
    expiresAt: instantOf(now + issuing.seconds * 1_000),
    scope: 'full',
    profileIds: [],
    permission: issuing.permission,
    disabledResourceGroups: [],
    userId: issuing.userId,
    use: issuing.use,
    clientId: issuing.clientId,
    codeHash: issuing.codeHash,
  };
  return { token, record: appTokenRecord(token, issuing, doc) };
}

/** The token itself, or with a refresh token all of its sign-in. Unknown ones are gone already. */
export const giveBack = (desk: Desk, form: URLSearchParams): Promise<OauthAnswer> =>
  commitSteps(desk, [`secret/${keyHash(form.get('token') ?? '')}`], async function* (view): Steps<OauthAnswer> {
    const token = await view.get(APP_TOKEN_KIND, keyHash(form.get('token') ?? ''));
    if (token !== undefined && token.doc.clientId === form.get('client_id')) {
      if (token.doc.use === 'access') yield { removed: [token] };
      else yield* removeSignIn(view, token.teamId, token.doc.codeHash);
      yield* recount(view, desk, { teamId: token.teamId, appId: token.parentId ?? '' });
    }
    return { status: 200, body: {} };
  });

async function* removeSignIn(view: View, teamId: string, codeHash: string): Steps<void> {
  const tokens = await view.list(APP_TOKEN_KIND, { teamId });
  yield { removed: tokens.filter(({ doc }) => doc.codeHash === codeHash) };
}

/** What has expired is removed; the app's record says how many tokens work. */
async function* recount(view: View, { clock }: Desk, { teamId, appId }: AppTokenOwner): Steps<void> {
  const now = clock.now();
  const expired = ({ doc }: StoredRecord<{ readonly expiresAt: string }>): boolean => Date.parse(doc.expiresAt) <= now;
  const tokens = await view.list(APP_TOKEN_KIND, { teamId, parentId: appId });
  const codes = await view.list(APP_CODE_KIND, { teamId, parentId: appId });
  const app = await view.get(CONNECTED_APP_KIND, appId);
  const tokenCount = tokens.filter((one) => !expired(one)).length;
  yield {
    removed: [...tokens.filter(expired), ...codes.filter(expired)],
    records: app === undefined ? [] : [{ ...app, doc: { ...app.doc, tokenCount } }],
  };
}
