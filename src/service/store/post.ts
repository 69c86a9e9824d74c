/** A post as the service keeps it: the one document that the store itself knows, for its columns. Lies below the areas, which decide about it; the API's view is made by areas/posts/view.ts. */
import type { MediaKind } from '../../kernel/media-type.ts';
import type { PostStatus } from '../states/post.ts';
import type { TargetState } from '../states/target.ts';

export type TargetStatus = TargetState;

export interface MediaItem {
  readonly type: MediaKind;
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
  /** Milliseconds; the target's own time, where it differs from the post's. */
  readonly scheduledFor?: number;
  /** Milliseconds; set while the run is in flight, waits for the platform included: when it began and its room was taken. */
  readonly startedAt?: number;
  /** Milliseconds; a cap keeps the target back until then (ASM-22, ASM-59). */
  readonly heldUntil?: number;
  /** True when the failed run may have been published after all; a retry sends the same publication again. */
  readonly isUncertain?: boolean;
}

/** Source: fact set, RecyclingConfig and RecyclingState. Times are ISO 8601. */
export interface Recycling {
  readonly enabled: boolean;
  readonly gap: number;
  readonly gapFreq: 'week' | 'month';
  readonly startDate?: string;
  readonly expireCount?: number;
  readonly expireDate?: string;
  readonly contentVariations?: readonly string[];
  readonly contentVariationIndex?: number;
  readonly recycleCount?: number;
  readonly nextRecycleAt?: string;
  readonly lastRecycledAt?: string;
}

type Settings = Readonly<Record<string, unknown>>;

/** The fields of the API's post that no column or status depends on, as they were sent. */
export interface PostExtra {
  readonly tags?: readonly string[];
  readonly hashtags?: readonly string[];
  readonly mentions?: readonly string[];
  readonly visibility?: string;
  readonly crosspostingEnabled?: boolean;
  readonly metadata?: Settings;
  readonly tiktokSettings?: Settings;
  readonly facebookSettings?: Settings;
  readonly platformSpecificData?: Settings;
  readonly recycling?: Recycling;
  readonly recycledFromPostId?: string;
  readonly queuedFromProfile?: string;
  readonly [key: string]: unknown;
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
  /** True once the clone that recycles it was made, so that a second publication makes no other. */
  readonly hasClone?: boolean;
  readonly extra: PostExtra;
}
