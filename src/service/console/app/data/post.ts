/** A post as the API answers it, and what the panels say of it. Pure. */

export interface PostTarget {
  readonly platform: string;
  readonly accountId: string | { readonly _id: string; readonly username?: string; readonly displayName?: string };
  readonly status?: string;
  readonly error?: string;
  readonly errorMessage?: string;
  readonly platformPostUrl?: string;
}

export interface Post {
  readonly _id: string;
  readonly title?: string;
  readonly content?: string;
  readonly status: string;
  readonly scheduledFor?: string | null;
  readonly publishedAt?: string | null;
  readonly createdAt: string;
  readonly platforms: readonly PostTarget[];
  readonly mediaItems?: readonly { readonly type?: string; readonly url?: string }[];
}

export const accountOf = ({ accountId }: PostTarget): string =>
  typeof accountId === 'string' ? accountId : accountId._id;

export const nameOf = ({ accountId, platform }: PostTarget): string =>
  typeof accountId === 'string' ? platform : (accountId.displayName ?? accountId.username ?? platform);

/** Its time on a calendar, in ISO 8601; a draft may have none. */
export const timeOf = ({ scheduledFor, publishedAt, status, createdAt }: Post): string | undefined =>
  publishedAt ?? scheduledFor ?? (status === 'draft' ? undefined : createdAt);

export const textOf = ({ content, title }: Post): string =>
  (content === undefined || content === '' ? (title ?? '') : content) || 'No text';

export const whyOf = ({ error, errorMessage }: PostTarget): string | undefined => errorMessage ?? error;

/** A post that may still be given another time. */
export const isMovable = ({ status }: Post): boolean => ['scheduled', 'draft'].includes(status);

export const isRetryable = ({ status }: Post): boolean => ['failed', 'partial'].includes(status);

/** `2026-03-05T09:00` for an input of that type, in the reader's zone. */
export function inputTime(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
