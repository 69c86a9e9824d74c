/** What a body asks of a post: the way into the world, the time, the fields kept as sent. Pure. Next stop: targets.ts, check.ts. */
import type { CreatePostBody, UpdatePostBody } from '#contract';
import { threadMedia } from '../../../../platforms/sent.ts';
import { isZone } from '../../../../schema/formats.ts';
import type { Reply } from '../../../call.ts';
import { refuse, refuseBare } from '../../../refuse.ts';
import { isRefused, type Refused } from '../changes.ts';
import type { MediaItem, PostExtra } from '../../../store/post.ts';
import { recyclingFrom } from '../publish/recycle.ts';
import { DEFAULT_ZONE, timeOf } from './when.ts';

/** Body of a create or an update, as the contract has validated it. */
export type PostBody = CreatePostBody & Pick<UpdatePostBody, 'visibility'>;

export type TargetBody = NonNullable<PostBody['platforms']>[number];

export type Intent = 'draft' | 'publishNow' | 'queue' | 'schedule';

/** A draft flag wins over publish-now, which wins over queue and time. Source: ASM-05, ASM-41, POST-28 */
export function intentOf(body: PostBody): Intent {
  if (body.isDraft === true) return 'draft';
  if (body.publishNow === true) return 'publishNow';
  if (body.queuedFromProfile !== undefined || body.queueId !== undefined) return 'queue';
  const timed = body.scheduledFor !== undefined || body.platforms?.some((one) => one.scheduledFor !== undefined);
  return timed === true ? 'schedule' : 'draft';
}

/** The 400 of an unknown zone in its older shape. Source: POST-08, POST-09 */
export const zoneRefusal = (zone: string): Reply =>
  refuseBare(400, `"${zone}" is no IANA time zone.`, { timezone: zone });

export const zoneProblem = (body: PostBody): Reply | undefined =>
  body.timezone === undefined || isZone(body.timezone) ? undefined : zoneRefusal(body.timezone);

export interface Times {
  /** Milliseconds; undefined when the body names none. */
  readonly scheduledFor: number | undefined;
  /** Own times of targets by account, in ms. */
  readonly own: ReadonlyMap<string, number>;
}

/**
 * The times of a body, read in its zone.
 * @param now when given, a time before it is refused (ASM-26)
 */
export function timesOf(body: PostBody, zone: string = DEFAULT_ZONE, now?: number): Times | Refused {
  const common = dueTimeOf(body.scheduledFor, { param: 'scheduledFor', zone, now });
  if (isRefused(common)) return common;
  const own = new Map<string, number>();
  for (const [index, { accountId, scheduledFor }] of (body.platforms ?? []).entries()) {
    const at = dueTimeOf(scheduledFor, { param: `platforms.${String(index)}.scheduledFor`, zone, now });
    if (isRefused(at)) return at;
    if (at !== undefined) own.set(accountId, at);
  }
  return { scheduledFor: common, own };
}

function dueTimeOf(
  text: string | undefined,
  { param, zone, now }: { param: string; zone: string; now: number | undefined },
): number | undefined | Refused {
  if (text === undefined) return undefined;
  const at = timeOf(text, zone);
  const wrong = (message: string): Refused => ({ refused: refuse('invalid_field_value', { param, message }) });
  if (typeof at === 'string') return wrong(`\`${param}\` is ${at}: ${text}.`);
  if (now !== undefined && at < now) return wrong(`\`${param}\` lies in the past: ${text}.`);
  return at;
}

const KEPT = [
  'tags',
  'hashtags',
  'mentions',
  'visibility',
  'crosspostingEnabled',
  'metadata',
  'tiktokSettings',
  'facebookSettings',
  'platformSpecificData',
] as const satisfies readonly (keyof PostBody)[];

/** The fields that are stored as they were sent. */
export function extraOf(body: PostBody): PostExtra {
  const kept = KEPT.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]] as const]));
  return {
    ...Object.fromEntries(kept),
    ...(body.recycling === undefined ? {} : { recycling: recyclingFrom({ ...body.recycling }) }),
  };
}

/** Every list of media in the body, with its path. */
const mediaLists = (body: PostBody) => [
  { place: 'mediaItems', items: body.mediaItems ?? [] },
  ...(body.platforms ?? []).map(({ customMedia }, index) => ({
    place: `platforms.${String(index)}.customMedia`,
    items: customMedia ?? [],
  })),
];

/** Every media item of the body, those of threads included. */
export const mediaNamed = (body: PostBody): readonly { readonly url?: unknown }[] => [
  ...mediaLists(body).flatMap(({ items }) => items),
  ...[body, ...(body.platforms ?? [])].flatMap(({ platformSpecificData }) => threadMedia(platformSpecificData)),
];

/** The 400 of a media item without its kind or its address, which the contract leaves open. Source: POST-04 */
export function mediaRefusal(body: PostBody): Reply | undefined {
  for (const { place, items } of mediaLists(body)) {
    for (const [index, item] of items.entries()) {
      const missing = (['type', 'url'] as const).find((key) => item[key] === undefined);
      if (missing !== undefined)
        return refuse('missing_required_field', { param: `${place}.${String(index)}.${missing}` });
    }
  }
  return undefined;
}

/** Items that mediaRefusal() has let pass, as they are stored. */
export const mediaFrom = (items: NonNullable<PostBody['mediaItems']>): readonly MediaItem[] =>
  items.map(({ type = 'image', url = '', ...rest }) => ({ type, url, ...rest }));
