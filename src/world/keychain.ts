/** The OS keychain: what may be asked of it. The asking lies in keychain-ask.ts, loaded when first used. */
import type { Host } from './host.ts';
import type { Installation } from './installation.ts';
import type { Keychain } from './keychain-door.ts';

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
