/** A person lets an application in: it becomes a connected app and gets a code, which token.ts exchanges. Asked by console/sign-in. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Desk } from '../../desk.ts';
import { commit, type View } from '../../change.ts';
import { APP_CODE_KIND, type CodeDoc } from '../../records/app-tokens.ts';
import { keyHash } from '../../records/keys.ts';
import { CONNECTED_APP_KIND, type ConnectedAppRecord } from '../api-keys/record.ts';
import type { Owner } from '../auth/offers.ts';
import { SCOPES } from './metadata.ts';

export interface Asking {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  /** SHA-256 of the verifier, base64url. */
  readonly challenge: string;
}

const CODE_LIVES_MS = 600_000;

/** @returns the code, in the clear this once */
export async function grant(
  desk: Desk,
  { caller }: Pick<Owner, 'caller'>,
  asking: Asking,
  permission: CodeDoc['permission'],
): Promise<string> {
  const now = desk.clock.now();
  const code = desk.ids.key().replace(/^sk_/, 'code_');
  return commit(desk, [`user/${caller.userId}`], async (view) => {
    const app = await appFor(view, desk, { asking, permission, teamId: caller.teamId, userId: caller.userId });
    const doc: CodeDoc = {
      clientId: asking.clientId,
      redirectUri: asking.redirectUri,
      challenge: asking.challenge,
      permission,
      userId: caller.userId,
      expiresAt: instantOf(now + CODE_LIVES_MS),
      isUsed: false,
    };
    const place = { teamId: caller.teamId, profileId: null, parentId: app.id };
    const record = { kind: APP_CODE_KIND, id: keyHash(code), ...place, createdAt: now, doc };
    return { records: [app, record], result: code };
  });
}

interface Letting {
  readonly asking: Asking;
  readonly permission: CodeDoc['permission'];
  readonly teamId: string;
  readonly userId: string;
}

/** The record of the app; the same one when it signs in again. */
async function appFor(view: View, desk: Desk, letting: Letting): Promise<ConnectedAppRecord> {
  const { asking, permission, teamId, userId } = letting;
  const apps = await view.list(CONNECTED_APP_KIND, { teamId, parentId: userId });
  const known = apps.find(({ doc }) => doc.clientId === asking.clientId);
  const now = desk.clock.now();
  const doc: ConnectedAppRecord['doc'] = {
    clientId: asking.clientId,
    clientName: asking.clientName,
    redirectHost: new URL(asking.redirectUri).host || null,
    scopes: permission === 'read' ? ['read'] : SCOPES,
    authorizedAt: instantOf(now),
    lastUsedAt: known?.doc.lastUsedAt ?? null,
    tokenCount: known?.doc.tokenCount ?? 0,
  };
  if (known !== undefined) return { ...known, doc };
  const place = { teamId, profileId: null, parentId: userId };
  return { kind: CONNECTED_APP_KIND, id: desk.ids.record(), ...place, createdAt: now, doc };
}
