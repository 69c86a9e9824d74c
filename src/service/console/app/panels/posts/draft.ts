/** What the composer holds, the call it becomes, and the command that makes the same call. Pure. */
import { flag, quoted } from '../../parts/shell-words.ts';

export interface Target {
  readonly platform: string;
  readonly accountId: string;
  readonly name: string;
  readonly username: string;
  /** What `svc posts create --to` calls the account. */
  readonly word: string;
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

/** ISO 8601; undefined for a time that is not one. */
const instantOf = (at: string): string | undefined =>
  Number.isNaN(Date.parse(at)) ? undefined : new Date(at).toISOString();

/** Of `POST /v1/posts`. */
export const bodyOf = (draft: Draft) => ({
  ...questionOf(draft),
  ...(draft.when === 'now' ? { publishNow: true } : {}),
  ...(draft.when === 'draft' ? { isDraft: true } : {}),
  ...(draft.when === 'later' ? { scheduledFor: instantOf(draft.at) } : {}),
});

/** True once the draft can be sent. */
export const isWhole = ({ targets, when, at }: Draft): boolean =>
  targets.length > 0 && (when !== 'later' || instantOf(at) !== undefined);

const WHEN = { now: () => ' --now', draft: () => ' --draft', later: ({ at }: Draft) => flag('at', instantOf(at)) };

export const commandOf = (draft: Draft): string =>
  [
    `svc posts create ${quoted(draft.content || 'Hello')}`,
    ...draft.targets.map(({ word }) => flag('to', word)),
    flag('media', draft.media.trim()),
    WHEN[draft.when](draft),
  ].join('');
