/** What the keychain of the system is to everybody else: the door, and why it may stay shut. Opened by keychain.ts. */

/**
 * Why a keychain did not do what it was asked: there is none, it is locked, it gave no answer in time, or it failed.
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
