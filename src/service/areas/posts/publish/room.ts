/** The room of an account under its posting caps: what counts already, and what is promised to posts that wait. Used by mark.ts and decide/. */
import { breachOf, CAP_WINDOW_MS, capsOf, type Breach, type Counted } from '../../../../platforms/caps.ts';
import type { Reader } from '../../../store/store.ts';
import type { Post, Target } from '../../../store/post.ts';
import type { PostAccount } from '../account.ts';
import { bucketOfTarget } from './publication.ts';

/** A slot that a held post waits for. */
export interface Promised extends Counted {
  readonly postId: string;
}

/** What the caps of one account look at. */
export interface Taken {
  /** Publications, and those in flight. */
  readonly publications: readonly Counted[];
  /** Matters only where there is no room now. */
  readonly promised: readonly Promised[];
}

interface Asking {
  readonly post: Post;
  readonly target: Target;
  readonly account: PostAccount;
}

interface Given {
  readonly legacyDailyCap: number | null;
  /** Milliseconds. */
  readonly now: number;
}

/** What counts against an account's caps: publications taken, and those in flight. */
export const countedFor = (
  reader: Pick<Reader, 'publications'>,
  { id }: { readonly id: string },
  now: number,
): Promise<Counted[]> => reader.publications(id, now - CAP_WINDOW_MS);

/** Both, for a post that asks for one slot. */
export async function takenFor(
  reader: Pick<Reader, 'publications' | 'posts'>,
  account: PostAccount,
  { legacyDailyCap, now }: Given,
): Promise<Taken> {
  const publications = await countedFor(reader, account, now);
  const lowest = Math.min(...capsOf(account, legacyDailyCap).map(({ limit }) => limit));
  return { publications, promised: publications.length < lowest ? [] : await promisedFor(reader, account, now) };
}

/** The slots after `now` (ms) that held posts wait for. */
export async function promisedFor(
  reader: Pick<Reader, 'posts'>,
  { id, teamId }: PostAccount,
  now: number,
): Promise<Promised[]> {
  const of = { teamId, accountId: id, includeHidden: true };
  const [waiting, flying] = [
    await reader.posts({ ...of, status: 'scheduled' }),
    await reader.posts({ ...of, status: 'publishing' }),
  ];
  return [...waiting, ...flying].flatMap((post) =>
    post.targets.flatMap((target) =>
      target.accountId === id && target.heldUntil !== undefined && target.heldUntil > now
        ? [{ postId: post.id, at: target.heldUntil, bucket: bucketOfTarget(post, target) }]
        : [],
    ),
  );
}

/** The cap that keeps a target back at `now`, with the first instant that has room and is promised to no other post. Source: LIM-40, POST-06 */
export function breachFor(
  { post, target, account }: Asking,
  { publications, promised }: Taken,
  { legacyDailyCap, now }: Given,
): Breach | undefined {
  const caps = capsOf(account, legacyDailyCap);
  const bucket = bucketOfTarget(post, target);
  const breach = breachOf(caps, publications, bucket, now);
  const others = promised.filter(({ postId }) => postId !== post.id);
  if (breach === undefined || others.length === 0) return breach;
  const { freeAt } = breachOf(caps, [...publications, ...others], bucket, now) ?? breach;
  return { ...breach, freeAt };
}
