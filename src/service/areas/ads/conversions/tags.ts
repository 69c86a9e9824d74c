/** What tracking tags and conversion destinations counted: nothing before they were there, growing with the clock. Listed in operations.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { daysBetween } from '../../../../kernel/days.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import { refuse } from '../../../refuse.ts';
import type { Desk, Handler } from '../../../desk.ts';
import type { Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import { wholeOf } from '../../../networks/chance.ts';
import { notFoundCode } from '../../../engine/not-found.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { RecordOf, StoredRecord } from '../../../store/store.ts';
import { accountFor, accountLock } from '../../../records/account.ts';
import { engine } from '../../../engine/engine.ts';

/** Kind of the records of tracking tags. */
const PIXEL = 'ad_pixel';

/** What a tag sees, and how often on a whole day at most. */
const EVENTS: readonly (readonly [name: string, most: number])[] = [
  ['PageView', 400],
  ['AddToCart', 60],
  ['Purchase', 12],
];

interface Counting {
  readonly record: StoredRecord | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** The share of a day that lies between two instants. */
function shareOf(day: string, from: number, to: number): number {
  const begin = Date.parse(`${day}T00:00:00.000Z`);
  return Math.max(0, Math.min(begin + DAY_MS, to) - Math.max(begin, from)) / DAY_MS;
}

/** How often something happened on a day; a day grows until it is over. */
function countOn({ record, now }: Counting, [name, most]: readonly [string, number], day: string): number {
  if (record === undefined) return 0;
  const share = shareOf(day, record.createdAt, now);
  return Math.floor(wholeOf(`${record.id} ${name} ${day}`, Math.ceil(most / 4), most) * share);
}

const whole = (body: Reply['body'], put: Fields): Reply => ({ status: 200, body: { ...(body as Fields), ...put } });

const counting = async (desk: Desk, kind: string, id: string | undefined): Promise<Counting> => ({
  record: await desk.store.read.get(kind, id ?? ''),
  now: desk.clock.now(),
});

const getTrackingTagStats: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status !== 200) return reply;
  const tag = await counting(desk, PIXEL, call.path['tagId']);
  const { startTime, endTime, aggregation } = call.query;
  const days = daysBetween({ from: startTime, to: endTime }, tag.now);
  const rows = days.flatMap((day) =>
    EVENTS.map((event) => ({ date: day, value: event[0], count: countOn(tag, event, day) })),
  );
  const asked = { startTime, endTime, aggregation };
  return whole(reply.body, { stats: { ...asked, rows } });
};

/** How each granularity names the span that a day falls into. */
const SPANS: Readonly<Record<string, number>> = { DAILY: 10, MONTHLY: 7, YEARLY: 4 };

const getConversionMetrics: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status !== 200) return reply;
  const destination = await counting(desk, 'ad_conversion_destination', call.path['destinationId']);
  const spans = new Map<string, string[]>();
  const { startDate, endDate } = call.query;
  for (const day of daysBetween({ from: startDate, to: endDate }, destination.now)) {
    const key = day.slice(0, SPANS[String(call.query['granularity'] ?? 'ALL')] ?? 0);
    spans.set(key, [...(spans.get(key) ?? []), day]);
  }
  const rows = [...spans.values()].map((days) => ({
    start: days[0],
    end: days.at(-1),
    metrics: { conversions: days.reduce((sum, day) => sum + countOn(destination, ['conversions', 40], day), 0) },
  }));
  return whole(reply.body, { rows });
};

/** A pixel that nobody has switched off. */
const fires = ({ doc }: RecordOf<typeof PIXEL>): boolean => doc.status !== 'inactive';

/**
 * A store or site shares its pixels with no ad account: to take one away is to uninstall it, which waits until no other
 * one fires there. The API has no address of its own for that. Source: ERR-44
 */
const removeTrackingTagSharedAccount: Handler = async (call, desk) => {
  const { caller, path } = call;
  const account = await accountFor(desk.store.read, caller, path['accountId'] ?? '');
  if (account === undefined || traitsOf(account.doc.platform).site === undefined) return engine(call, desk);
  return commit<Reply>(desk, [accountLock(account.id)], async (view) => {
    const installed = await view.list(PIXEL, { teamId: caller.teamId, parentId: account.id });
    const own = installed.find(({ id }) => id === path['tagId']);
    if (own === undefined) return { result: refuse(notFoundCode(PIXEL)) };
    if (installed.some((other) => other !== own && fires(other)))
      return {
        result: refuse('invalid_resource_state', { message: 'Another pixel fires there. Take that one away first.' }),
      };
    return { removed: [own], result: { status: 204 } };
  });
};

export const tags: Record<string, Handler> = {
  getTrackingTagStats,
  getConversionMetrics,
  removeTrackingTagSharedAccount,
};
