/** What of a post is stored in columns beside its document, for filters and orders. Used by posts.ts. */
import type { Post } from './post.ts';
import type { PostTable } from './tables.ts';

export type PostValues = { readonly [K in Exclude<keyof PostTable, 'seq'>]: string | number | null };

export const postValues = (post: Post): PostValues => ({
  id: post.id,
  team_id: post.teamId,
  user_id: post.userId,
  status: post.status,
  source: post.source,
  hidden: post.hidden ? 1 : 0,
  queue_id: post.queueId,
  at: post.scheduledFor ?? post.createdAt,
  created_at: post.createdAt,
  platform: post.targets[0]?.platform ?? null,
  words: searchWords(`${post.title ?? ''}\n${post.content}`),
  target_key: post.targets.map((one) => `${one.accountId}/${one.profileId}/${one.platform}`).join(' '),
  doc: JSON.stringify(post),
});

/** Text as the search compares it. */
export const searchWords = (text: string): string => text.normalize('NFC').toLowerCase();
