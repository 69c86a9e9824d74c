/** The interface of the system keychain, and why it may fail. Implemented by keychain.ts. */

/**
 * Why a keychain call failed: it does not exist, it is locked, it did not answer in time, or it reported an error.
 * None of these says anything about the secret itself.
 */
export type KeychainTrouble = 'absent' | 'locked' | 'silent' | 'failed';

export interface KeychainRefusal {
  readonly ok: false;
  readonly trouble: KeychainTrouble;
  /** What the keychain said, as part of a sentence. */
  readonly reason: string;
}

export interface Keychain {
  /** The secret; undefined when there is no such entry. */
  read(account: string): Promise<{ ok: true; secret: string | undefined } | KeychainRefusal>;
  /** Stores and reads back. An entry of that name is replaced. */
  store(account: string, secret: string): Promise<{ ok: true } | KeychainRefusal>;
  /** Fine, too, when there is no such entry. */
  remove(account: string): Promise<{ ok: true } | KeychainRefusal>;
  /** The names of our entries. */
  accounts(): Promise<{ ok: true; accounts: readonly string[] } | KeychainRefusal>;
}
