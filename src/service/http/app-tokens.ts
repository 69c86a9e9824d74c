/** What an application holds after a browser sign-in, as records: hashed at rest, good for the tool server alone. Written by areas/sign-in. */
import type { KeyDoc } from './keys.ts';

export const APP_TOKEN_KIND = '$app_token';

/** Reads like a key without limits of its own but reading, so that the same corridor serves it. */
export interface AppTokenDoc extends KeyDoc {
  readonly $use: 'access' | 'refresh';
  /** The application's own id. */
  readonly $clientId: string;
  /** Hash of the code that it came from, the same for all tokens of one sign-in. */
  readonly $codeHash: string;
  readonly expiresAt: string;
}
