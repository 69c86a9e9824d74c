/** API keys as records: hashed at rest, found by their hash. Written by seed/ and areas/api-keys, read by corridor/authenticate.ts. */
import { createHash } from 'node:crypto';
import type { StoredRecord } from '../store/store.ts';

/** A key as the API lists it, without the secret. `$userId` says whose rights it has. */
export interface KeyDoc {
  readonly id: string;
  readonly name: string;
  readonly keyPreview: string;
  /** ISO 8601; absent when it never expires. */
  readonly expiresAt?: string;
  readonly createdAt: string;
  readonly scope: 'full' | 'profiles';
  /** Ids of the profiles it reaches; the API shows them with their names. */
  readonly profileIds: readonly string[];
  readonly permission: 'read-write' | 'read';
  readonly disabledResourceGroups: readonly string[];
  readonly $userId: string;
  /** The device whose login made it; a further login of that device replaces it. */
  readonly $deviceName?: string;
  readonly [key: string]: unknown;
}

export const KEY_KIND = 'api_key';

/** Whether a text has the form of an API key. Source: ASM-04 */
export const isKey = (text: string): boolean => /^sk_[0-9A-Za-z]{64}$/.test(text);

/** Lowercase hex SHA-256: what is kept of a key. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** How a key is shown after its creation: its beginning and its end. */
export const keyPreview = (key: string): string => `${key.slice(0, 7)}…${key.slice(-4)}`;

/** The record of a key. Its `parentId` is the hash, so that the key finds it. */
export function keyRecord(key: string, teamId: string, doc: Omit<KeyDoc, 'keyPreview'>): StoredRecord {
  return {
    kind: KEY_KIND,
    id: String(doc['id']),
    teamId,
    profileId: null,
    parentId: keyHash(key),
    createdAt: Date.parse(String(doc['createdAt'])),
    doc: { ...doc, keyPreview: keyPreview(key) },
  };
}
