/** GET /v1/analytics/delta: which posts' figures changed since a cursor. A change gets the next number of its team when it is first seen; like the figures, numbers are no state, and a service that begins again counts anew. */
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import type { FigureChange, TeamChanges } from '../../networks/kept-figures.ts';
import { isSame, NO_FIGURES, type Figures } from '../../networks/figures.ts';
import type { AccountRecord } from '../../records/account.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { insightsFrom } from './cache.ts';
import { measurePosts, wantedIn, type Measured } from './measured.ts';

/** Entries of an answer when nothing is asked, and at most. */
const USUAL = 100;
const MOST = 500;

/** Source: ANA-02 */
export const getAnalyticsDelta: Handler = async (call, desk) => {
  const cursor = cursorOf(call.query['cursor']);
  if (cursor === undefined)
    return refuse('invalid_field_value', {
      param: 'cursor',
      message: 'The cursor does not come from an earlier response.',
    });
  const limit = Math.max(1, Math.min(Math.floor(Number(call.query['limit'] ?? USUAL)), MOST));
  const changes = desk.figures.changesOf(call.caller.teamId, desk.clock.now());
  // Of another count everything is said once more, rather than too little.
  const after = cursor.since === changes.since ? cursor.number : 0;
  const rows = await readChanges(call, desk, changes);
  const later = rows
    .filter(({ seen }) => seen.number > after)
    .sort((one, other) => one.seen.number - other.seen.number);
  const page = later.slice(0, limit);
  const last = page.at(-1)?.seen.number ?? after;
  const nextCursor = `d${String(changes.since)}.${String(last)}`;
  return ok({ data: page.map(entryView), nextCursor, hasMore: later.length > page.length });
};

interface Cursor {
  /** Milliseconds: the beginning of the count that it belongs to. */
  readonly since: number;
  readonly number: number;
}

const cursorOf = (cursor: unknown): Cursor | undefined => {
  if (cursor === undefined) return { since: 0, number: 0 };
  const [, since, number] = /^d(\d{1,15})\.(\d{1,15})$/.exec(String(cursor)) ?? [];
  return since === undefined ? undefined : { since: Number(since), number: Number(number) };
};

interface Change {
  readonly row: Measured;
  readonly seen: FigureChange;
}

/** Every post with its latest change, after the platforms were asked once more. */
async function readChanges(call: Call, desk: Desk, changes: TeamChanges): Promise<Change[]> {
  const { rows } = await measurePosts(desk, call.caller, wantedIn(call));
  const now = await figuresNow(desk, rows);
  return rows.flatMap((row) => {
    const figures = now.get(idOf(row));
    const isDeleted = row.target.removedFromPlatformAt !== undefined;
    if (figures !== undefined) note(idOf(row), { figures, isDeleted, syncedAt: desk.clock.now() }, changes);
    const seen = changes.byPost.get(idOf(row));
    return seen === undefined ? [] : [{ row, seen }];
  });
}

/** Gives what is not as it was the next number of its team. */
function note(id: string, now: Omit<FigureChange, 'number'>, changes: TeamChanges): void {
  const before = changes.byPost.get(id);
  if (before !== undefined && isSame(before.figures, now.figures) && before.isDeleted === now.isDeleted) return;
  changes.last += 1;
  changes.byPost.set(id, { ...now, number: changes.last });
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
