/** `POST /oauth/token` and `/oauth/revoke`: a code or a refresh token becomes tokens, each once; tokens are given back. */
import { createHash } from 'node:crypto';
import type { Desk } from '../../desk.ts';
import {
  APP_CODE_KIND,
  APP_TOKEN_KIND,
  appTokenRecord,
  type AppTokenDoc,
  type AppTokenOwner,
} from '../../records/app-tokens.ts';
import { keyHash, keyPreview } from '../../records/keys.ts';
import type { StoredRecord, Tx } from '../../store/store.ts';
import { CONNECTED_APP_KIND, type ConnectedAppDoc } from '../api-keys/connected-apps.ts';
import { oauthError, type OauthAnswer } from './answer.ts';
import type { CodeDoc } from './grant.ts';
import { resourceOf } from './metadata.ts';

const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 30 * 86_400;

/** @param origin under which the caller reached us */
export async function exchange(desk: Desk, form: URLSearchParams, origin: string): Promise<OauthAnswer> {
  const resource = form.get('resource');
  if (resource !== null && resource !== resourceOf(origin))
    return oauthError('invalid_target', `Tokens of this service are for ${resourceOf(origin)}.`);
  const kind = form.get('grant_type');
  if (kind !== 'authorization_code' && kind !== 'refresh_token')
    return oauthError('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.');
  return desk.store.transact((tx) =>
    kind === 'authorization_code' ? codeExchanged(tx, desk, form) : refreshed(tx, desk, form),
  );
}

async function codeExchanged(tx: Tx, desk: Desk, form: URLSearchParams): Promise<OauthAnswer> {
  const code = await tx.get<CodeDoc>(APP_CODE_KIND, keyHash(form.get('code') ?? ''));
  if (code === undefined || code.doc.clientId !== form.get('client_id')) return UNKNOWN_CODE;
  const { doc } = code;
  if (doc.isUsed) {
    // Somebody else may have the code as well, so what was got by it is worth nothing any more.
    await removeSignIn(tx, code.teamId, code.id);
    await recount(tx, desk, { teamId: code.teamId, appId: code.parentId ?? '' });
    return UNKNOWN_CODE;
  }
  if (Date.parse(doc.expiresAt) <= desk.clock.now()) return UNKNOWN_CODE;
  if (doc.redirectUri !== form.get('redirect_uri'))
    return oauthError('invalid_grant', 'redirect_uri is not the one of the sign-in.');
  if (challengeOf(form.get('code_verifier') ?? '') !== doc.challenge)
    return oauthError('invalid_grant', 'code_verifier does not belong to the sign-in.');
  await tx.put({ ...code, doc: { ...doc, isUsed: true } });
  const { teamId, parentId } = code;
  return issued(tx, desk, { ...doc, teamId, appId: parentId ?? '', codeHash: code.id });
}

const UNKNOWN_CODE = oauthError('invalid_grant', 'The code is unknown, used or expired.');

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

async function refreshed(tx: Tx, desk: Desk, form: URLSearchParams): Promise<OauthAnswer> {
  const token = await tx.get<AppTokenDoc>(APP_TOKEN_KIND, keyHash(form.get('refresh_token') ?? ''));
  const isGood =
    token?.doc.$use === 'refresh' &&
    token.doc.$clientId === form.get('client_id') &&
    Date.parse(token.doc.expiresAt) > desk.clock.now();
  if (!isGood) return oauthError('invalid_grant', 'The refresh token is unknown, used or expired.');
  await tx.remove(APP_TOKEN_KIND, token.id);
  const { permission, $userId: userId, $clientId: clientId, $codeHash: codeHash } = token.doc;
  const appId = token.parentId ?? '';
  return issued(tx, desk, { permission, userId, clientId, codeHash, teamId: token.teamId, appId });
}

interface Issue extends AppTokenOwner, Pick<CodeDoc, 'permission' | 'userId' | 'clientId'> {
  readonly codeHash: string;
}

async function issued(tx: Tx, desk: Desk, issue: Issue): Promise<OauthAnswer> {
  const access = await put(tx, desk, { ...issue, use: 'access', seconds: ACCESS_SECONDS });
  const refresh = await put(tx, desk, { ...issue, use: 'refresh', seconds: REFRESH_SECONDS });
  await recount(tx, desk, issue);
  return {
    status: 200,
    body: {
      access_token: access,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: refresh,
      scope: issue.permission === 'read' ? 'read' : 'read write',
    },
  };
}

async function put(
  tx: Tx,
  { clock, ids }: Desk,
  issue: Issue & { readonly use: AppTokenDoc['$use']; readonly seconds: number },
): Promise<string> {
  const token = ids.key().replace(/^sk_/, issue.use === 'access' ? 'app_' : 'ref_');
  const now = clock.now();
  const doc: AppTokenDoc = {
    // The calls of an app are logged under its own id.
    id: issue.appId,
    name: issue.clientId,
    keyPreview: keyPreview(token),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + issue.seconds * 1_000).toISOString(),
    scope: 'full',
    profileIds: [],
    permission: issue.permission,
    disabledResourceGroups: [],
    $userId: issue.userId,
    $use: issue.use,
    $clientId: issue.clientId,
    $codeHash: issue.codeHash,
  };
  await tx.put(appTokenRecord(token, issue, doc));
  return token;
}

/** The token itself, or with a refresh token all of its sign-in. Unknown ones are gone already. */
export const giveBack = (desk: Desk, form: URLSearchParams): Promise<OauthAnswer> =>
  desk.store.transact(async (tx) => {
    const token = await tx.get<AppTokenDoc>(APP_TOKEN_KIND, keyHash(form.get('token') ?? ''));
    if (token !== undefined && token.doc.$clientId === form.get('client_id')) {
      if (token.doc.$use === 'access') await tx.remove(APP_TOKEN_KIND, token.id);
      else await removeSignIn(tx, token.teamId, token.doc.$codeHash);
      await recount(tx, desk, { teamId: token.teamId, appId: token.parentId ?? '' });
    }
    return { status: 200, body: {} };
  });

async function removeSignIn(tx: Tx, teamId: string, codeHash: string): Promise<void> {
  const tokens = await tx.list<AppTokenDoc>(APP_TOKEN_KIND, { teamId });
  for (const { id, doc } of tokens) if (doc.$codeHash === codeHash) await tx.remove(APP_TOKEN_KIND, id);
}

/** What has expired is removed; the app's record says how many tokens work. */
async function recount(tx: Tx, { clock }: Desk, { teamId, appId }: AppTokenOwner): Promise<void> {
  const now = clock.now();
  const expired = ({ doc }: StoredRecord<{ readonly expiresAt: string }>): boolean => Date.parse(doc.expiresAt) <= now;
  const tokens = await tx.list<AppTokenDoc>(APP_TOKEN_KIND, { teamId, parentId: appId });
  for (const one of tokens.filter(expired)) await tx.remove(APP_TOKEN_KIND, one.id);
  const codes = await tx.list<CodeDoc>(APP_CODE_KIND, { teamId, parentId: appId });
  for (const one of codes.filter(expired)) await tx.remove(APP_CODE_KIND, one.id);
  const app = await tx.get<ConnectedAppDoc>(CONNECTED_APP_KIND, appId);
  const tokenCount = tokens.filter((one) => !expired(one)).length;
  if (app !== undefined) await tx.put({ ...app, doc: { ...app.doc, tokenCount } });
}
