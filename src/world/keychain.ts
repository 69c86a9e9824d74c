/** The OS keychain: what may be asked of it. The asking lies in keychain-ask.ts, loaded when first used. */
import type { Host } from './host.ts';
import type { Installation } from './installation.ts';

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

export function openKeychain(host: Host, installation: Installation): Keychain {
  let opened: Promise<Keychain> | undefined;
  const asking = (): Promise<Keychain> =>
    (opened ??= import('./keychain-ask.ts').then(({ askingKeychain }) => askingKeychain(host, installation)));
  return {
    read: async (account) => (await asking()).read(account),
    store: async (account, secret) => (await asking()).store(account, secret),
    remove: async (account) => (await asking()).remove(account),
    accounts: async () => (await asking()).accounts(),
  };
}
