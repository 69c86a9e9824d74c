/** Figures of posts: good for an hour, then served once more while they are read anew. Kept in networks/kept-figures.ts, so that reading writes nothing. */
import { HOUR_MS } from '../../../kernel/time.ts';
import type { Desk } from '../../desk.ts';
import type { NetworkAnswer } from '../../networks/driver.ts';
import type { PostInsight } from '../../networks/figures.ts';
import type { AccountShelf, Kept } from '../../networks/kept-figures.ts';
import { networkAccount, type AccountRecord } from '../../records/account.ts';

/** Source: ANA-10 */
const FRESH_MS = HOUR_MS;

type Refusal = Exclude<NetworkAnswer<unknown>, { outcome: 'ok' }>;

export interface AccountFigures {
  /** By native id. */
  readonly kept: ReadonlyMap<string, Kept>;
  /** They are over an hour old and are being read anew. */
  readonly isOld: boolean;
  /** Why posts that were never read have none. */
  readonly refusal?: Refusal;
}

/**
 * The figures of an account's posts.
 * @param wanted native ids; those never read are read now
 * Source: ANA-10, ANA-11
 */
export async function figuresOf(
  desk: Desk,
  account: AccountRecord,
  wanted: readonly string[],
): Promise<AccountFigures> {
  const shelf = desk.figures.of(account.id);
  takeRenewal(shelf);
  const missing = wanted.filter((nativeId) => !shelf.posts.has(nativeId));
  const refusal = missing.length === 0 ? undefined : await readInto(desk, account, new Set(missing));
  const now = desk.clock.now();
  const isOld = wanted.some((nativeId) => now - (shelf.posts.get(nativeId)?.readAt ?? Infinity) >= FRESH_MS);
  const kept = new Map(shelf.posts);
  if (isOld) shelf.renewal = { readAt: now, answer: await insightsFrom(desk, account) };
  return { kept, isOld, ...(refusal === undefined ? {} : { refusal }) };
}

/** What was read anew takes the place of what is kept. A platform that refused leaves it, marked. */
function takeRenewal(shelf: AccountShelf): void {
  const { posts, renewal } = shelf;
  if (renewal === undefined) return;
  shelf.renewal = undefined;
  const { readAt, answer } = renewal;
  if (answer.outcome === 'ok')
    for (const { nativeId, readings } of answer.value) posts.set(nativeId, { readAt, readings });
  else for (const [nativeId, kept] of posts) posts.set(nativeId, { ...kept, isThrottled: true });
}

async function readInto(desk: Desk, account: AccountRecord, only: ReadonlySet<string>): Promise<Refusal | undefined> {
  const readAt = desk.clock.now();
  const answer = await insightsFrom(desk, account);
  if (answer.outcome !== 'ok') return answer;
  const { posts } = desk.figures.of(account.id);
  for (const { nativeId, readings } of answer.value) if (only.has(nativeId)) posts.set(nativeId, { readAt, readings });
  return undefined;
}

/** What the platform says of the account's posts now, past everything that is kept. */
export const insightsFrom = (desk: Desk, account: AccountRecord): Promise<NetworkAnswer<PostInsight[]>> =>
  desk.networks.driver(account.doc.platform).insights(networkAccount(account));
