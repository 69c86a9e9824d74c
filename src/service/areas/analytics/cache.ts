/** Figures of posts as they were last read from the networks: good for an hour, then served once more while they are read anew. */
import { HOUR_MS } from '../../../kernel/time.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { NetworkAnswer } from '../../networks/driver.ts';
import type { PostInsight, Reading } from '../../networks/figures.ts';
import type { DueRow, StoredRecord } from '../../store/store.ts';
import {
  ACCOUNT_KIND,
  accountLock,
  networkAccount,
  type AccountDoc,
  type AccountRecord,
} from '../../records/account.ts';

/** A due row that reads the figures of an account anew. */
export const INSIGHTS = 'insights';

const KIND = '$insight';

/** Source: ANA-10 */
const FRESH_MS = HOUR_MS;

/** What is kept of one post on one account. */
export interface Kept extends Record<string, unknown> {
  /** Milliseconds. */
  readonly readAt: number;
  readonly readings: readonly Reading[];
  /** The platform would not be read when these were last due. */
  readonly isThrottled?: boolean;
}

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
  const kept = await keptOf(desk, account.id);
  const missing = wanted.filter((nativeId) => !kept.has(nativeId));
  const refusal = missing.length === 0 ? undefined : await readInto(desk, account, { kept, only: new Set(missing) });
  const isOld = wanted.some((nativeId) => desk.clock.now() - (kept.get(nativeId)?.readAt ?? Infinity) >= FRESH_MS);
  if (isOld) await refreshSoon(desk, account);
  return { kept, isOld, ...(refusal === undefined ? {} : { refusal }) };
}

async function keptOf({ store }: Desk, accountId: string): Promise<Map<string, Kept>> {
  const records = await store.read.list<Kept>(KIND, { parentId: accountId });
  return new Map(records.map(({ id, doc }) => [id.slice(accountId.length + 1), doc]));
}

async function readInto(
  desk: Desk,
  account: AccountRecord,
  { kept, only }: { kept: Map<string, Kept>; only: ReadonlySet<string> },
): Promise<Refusal | undefined> {
  const readAt = desk.clock.now();
  const answer = await insightsFrom(desk, account);
  if (answer.outcome !== 'ok') return answer;
  const read = answer.value.filter(({ nativeId }) => only.has(nativeId));
  const records = read.map((insight) => recordOf(account, insight, readAt));
  await commit(desk, [accountLock(account.id)], async () => ({ records }));
  for (const { nativeId, readings } of read) kept.set(nativeId, { readAt, readings });
  return undefined;
}

/** What the platform says of the account's posts now, past everything that is kept. */
export const insightsFrom = (desk: Desk, account: AccountRecord): Promise<NetworkAnswer<PostInsight[]>> =>
  desk.networks.driver(account.doc.platform).insights(networkAccount(account));

const recordOf = (
  { id, teamId }: AccountRecord,
  { nativeId, readings }: PostInsight,
  readAt: number,
): StoredRecord<Kept> => {
  const doc: Kept = { readAt, readings };
  const base = { kind: KIND, id: `${id}/${nativeId}`, teamId, profileId: null, parentId: id, createdAt: readAt };
  return { ...base, doc };
};

async function refreshSoon(desk: Desk, account: AccountRecord): Promise<void> {
  const job = { kind: INSIGHTS, ref: account.id };
  if ((await desk.store.read.due({ ...job, limit: 1 })).length > 0) return;
  await commit(desk, [accountLock(account.id)], async (view) => {
    const waiting = await view.due({ ...job, limit: 1 });
    return { due: waiting.length > 0 ? [] : [{ ...job, dueAt: desk.clock.now() }] };
  });
}

/** Reads an account's figures anew. A platform that refuses is not asked again; what is known of it is marked. */
export async function refresh({ ref }: DueRow, desk: Desk): Promise<void> {
  const account = await desk.store.read.get<AccountDoc>(ACCOUNT_KIND, ref);
  if (account === undefined) return;
  const readAt = desk.clock.now();
  const answer = await insightsFrom(desk, account);
  await commit(desk, [accountLock(ref)], async (view) => {
    if (answer.outcome === 'ok') return { records: answer.value.map((insight) => recordOf(account, insight, readAt)) };
    const known = await view.list<Kept>(KIND, { parentId: ref });
    return { records: known.map((record) => ({ ...record, doc: { ...record.doc, isThrottled: true } })) };
  });
}
