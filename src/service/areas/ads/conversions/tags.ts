/** What tracking tags and conversion destinations counted: the events that were reported to them. Listed in operations.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { daysBetween } from '../../../../kernel/days.ts';
import { refuse } from '../../../refuse.ts';
import type { Desk, Handler } from '../../../desk.ts';
import type { Call, Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import { notFoundCode } from '../../../engine/not-found.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { RecordOf } from '../../../store/store.ts';
import { accountFor, accountLock } from '../../../records/account.ts';
import { engine } from '../../../engine/engine.ts';
import { CONVERSION, isCounted, type ConversionRecord } from './conversion-record.ts';

/** Kind of the records of tracking tags. */
const PIXEL = 'ad_pixel';

/** The day of an event in UTC, `YYYY-MM-DD`. */
const dayOf = ({ doc }: ConversionRecord): string => new Date((doc.eventTime ?? 0) * 1_000).toISOString().slice(0, 10);

/** Events that were reported to a tag or a destination and count. */
async function reportedTo(id: string, { caller }: Call, { store }: Desk): Promise<readonly ConversionRecord[]> {
  const all = await store.read.list(CONVERSION, { teamId: caller.teamId, where: { destinationId: id } });
  return all.filter(isCounted);
}

const whole = (body: Reply['body'], put: Fields): Reply => ({ status: 200, body: { ...(body as Fields), ...put } });

const addressOf = ({ doc }: ConversionRecord): URL | undefined =>
  doc.sourceUrl === undefined ? undefined : new URL(doc.sourceUrl);

/** Identifiers that name a person. */
const PERSONAL: ReadonlySet<string> = new Set(['email', 'phone']);

/** What counts are split by, as far as events say it. */
const SPLITS: Readonly<Record<string, (event: ConversionRecord) => string | undefined>> = {
  event: ({ doc }) => doc.eventName,
  host: (event) => addressOf(event)?.host,
  url: (event) => addressOf(event)?.href,
  pixel_fire: () => 'pixel_fire',
  had_pii: ({ doc }) => String(doc.identifiers?.some((name) => PERSONAL.has(name)) === true),
};

/** Source: readings, "Conversions" */
const getTrackingTagStats: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status !== 200) return reply;
  const { startTime, endTime, aggregation } = call.query;
  const split = SPLITS[String(aggregation ?? 'event')];
  const events = await reportedTo(call.path['tagId'] ?? '', call, desk);
  const rows = daysBetween({ from: startTime, to: endTime }, desk.clock.now()).flatMap((date) => {
    const values = events.filter((one) => dayOf(one) === date).map((one) => split?.(one) ?? 'unknown');
    return [...new Set(values)].map((value) => ({ date, value, count: values.filter((one) => one === value).length }));
  });
  return whole(reply.body, { stats: { startTime, endTime, aggregation, rows } });
};

/** The span that a day falls into, by granularity; all days fall into one where none is named. @param day `YYYY-MM-DD` */
const SPANS: Readonly<Record<string, (day: string) => string>> = {
  DAILY: (day) => day,
  MONTHLY: (day) => day.replace(/-\d\d$/, ''),
  YEARLY: (day) => day.replace(/-.*$/, ''),
};

const getConversionMetrics: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status !== 200) return reply;
  const events = await reportedTo(call.path['destinationId'] ?? '', call, desk);
  const spans = new Map<string, string[]>();
  const { startDate, endDate } = call.query;
  for (const day of daysBetween({ from: startDate, to: endDate }, desk.clock.now())) {
    const key = SPANS[String(call.query['granularity'])]?.(day) ?? 'all';
    spans.set(key, [...(spans.get(key) ?? []), day]);
  }
  const rows = [...spans.values()].map((days) => ({
    start: days[0],
    end: days.at(-1),
    metrics: { conversions: events.filter((one) => days.includes(dayOf(one))).length },
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
        result: refuse('invalid_resource_state', { message: 'Another pixel is installed there. Remove it first.' }),
      };
    return { removed: [own], result: { status: 204 } };
  });
};

export const tags: Record<string, Handler> = {
  getTrackingTagStats,
  getConversionMetrics,
  removeTrackingTagSharedAccount,
};
