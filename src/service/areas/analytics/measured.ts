/** Published posts beside their figures, as all reports of this area read them. Figures come from cache.ts. */
import { platformLabel } from '../../../platforms/labels.ts';
import type { Call, Caller } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { NetworkAnswer } from '../../networks/driver.ts';
import { figuresAt, NO_FIGURES, type Figures, type Reading } from '../../networks/figures.ts';
import type { PostFilter } from '../../store/store.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';
import type { Post, Target } from '../../store/post.ts';
import { figuresOf, type AccountFigures } from './cache.ts';

type Refusal = Exclude<NetworkAnswer<unknown>, { outcome: 'ok' }>;

/** A post on one account, with what it came to. */
export interface Measured {
  readonly post: Post;
  readonly target: Target;
  readonly account: AccountRecord;
  /** Milliseconds. */
  readonly publishedAt: number;
  readonly readings: readonly Reading[];
  /** Milliseconds; undefined while there are no figures. */
  readonly readAt?: number;
  /** Why there are none and will be none. */
  readonly unavailable?: string;
}

export interface Measurement {
  readonly rows: readonly Measured[];
  readonly accounts: readonly AccountRecord[];
  /** Served although the platform would not be read anew. Source: LIM-28 */
  readonly isStale: boolean;
  /** How many accounts are being read anew. */
  readonly refreshing: number;
  /** Why an account's posts have no figures yet. */
  readonly refusals: ReadonlyMap<string, Refusal>;
}

/** Which posts are looked at. */
export interface Wanted {
  readonly accountId?: string;
  readonly platform?: string;
  readonly profileId?: string;
  readonly source?: Post['source'];
}

/** The filters that all reports share. */
export function wantedIn({ query }: Call): Wanted {
  const { accountId, platform, profileId, source } = query;
  return {
    ...(typeof accountId === 'string' ? { accountId } : {}),
    ...(typeof platform === 'string' ? { platform } : {}),
    ...(typeof profileId === 'string' ? { profileId } : {}),
    ...(source === 'service' || source === 'external' ? { source } : {}),
  };
}

/** Every published post that the caller reaches, target by target. */
export async function measurePosts(desk: Desk, caller: Caller, wanted: Wanted): Promise<Measurement> {
  const accounts = (await accountsFor(desk.store.read, caller, wanted.profileId)).filter(
    ({ id, doc }) =>
      (wanted.accountId === undefined || id === wanted.accountId) &&
      (wanted.platform === undefined || doc.platform === wanted.platform) &&
      traitsOf(doc.platform).site === undefined,
  );
  const posts = await desk.store.read.posts(filterOf(caller, wanted));
  return measuredPosts(desk, posts, accounts);
}

const filterOf = ({ teamId }: Caller, { accountId, platform, source }: Wanted): PostFilter => ({
  teamId,
  includeHidden: true,
  mayBePublished: true,
  ...(accountId === undefined ? {} : { accountId }),
  ...(platform === undefined ? {} : { platform }),
  ...(source === undefined ? {} : { source }),
});

/** The published targets of these posts on these accounts. */
export async function measuredPosts(
  desk: Desk,
  posts: readonly Post[],
  accounts: readonly AccountRecord[],
): Promise<Measurement> {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const found = posts.flatMap((post) => publishedTargets(post, known));
  const figures = new Map<string, AccountFigures>();
  for (const account of accounts) {
    const ids = found.flatMap(({ target }) => (target.accountId === account.id ? (target.platformPostId ?? []) : []));
    if (ids.length > 0 && hasFigures(account)) figures.set(account.id, await figuresOf(desk, account, ids));
  }
  const all = [...figures.entries()];
  return {
    accounts,
    rows: found.map((one) => withFigures(one, figures.get(one.account.id))),
    isStale: all.some(([, { kept }]) => [...kept.values()].some(({ isThrottled }) => isThrottled === true)),
    refreshing: all.filter(([, { isOld }]) => isOld).length,
    refusals: new Map(all.flatMap(([id, { refusal }]) => (refusal === undefined ? [] : [[id, refusal] as const]))),
  };
}

type Published = Pick<Measured, 'post' | 'target' | 'account' | 'publishedAt'>;

function publishedTargets(post: Post, accounts: ReadonlyMap<string, AccountRecord>): Published[] {
  return post.targets.flatMap((target) => {
    const account = accounts.get(target.accountId);
    if (account === undefined || target.status !== 'published' || target.publishedAt === undefined) return [];
    if (post.source === 'external' && !showsForeignPosts(account)) return [];
    return [{ post, target, account, publishedAt: Date.parse(target.publishedAt) }];
  });
}

/** Some types of account show the figures of what the service published only, others those of everything. Source: PLT-06, PLT-07 */
function showsForeignPosts({ doc }: AccountRecord): boolean {
  const { analytics, ownPostsOnly } = traitsOf(doc.platform);
  return analytics !== undefined && (ownPostsOnly === undefined || doc.variant !== ownPostsOnly);
}

const hasFigures = (account: AccountRecord): boolean => reasonWithout(account) === undefined;

/** Why an account's posts never have figures of their own. Source: PLT-03, PLT-04, PLT-08 */
function reasonWithout({ doc: { platform } }: AccountRecord): string | undefined {
  const { analytics } = traitsOf(platform);
  if (analytics === 'place')
    return 'This platform has no figures for single posts. Use getGoogleBusinessPerformance for those of the location.';
  return analytics === 'posts' ? undefined : `${platformLabel(platform)} has no figures for posts.`;
}

function withFigures(one: Published, figures: AccountFigures | undefined): Measured {
  const unavailable = reasonWithout(one.account);
  if (unavailable !== undefined) return { ...one, readings: [], unavailable };
  const kept = figures?.kept.get(one.target.platformPostId ?? '');
  return kept === undefined ? { ...one, readings: [] } : { ...one, readings: kept.readings, readAt: kept.readAt };
}

/** What the post has come to on the account. */
export const totalOf = ({ readings }: Measured): Figures => readings.at(-1)?.figures ?? NO_FIGURES;

/** What it had come to by an instant (ms). */
export const totalBy = ({ readings }: Measured, instant: number): Figures => figuresAt(readings, instant);
