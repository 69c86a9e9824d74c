/** Waits for the public URL of a post that its platform names late, and tells of it once. A worker of the timeline. */
import { DAY_MS, HOUR_MS } from '../../../../kernel/time.ts';
import type { Desk } from '../../../desk.ts';
import { commit } from '../../../change.ts';
import type { Published } from '../../../networks/driver.ts';
import { target as states } from '../../../states/target.ts';
import type { DueRow, NewDue } from '../../../store/store.ts';
import { readAccount } from '../account.ts';
import { jobRef, NO_CHANGES, withTarget, type PostChanges } from '../changes.ts';
import type { PostAccount } from '../account.ts';
import { targetEvents } from '../events.ts';
import type { Post, Target } from '../../../store/post.ts';
import { isPublicOn } from './publication.ts';

export const LATE_URL = 'late_url';

/** A platform that has named no URL by then will not. */
const GIVE_UP_MS = 7 * DAY_MS;

/** The first look: when the platform said the URL will be there, else with the hour. @param now ms */
export const lateUrlJob = (post: Post, target: Target, now: number, published: Published): NewDue => ({
  dueAt: now + (published.urlAfterSeconds === undefined ? HOUR_MS : published.urlAfterSeconds * 1000),
  kind: LATE_URL,
  ref: jobRef(post.id, target.accountId),
  payload: { since: now },
});

export async function lookForUrl(job: DueRow, desk: Desk): Promise<void> {
  const [postId = '', accountId = ''] = job.ref.split('/');
  const post = await desk.store.read.post(postId);
  const account = await readAccount(desk.store.read, accountId);
  const target = post?.targets.find((one) => one.accountId === accountId);
  if (post === undefined || account === undefined || target?.platformPostId === undefined) return;
  const answer = await desk.networks.driver(account.platform).url(account, target.platformPostId);
  const url = answer.outcome === 'ok' ? answer.value : '';
  await commit(desk, [`post/${postId}`], async (view) => {
    if (url === '') return { due: again(job, desk.clock.now()) };
    const current = await view.post(postId);
    return current === undefined ? {} : urlResolved(current, { account, url }, desk.clock.now());
  });
}

/** The post with the URL and its one event; nothing when the URL was known. Source: POST-18, EVT-36 to EVT-38 */
export function urlResolved(
  post: Post,
  { account, url }: { readonly account: PostAccount; readonly url: string },
  now: number,
): PostChanges {
  const target = post.targets.find(({ accountId }) => accountId === account.id);
  const move = target && states.move(target.status, 'urlResolved');
  if (target === undefined || move === undefined || target.platformPostUrl || !isPublicOn(post, target))
    return NO_CHANGES;
  const resolved: Target = { ...target, platformPostUrl: url };
  const after: Post = { ...withTarget(post, resolved), updatedAt: now };
  return { ...NO_CHANGES, posts: [after], events: targetEvents(move.effect, after, resolved, account) };
}

function again(job: DueRow, now: number): NewDue[] {
  const since = typeof job.payload['since'] === 'number' ? job.payload['since'] : now;
  return now - since < GIVE_UP_MS ? [{ dueAt: now + HOUR_MS, kind: LATE_URL, ref: job.ref, payload: { since } }] : [];
}
