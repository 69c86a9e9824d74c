/** What an application holds after a browser sign-in, as records: hashed at rest, good for the tool server alone. Written by areas/sign-in. */
import type { StoredRecord } from '../store/store.ts';
import { keyHash, type KeyDoc } from './keys.ts';
import { ownKind } from '../store/record.ts';

export const APP_TOKEN_KIND = ownKind<AppTokenDoc>('$app_token');

/** Reads like a key without limits of its own but reading, so that the same corridor serves it. */
export interface AppTokenDoc extends KeyDoc, Record<string, unknown> {
  readonly use: 'access' | 'refresh';
  /** The application's own id. */
  readonly clientId: string;
  /** Hash of the code that it came from, the same for all tokens of one sign-in. */
  readonly codeHash: string;
  readonly expiresAt: string;
}

/** Codes that an application exchanges for tokens. */
export const APP_CODE_KIND = ownKind<CodeDoc>('$app_code');

export interface CodeDoc extends Record<string, unknown> {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly permission: KeyDoc['permission'];
  readonly userId: string;
  /** ISO 8601, service clock. */
  readonly expiresAt: string;
  /** A code counts once; it stays so that a second use is noticed. */
  readonly isUsed: boolean;
}

export type AppTokenRecord = StoredRecord<AppTokenDoc>;

export interface AppTokenOwner {
  readonly teamId: string;
  /** Id of the record of the connected app. */
  readonly appId: string;
}

/** Its id is the hash, so that the token finds it. */
export const appTokenRecord = (token: string, { teamId, appId }: AppTokenOwner, doc: AppTokenDoc): AppTokenRecord => ({
  kind: APP_TOKEN_KIND,
  id: keyHash(token),
  teamId,
  profileId: null,
  parentId: appId,
  createdAt: Date.parse(doc.createdAt),
  doc,
});
