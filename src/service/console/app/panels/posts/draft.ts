/** What the composer holds, and the call it becomes. Pure. */

export interface Target {
  readonly platform: string;
  readonly accountId: string;
  readonly name: string;
}

export interface Draft {
  readonly content: string;
  /** Address of a picture or a video, or empty. */
  readonly media: string;
  readonly targets: readonly Target[];
  readonly when: 'now' | 'later' | 'draft';
  /** `2026-03-05T09:00` in the reader's zone. */
  readonly at: string;
}

const VIDEO = /\.(?:mp4|mov|webm|m4v)(?:$|\?)/i;

const mediaOf = ({ media }: Draft) =>
  media.trim() === '' ? {} : { mediaItems: [{ type: VIDEO.test(media) ? 'video' : 'image', url: media.trim() }] };

const platformsOf = ({ targets }: Draft) => targets.map(({ platform, accountId }) => ({ platform, accountId }));

/** Of `POST /v1/tools/validate/post`. */
export const questionOf = (draft: Draft) => ({
  content: draft.content,
  ...mediaOf(draft),
  platforms: platformsOf(draft),
});

/** Of `POST /v1/posts`. */
export const bodyOf = (draft: Draft) => ({
  ...questionOf(draft),
  ...(draft.when === 'now' ? { publishNow: true } : {}),
  ...(draft.when === 'draft' ? { isDraft: true } : {}),
  ...(draft.when === 'later' ? { scheduledFor: new Date(draft.at).toISOString() } : {}),
});
