/** A home with a keychain, over several command lines of one test. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeyRecord } from '../../src/auth/context.ts';
import type { Keychain, KeychainTrouble } from '../../src/world/keychain-door.ts';
import { svc, type Said, type SvcOptions } from './svc.ts';
import { temporaryFolder } from './temp.ts';
import { memoryKeychain } from './world.ts';

export interface HomeSettings {
  readonly currentContext?: string;
  readonly contexts: Readonly<Record<string, { readonly baseUrl?: string; readonly key?: KeyRecord }>>;
  readonly [name: string]: unknown;
}

export interface Home {
  readonly folder: string;
  /** What the keychain holds. */
  readonly entries: Map<string, string>;
  run(argv: readonly string[], options?: SvcOptions): Promise<Said>;
  /** The result of a command line as JSON. */
  json<T = Record<string, unknown>>(argv: readonly string[], options?: SvcOptions): Promise<T>;
  /** The settings file as it is. */
  settings(): HomeSettings;
  /** Writes a file below the home. */
  place(path: string, content: unknown): string;
}

export async function openHome(): Promise<Home> {
  const folder = await temporaryFolder();
  const entries = new Map<string, string>();
  const keychain = memoryKeychain(entries);
  const run: Home['run'] = (argv, options = {}) => svc(argv, { folder, keychain, ...options });
  return {
    folder,
    entries,
    run,
    json: async (argv, options) => JSON.parse((await run(argv, options)).stdout) as never,
    settings: () => JSON.parse(readFileSync(join(folder, 'config', 'settings.json'), 'utf8')) as HomeSettings,
    place(path, content) {
      const whole = join(folder, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, typeof content === 'string' ? content : JSON.stringify(content));
      return whole;
    },
  };
}

/** A keychain that does nothing it is asked. */
export function brokenKeychain(trouble: KeychainTrouble = 'locked', reason = 'it is locked'): Keychain {
  const refuse = async () => ({ ok: false, trouble, reason }) as const;
  return { read: refuse, store: refuse, remove: refuse, accounts: refuse };
}
