/** API keys as records: hashed at rest, found by their hash. Written by seed/ and areas/api-keys, read by corridor/authenticate.ts. */
import { createHash } from 'node:crypto';
import type { DocOf, RecordOf } from '../store/store.ts';

/** A key without its secret. It never expires without `expiresAt`. */
export type KeyDoc = DocOf<'api_key'>;

export type KeyRecord = RecordOf<'api_key'>;

export const KEY_KIND = 'api_key';

/** Whether a text has the form of an API key. Source: ASM-04 */
export const isKey = (text: string): boolean => /^sk_[0-9A-Za-z]{64}$/.test(text);

/** Lowercase hex SHA-256: what is kept of a key. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** How a key is shown after its creation: its beginning and its end. */
export const keyPreview = (key: string): string => `${key.slice(0, 7)}…${key.slice(-4)}`;

/** The record of a key. Its `parentId` is the hash, so that the key finds it. */
export function keyRecord(key: string, teamId: string, doc: Omit<KeyDoc, 'keyPreview'>): KeyRecord {
  return {
    kind: KEY_KIND,
    id: doc.id,
    teamId,
    profileId: null,
    parentId: keyHash(key),
    createdAt: Date.parse(doc.createdAt),
    doc: { ...doc, keyPreview: keyPreview(key) },
  };
}
