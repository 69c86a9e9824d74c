/** Posts that belong together: each carries its series in its metadata, and so the API itself knows it. Pure. */
import { createHash } from 'node:crypto';
import { isFields, type Fields } from '../../kernel/json.ts';

/** The field of `metadata` that holds it. */
const FIELD = 'series';

/** What a post says of its series. */
export interface Membership {
  readonly id: string;
  /** The rule as it was typed. */
  readonly repeat: string;
  readonly timezone: string;
  /** What occurrences count from. */
  readonly start: string;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

export const withMembership = (body: Fields, membership: Membership): Fields => ({
  ...body,
  metadata: { ...(isFields(body['metadata']) ? body['metadata'] : {}), [FIELD]: membership },
});

export function membershipIn({ metadata }: Fields): Membership | undefined {
  const found = isFields(metadata) ? metadata[FIELD] : undefined;
  if (!isFields(found)) return undefined;
  const { id, repeat, timezone, start, number, of } = found;
  const isOurs =
    [id, repeat, timezone, start].every((text) => typeof text === 'string') &&
    [number, of].every((count) => typeof count === 'number');
  return isOurs ? (found as unknown as Membership) : undefined;
}

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The same words about the same post are the same series. */
export const seriesId = (said: readonly unknown[]): string => hex(JSON.stringify(said)).slice(0, 12);

/** The request of one post: the same in every run that goes on with this one, in the form of a version 4 UUID. */
export function requestIdOf(nonce: string, number: number): string {
  const text = hex(`${nonce} ${number}`);
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    `4${text.slice(13, 16)}`,
    `8${text.slice(17, 20)}`,
    text.slice(20, 32),
  ].join('-');
}

/** Statuses of posts that have yet to go out. */
export const WAITING = ['scheduled', 'draft'] as const;
