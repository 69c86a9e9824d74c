/** How many posts an account may publish, and when the next one fits. Asked by areas/posts at publish-now and when due. */
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import { laneOf } from './lanes.ts';
import { traitsOf } from './platforms.ts';
import type { Posting } from './traits.ts';

export type Bucket = 'video' | 'photo' | 'other';

/** One publication that a cap counts. */
export interface Counted {
  /** Milliseconds. */
  readonly at: number;
  readonly bucket: string;
}

export interface Cap {
  readonly limit: number;
  readonly windowMs: number;
  /** Counts this bucket only; every publication without one. */
  readonly bucket?: Bucket;
  /** An excess post is held even at publish-now, where other caps refuse it. */
  readonly holds: boolean;
}

export interface Breach {
  readonly cap: Cap;
  /** Milliseconds; the first instant at which every cap has room again. */
  readonly freeAt: number;
}

/** The longest window of any cap: nothing older counts. */
export const CAP_WINDOW_MS = DAY_MS;

const VELOCITY: Cap = { limit: 25, windowMs: HOUR_MS, holds: false };

/** Publications of one account in a rolling 24 hours where the platform's row names no other number. Source: LIM-37 */
const DAILY_CAP = 50;

/**
 * The caps of an account.
 * @param variant of the connection: one through a developer app counts like any other platform
 * @param legacyDailyCap the plan's own daily cap, or null; the lower of the two applies
 * Source: specification, "Posting caps" (LIM-29 to LIM-43)
 */
export function capsOf(
  account: { readonly platform: string; readonly variant?: string },
  legacyDailyCap: number | null,
): readonly Cap[] {
  const legacy: Cap[] = legacyDailyCap === null ? [] : [{ limit: legacyDailyCap, windowMs: DAY_MS, holds: false }];
  const { posting } = traitsOf(account.platform);
  if (posting?.heldAfter !== undefined && laneOf(account.platform, account.variant) !== 'developer')
    return [VELOCITY, ...legacy, ...heldCaps(posting.heldAfter)];
  const platform = posting === undefined ? Infinity : (posting.dailyCap ?? DAILY_CAP);
  return [VELOCITY, { limit: Math.min(platform, legacyDailyCap ?? Infinity), windowMs: DAY_MS, holds: false }];
}

const heldCaps = ({ video, photo }: Required<Posting>['heldAfter']): readonly Cap[] => [
  { limit: video, windowMs: DAY_MS, bucket: 'video', holds: true },
  { limit: photo, windowMs: DAY_MS, bucket: 'photo', holds: true },
];

/**
 * The cap that keeps one more publication back at `now`, or undefined when there is room.
 * Of several, a refusing one is named before a holding one.
 * @param counted publications in any order, planned ones included
 */
export function breachOf(
  caps: readonly Cap[],
  counted: readonly Counted[],
  bucket: Bucket,
  now: number,
): Breach | undefined {
  const relevant = caps.filter((cap) => cap.bucket === undefined || cap.bucket === bucket);
  const full = relevant.filter((cap) => freeAt(cap, counted, now) > now);
  const cap = full.find((one) => !one.holds) ?? full[0];
  if (cap === undefined) return undefined;
  return { cap, freeAt: freeForAll(relevant, counted, now) };
}

/** The caps depend on each other only through time: move on until none objects. */
function freeForAll(caps: readonly Cap[], counted: readonly Counted[], from: number): number {
  const next = Math.max(...caps.map((cap) => freeAt(cap, counted, from)));
  return next <= from ? from : freeForAll(caps, counted, next);
}

/**
 * When a cap has room for one more that takes none from what is planned later, at `from` or after it. A slot frees a whole
 * window after the publication that held it.
 */
function freeAt({ bucket: only, limit, windowMs }: Cap, counted: readonly Counted[], from: number): number {
  const times = counted
    .filter(({ bucket, at }) => (only === undefined || bucket === only) && at + windowMs > from)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const used = (at: number): number => countUpTo(times, at) - countUpTo(times, at - windowMs);
  if ((times.at(-1) ?? from) <= from && times.length < limit) return from;
  const full = times.filter((at) => used(at) >= limit);
  const fits = (at: number): boolean => used(at) < limit && !((full[countUpTo(full, at)] ?? Infinity) < at + windowMs);
  return [from, ...times.map((at) => at + windowMs)].find(fits) ?? from;
}

/** How many of the ascending numbers are at most `bound`. */
function countUpTo(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What a post counts as: the bucket of its media. Videos win over images, as a post with both is a video post. */
export function bucketOf(media: readonly { readonly type: string }[], mediaType?: unknown): Bucket {
  if (mediaType === 'video' || mediaType === 'photo') return mediaType;
  if (media.some(({ type }) => type === 'video')) return 'video';
  return media.length > 0 ? 'photo' : 'other';
}
