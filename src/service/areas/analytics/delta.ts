/** GET /v1/analytics/delta: which posts' figures changed since a cursor. A change gets the next number of its team when it is first seen. */
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type Changes, type View } from '../../change.ts';
import { isSame, NO_FIGURES, type Figures } from '../../networks/figures.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { AccountRecord } from '../../records/account.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { insightsFrom } from './cache.ts';
import { measurePosts, wantedIn, type Measured } from './measured.ts';
import { ownKind } from '../../store/record.ts';

const KIND = ownKind<Seen>('$delta');
const COUNTER_KIND = ownKind<{ readonly last: number }>('$delta_counter');

/** Entries of an answer when nothing is asked, and at most. */
const USUAL = 100;
const MOST = 500;

interface Seen extends Record<string, unknown> {
  /** The number of the latest change, which cursors name. */
  readonly change: number;
  /** Milliseconds. */
  readonly syncedAt: number;
  readonly figures: Figures;
  readonly isDeleted: boolean;
}

/** Source: ANA-02 */
export const getAnalyticsDelta: Handler = async (call, desk) => {
  const since = cursorOf(call.query['cursor']);
  if (since === undefined)
    return refuse('invalid_field_value', { param: 'cursor', message: 'This is no cursor of ours.' });
  const limit = Math.max(1, Math.min(Math.floor(Number(call.query['limit'] ?? USUAL)), MOST));
  const rows = await readChanges(call, desk);
  const later = rows
    .filter(({ seen }) => seen.change > since)
    .sort((one, other) => one.seen.change - other.seen.change);
  const page = later.slice(0, limit);
  const last = page.at(-1)?.seen.change ?? since;
  return ok({ data: page.map(entryView), nextCursor: `d${String(last)}`, hasMore: later.length > page.length });
};

const cursorOf = (cursor: unknown): number | undefined => {
  if (cursor === undefined) return 0;
  const [, number] = /^d(\d{1,15})$/.exec(String(cursor)) ?? [];
  return number === undefined ? undefined : Number(number);
};

interface Change {
  readonly row: Measured;
  readonly seen: Seen;
}

/** Every post with its latest change, after the platforms were asked once more. */
async function readChanges(call: Call, desk: Desk): Promise<Change[]> {
  const { rows, accounts } = await measurePosts(desk, call.caller, wantedIn(call));
  const known = new Map<string, Seen>();
  for (const { id } of accounts)
    for (const one of await desk.store.read.list(KIND, { parentId: id })) known.set(one.id, one.doc);
  const now = await figuresNow(desk, rows);
  const fresh = rows.flatMap((row) => {
    const figures = now.get(idOf(row));
    const isDeleted = row.target.removedFromPlatformAt !== undefined;
    const before = known.get(idOf(row));
    const isKnown =
      before !== undefined && isSame(before.figures, figures ?? NO_FIGURES) && before.isDeleted === isDeleted;
    return figures === undefined || isKnown ? [] : [{ row, figures, isDeleted }];
  });
  if (fresh.length > 0) {
    const lock = `team/${call.caller.teamId}` as const;
    const seen = await commit(desk, [lock], (view) => numberChanges(view, fresh, desk.clock.now()));
    for (const [id, one] of seen) known.set(id, one);
  }
  return rows.flatMap((row) => {
    const seen = known.get(idOf(row));
    return seen === undefined ? [] : [{ row, seen }];
  });
}

const idOf = ({ account, target }: Measured): string => `${account.id}/${target.platformPostId ?? ''}`;

/** What the platforms say now, by account and native id; those that refuse say nothing. */
async function figuresNow(desk: Desk, rows: readonly Measured[]): Promise<Map<string, Figures>> {
  const accounts = new Map<string, AccountRecord>();
  for (const { account, unavailable } of rows) if (unavailable === undefined) accounts.set(account.id, account);
  const now = new Map<string, Figures>();
  for (const account of accounts.values()) {
    const answer = await insightsFrom(desk, account);
    if (answer.outcome !== 'ok') continue;
    for (const { nativeId, readings } of answer.value)
      now.set(`${account.id}/${nativeId}`, readings.at(-1)?.figures ?? NO_FIGURES);
  }
  return now;
}

interface Fresh {
  readonly row: Measured;
  readonly figures: Figures;
  readonly isDeleted: boolean;
}

/** Gives each change the next number of its team. @returns the changes by their post on its account */
async function numberChanges(
  view: View,
  fresh: readonly Fresh[],
  syncedAt: number,
): Promise<Changes & { readonly result: ReadonlyMap<string, Seen> }> {
  const last = new Map<string, number>();
  const seen = new Map<string, Seen>();
  const records: StoredRecord[] = [];
  for (const { row, figures, isDeleted } of fresh) {
    const { id: parentId, teamId } = row.account;
    const counter = last.get(teamId) ?? (await view.get(COUNTER_KIND, teamId))?.doc.last ?? 0;
    const doc: Seen = { change: counter + 1, syncedAt, figures, isDeleted };
    last.set(teamId, doc.change);
    seen.set(idOf(row), doc);
    records.push({ kind: KIND, id: idOf(row), teamId, profileId: null, parentId, createdAt: syncedAt, doc });
  }
  const counters = [...last].map(([teamId, number]) => {
    const base = { kind: COUNTER_KIND, id: teamId, teamId, profileId: null, parentId: null, createdAt: syncedAt };
    return { ...base, doc: { last: number } };
  });
  return { records: [...records, ...counters], result: seen };
}

const entryView = ({ row: { post, account, target, publishedAt }, seen }: Change): Record<string, unknown> => ({
  postId: post.id,
  accountId: account.id,
  profileId: target.profileId,
  platform: target.platform,
  platformPostId: target.platformPostId ?? '',
  publishedAt: instantOf(publishedAt),
  syncedAt: instantOf(seen.syncedAt),
  isDeleted: seen.isDeleted,
  metrics: { ...seen.figures, ...UNTOLD },
});

/** What entries have beside, and simulated networks do not tell. Source: fact set */
const UNTOLD = {
  sends: 0,
  follows: 0,
  igReelsAvgWatchTime: 0,
  igReelsVideoViewTotalTime: 0,
  reposts: 0,
  reelsSkipRate: 0,
  completionRate: 0,
  profileViews: 0,
  websiteClicks: 0,
  impressionSources: {},
  audienceTypes: {},
  audienceCountries: {},
} as const;
