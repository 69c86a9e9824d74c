/** Judges media for a platform: items that are too large, and combinations that it refuses. Used by content.ts, validate and publishing. */
import { platformLabel } from './labels.ts';
import type { MediaKind } from '../kernel/media-type.ts';
import { LIMITED_PLATFORMS, limitsOf, traitsOf } from './platforms.ts';

/** Size class of a media item; `document` has no limit of its own. */
export type MediaType = MediaKind;

export interface MediaSize {
  readonly type: MediaType;
  /** Bytes; undefined when unknown, which is never a problem. */
  readonly size?: number | undefined;
}

/** Largest size in bytes on a platform: null when the platform does not take the type, undefined without a limit. */
export function mediaLimit(platform: string, type: MediaType): number | null | undefined {
  const limits = limitsOf(platform);
  if (limits === undefined || type === 'document') return undefined;
  if (type === 'gif') return limits.gif ?? limits.image;
  return limits[type];
}

/** The item's problem on a platform as one sentence, or undefined. Source: ASM-14 */
export function mediaProblem(platform: string, item: MediaSize): string | undefined {
  const limit = mediaLimit(platform, item.type);
  if (limit === undefined) return undefined;
  if (limit === null) return `${platformLabel(platform)} does not take media of the type ${item.type}.`;
  if (item.size === undefined || item.size <= limit) return undefined;
  const [size, most] = sizesApart(item.size, limit);
  return `The ${item.type} has ${size}; ${platformLabel(platform)} takes at most ${most}.`;
}

/** Problem of a combination that a platform refuses, or undefined. Source: PLT-11 */
export function combinationProblem(
  platform: string,
  settings: Readonly<Record<string, unknown>>,
  mediaCount: number,
): string | undefined {
  if (traitsOf(platform).posting?.pollOrMedia !== true || mediaCount === 0 || settings['poll'] === undefined)
    return undefined;
  return `${platformLabel(platform)} takes a poll or media, not both.`;
}

/** Whether an item fits each platform with limits: the answer of the media validation. */
export function limitsByPlatform(item: MediaSize): Record<string, { limit: number; fits: boolean }> {
  const entries = LIMITED_PLATFORMS.flatMap(([platform]) => {
    const limit = mediaLimit(platform, item.type);
    if (limit === undefined) return [];
    return [[platform, { limit: limit ?? 0, fits: mediaProblem(platform, item) === undefined }] as const];
  });
  return Object.fromEntries(entries);
}

/** Type of a media item by its MIME type; undefined for types that posts do not take. */
export function mediaTypeOf(contentType: string): MediaType | undefined {
  const bare = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (bare === 'image/gif') return 'gif';
  if (bare.startsWith('image/')) return 'image';
  if (bare.startsWith('video/')) return 'video';
  return bare === 'application/pdf' ? 'document' : undefined;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** Digits after the point that show a single byte of a gigabyte. */
const MOST_DIGITS = 9;

/** Two sizes in bytes as texts, with as many digits as tell them apart: `5.000001 MB` and `5 MB`. */
export function sizesApart(one: number, other: number): readonly [one: string, other: string] {
  const texts = (digits: number) => [sizeText(one, digits), sizeText(other, digits)] as const;
  let digits = 1;
  while (digits < MOST_DIGITS && one !== other && texts(digits)[0] === texts(digits)[1]) digits += 1;
  return texts(digits);
}

/** `5242880` → `5 MB`; 1 MB is 1024 × 1024 bytes. @param digits most of them after the point */
export function sizeText(bytes: number, digits = 1): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(digits))} ${UNITS[unit] ?? 'B'}`;
}
