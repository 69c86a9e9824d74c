/** A stored post as the API shows it: `accountId` as an id on writes, as an object on reads. Pure. */
import { without } from '../../../kernel/json.ts';
import type { PostAccount } from './account.ts';
import type { Post, Target } from '../../store/post.ts';
import { instantOf } from '../../../kernel/instant.ts';

type Accounts = ReadonlyMap<string, PostAccount>;

/**
 * @param accounts accounts shown in full; without them every target names its account by id (POST-15)
 */
export function postView(post: Post, accounts?: Accounts): Record<string, unknown> {
  return {
    _id: post.id,
    ...(post.userId === '' ? {} : { userId: post.userId }),
    ...(post.title === undefined ? {} : { title: post.title }),
    content: post.content,
    mediaItems: post.mediaItems,
    platforms: post.targets.map((target) => targetView(target, accounts)),
    ...(post.scheduledFor === null ? {} : { scheduledFor: instantOf(post.scheduledFor) }),
    timezone: post.timezone,
    status: post.status,
    tags: [],
    hashtags: [],
    mentions: [],
    ...post.extra,
    ...(post.queueId === null ? {} : { queueId: post.queueId }),
    ...(post.source === 'external' ? { source: post.source } : {}),
    createdAt: instantOf(post.createdAt),
    updatedAt: instantOf(post.updatedAt),
  };
}

/** What of a target is the service's own. */
const INNER = ['profileId', 'run', 'startedAt', 'heldUntil', 'isUncertain'] as const;

function targetView(target: Target, accounts: Accounts | undefined): Record<string, unknown> {
  const { scheduledFor, platformPostUrl } = target;
  return {
    ...without(target, INNER),
    accountId: accountView(target, accounts?.get(target.accountId)),
    ...(scheduledFor === undefined ? {} : { scheduledFor: instantOf(scheduledFor) }),
    ...(target.status === 'published' ? { platformPostUrl: platformPostUrl || null } : {}),
  };
}

function accountView(target: Target, account: PostAccount | undefined): unknown {
  if (account === undefined) return target.accountId;
  const { id, platform, username, displayName, profileId, active } = account;
  return {
    _id: id,
    platform,
    username,
    ...(displayName === undefined ? {} : { displayName }),
    profileId,
    isActive: active,
  };
}
