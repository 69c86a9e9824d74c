/** Links that a team shares with a customer, who provides something on a page: good for a week, and for one use. Made and judged by the areas whose pages they open. */
import type { Ids } from '../../kernel/ids.ts';
import { instantOf } from '../../kernel/instant.ts';
import { DAY_MS } from '../../kernel/time.ts';

const LIFE_MS = 7 * DAY_MS;

/** Whether a link can be used: only an open one leads to its form. */
export type LinkStanding = 'open' | 'used' | 'expired';

/**
 * A fresh link. Whoever opens it brings the token alone, so its record has the token as `parentId` and is read by it.
 * @param page address of the page, without a trailing slash
 * @param now milliseconds
 */
export function sharedLink(ids: Ids, page: string, now: number) {
  const token = ids.uuid().replaceAll('-', '');
  return { url: `${page}/${token}`, token, expiresAt: instantOf(now + LIFE_MS) };
}

/** @param now milliseconds */
export function linkStanding(
  { isUsed, expiresAt = '' }: { readonly isUsed: boolean; readonly expiresAt: string | undefined },
  now: number,
): LinkStanding {
  if (isUsed) return 'used';
  return now < Date.parse(expiresAt) ? 'open' : 'expired';
}
