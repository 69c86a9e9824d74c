/** A post as the local service keeps it. The API's view of it is made by view.ts. */

export const POST_STATUSES = ['draft', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled'] as const;

export type PostStatus = (typeof POST_STATUSES)[number];

export type TargetStatus = 'pending' | 'published' | 'failed';

export interface MediaItem {
  readonly type: 'image' | 'video' | 'gif' | 'document';
  readonly url: string;
  readonly [key: string]: unknown;
}

export interface Target {
  readonly platform: string;
  readonly accountId: string;
  /** Profile of the account when the target was set; routes the post's events. */
  readonly profileId: string;
  readonly status: TargetStatus;
  readonly customContent?: string;
  readonly customMedia?: readonly MediaItem[];
  readonly platformSpecificData?: Readonly<Record<string, unknown>>;
  readonly platformPostId?: string;
  readonly platformPostUrl?: string;
  /** ISO 8601, UTC. */
  readonly publishedAt?: string;
  readonly removedFromPlatformAt?: string;
  readonly errorMessage?: string;
  readonly errorCategory?: string;
  readonly errorSource?: string;
  /** Counts the runs of this target, so that a retry is a new publication and a crash is not. */
  readonly run: number;
}

export interface Post {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly status: PostStatus;
  readonly source: 'service' | 'external';
  readonly hidden: boolean;
  readonly content: string;
  readonly title?: string;
  readonly mediaItems: readonly MediaItem[];
  readonly targets: readonly Target[];
  /** Milliseconds; null for a draft. */
  readonly scheduledFor: number | null;
  readonly timezone: string;
  readonly queueId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Every other field of the API's post, as stored: tags, hashtags, mentions, metadata, settings, recycling … */
  readonly extra: Readonly<Record<string, unknown>>;
}
