/** A key as the list of keys shows it: found there by its preview, since no operation says which one is in use. */
import { openClient } from '../client/call.ts';
import type { Target } from '../client/target.ts';
import { Failure } from '../kernel/failure.ts';
import type { Verifying } from './verify.ts';

/** Source: contract, `ApiKey` */
export interface ListedKey {
  readonly id?: string;
  readonly name?: string;
  readonly keyPreview?: string;
  readonly permission?: string;
  readonly disabledResourceGroups?: readonly string[];
  readonly profileIds?: readonly { readonly _id?: string }[];
  readonly scope?: string;
  /** ISO 8601; absent for a key that does not expire. */
  readonly expiresAt?: string;
  readonly createdAt?: string;
}

/** @throws Failure, like every call */
export async function listKeys(
  target: Target,
  { world, catalog, signal, debug }: Verifying,
): Promise<readonly ListedKey[]> {
  const client = openClient({ world, target, ...(signal && { signal }), ...(debug && { debug }) });
  const { body } = await client.call(catalog.card('listApiKeys'), { path: {}, query: {}, headers: {} });
  return ((body ?? {}) as { apiKeys?: readonly ListedKey[] }).apiKeys ?? [];
}

/** The one that is `key`; undefined when none has its preview, or two have. */
export function listedAmong(keys: readonly ListedKey[], key: string): ListedKey | undefined {
  const [found, ...more] = keys.filter(({ keyPreview }) => isPreviewOf(key, keyPreview));
  return more.length > 0 ? undefined : found;
}

/** Undefined when that cannot be found out, as with a key that may not read the list. */
export async function listedKey(target: Target, doors: Verifying): Promise<ListedKey | undefined> {
  const keys = await listKeys(target, doors).catch((error: unknown) => {
    if (error instanceof Failure && error.exit !== 'interrupted' && error.exit !== 'terminated') return [];
    throw error;
  });
  return listedAmong(keys, target.key);
}

/** A preview is the beginning and the end of a key with something else in between. */
function isPreviewOf(key: string, preview = ''): boolean {
  const [begin = '', end = ''] = preview.split(/[^\w-]+/);
  return end.length >= 4 && key.startsWith(begin) && key.endsWith(end);
}
