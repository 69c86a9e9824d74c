/** Recycling: a published post begets a scheduled clone of itself, and tells of it. Pure; publish.ts calls it. */
import { without } from '../../../../kernel/json.ts';
import { post as states } from '../../../states/post.ts';
import { jobsOf, NO_CHANGES, type PostChanges } from '../changes.ts';
import { rollupEvents } from '../events.ts';
import type { Post, Recycling, Target } from '../../../store/post.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import { after } from '../decide/when.ts';

/** A recycling as it was asked for, with its defaults. Source: fact set, RecyclingConfig */
export const recyclingFrom = (config: Readonly<Record<string, unknown>>): Recycling => {
  const { expireCount, expireDate, ...rest } = config;
  return {
    enabled: true,
    gap: 1,
    gapFreq: 'month',
    ...rest,
    ...(typeof expireCount === 'number' ? { expireCount } : {}),
    ...(typeof expireDate === 'string' ? { expireDate } : {}),
  };
};

/** Where the recycling of a post is kept: the original, which may be the post itself. */
export const originalOf = (post: Post): string => post.extra.recycledFromPostId ?? post.id;

/**
 * The clone of a just published post, scheduled one gap later with the next variation of the text, until the count or
 * the date is reached. The original counts; each clone begets the next. No changes when nothing is to be recycled.
 * @param original the post that carries the recycling; `published` itself unless that is a clone
 * Source: ASM-42 (POST-75)
 */
export function recycled(
  published: Post,
  original: Post | undefined,
  clone: { readonly id: string; readonly now: number },
): PostChanges {
  const plan = original?.extra.recycling;
  const move = original && states.move(original.status, 'recycle');
  if (original === undefined || plan?.enabled !== true || move === undefined) return NO_CHANGES;
  const at = nextTime(plan, published, clone.now);
  if (published.hasClone === true || isExpired(plan, at)) return NO_CHANGES;
  const next = cloneOf(original, plan, { ...clone, at });
  const counted = withPlan(original, afterOne(plan, { ...clone, at }), clone.now);
  const begetter: Post = { ...(published.id === original.id ? counted : published), hasClone: true };
  return {
    posts: published.id === original.id ? [begetter, next] : [counted, begetter, next],
    events: [
      ...rollupEvents(move.effect, counted),
      ...rollupEvents(states.move('none', 'clone')?.effect ?? null, next),
    ],
    due: jobsOf(next),
    cancelled: [],
  };
}

/** A gap after the publication at the same local time, not before the start date. */
function nextTime({ gap, gapFreq, startDate }: Recycling, { timezone }: Post, now: number): number {
  const start = startDate === undefined ? now : Date.parse(startDate);
  return Math.max(after(now, { count: gap, unit: gapFreq, zone: timezone }), start);
}

const isExpired = ({ expireCount, expireDate, recycleCount = 0 }: Recycling, at: number): boolean =>
  (expireCount !== undefined && recycleCount >= expireCount) ||
  (expireDate !== undefined && at > Date.parse(expireDate));

function cloneOf(original: Post, plan: Recycling, { id, at, now }: { id: string; at: number; now: number }): Post {
  const { contentVariations: variations = [], contentVariationIndex: index = 0 } = plan;
  return {
    ...without(original, ['hasClone']),
    id,
    status: 'scheduled',
    content: variations[index % variations.length] ?? original.content,
    targets: original.targets.map(fresh),
    scheduledFor: at,
    queueId: null,
    createdAt: now,
    updatedAt: now,
    extra: { ...without(original.extra, ['recycling']), recycledFromPostId: original.id },
  };
}

/** A target as it was asked for, with nothing of its publication. */
const fresh = (target: Target): Target => ({
  platform: target.platform,
  accountId: target.accountId,
  profileId: target.profileId,
  ...(target.customContent === undefined ? {} : { customContent: target.customContent }),
  ...(target.customMedia === undefined ? {} : { customMedia: target.customMedia }),
  ...(target.platformSpecificData === undefined ? {} : { platformSpecificData: target.platformSpecificData }),
  status: 'pending',
  run: 1,
});

const afterOne = (plan: Recycling, { at, now }: { at: number; now: number }): Recycling => ({
  ...plan,
  recycleCount: (plan.recycleCount ?? 0) + 1,
  contentVariationIndex: (plan.contentVariationIndex ?? 0) + 1,
  nextRecycleAt: instantOf(at),
  lastRecycledAt: instantOf(now),
});

const withPlan = (post: Post, recycling: Recycling, now: number): Post => ({
  ...post,
  updatedAt: now,
  extra: { ...post.extra, recycling },
});
