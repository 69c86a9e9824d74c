/** Asks the service whether a key works, and whose it is. */
import type { Catalog } from '../catalog/catalog.ts';
import { openClient, type ClientOptions } from '../client/call.ts';
import type { Target } from '../client/target.ts';
import { Failure, failure } from '../kernel/failure.ts';

/** Whose key it is. Source: facts, `GET /v1/auth/verify` */
export interface Identity {
  readonly userId?: string;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly authType?: string;
  readonly scope?: string | null;
}

export interface Verifying {
  readonly world: ClientOptions['world'];
  readonly catalog: Catalog;
  readonly signal?: AbortSignal;
  /** Lines for --debug. */
  readonly debug?: (line: string) => void;
}

/** Nobody waits longer than that for a word about a key. */
const LIMIT_MS = 15_000;

/**
 * @throws Failure `auth` for a key that does not work, any other when that is unknown
 * Source: ASM-04
 */
export async function verifyKey(target: Target, { world, catalog, signal, debug }: Verifying): Promise<Identity> {
  const client = openClient({
    world,
    target,
    timeoutMs: LIMIT_MS,
    maxWaitMs: LIMIT_MS,
    ...(signal && { signal }),
    ...(debug && { debug }),
  });
  const { body } = await client.call(catalog.card('verifyCredential'), { path: {}, query: {}, headers: {} });
  const { valid, ...identity } = (body ?? {}) as Identity & { valid?: unknown };
  if (valid === true) return identity;
  throw failure('no_credential', { message: 'The service says that this key is not valid.' });
}

/** True when the key was judged and found wanting, false when nobody got to judge it. */
export const isRefused = (error: unknown): boolean => error instanceof Failure && error.exit === 'auth';
