/** Figures of a place on the business listings, day by day: a week's rhythm and a little weather, the same for the same place and day. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { createHash } from 'node:crypto';
import { ok } from '../../call.ts';
import { refuse, refuseBare } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { accountChanges, changedTo } from '../../networks/simulated/metrics.ts';
import { accountFor } from '../../records/account.ts';
import { dateOf, dayOf, daysIn, eachDay, endOf } from './days.ts';

/** Figures and about how many there are a day. */
const PLACE_METRICS: Readonly<Record<string, number>> = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 30,
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 60,
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 80,
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 120,
  BUSINESS_CONVERSATIONS: 2,
  BUSINESS_DIRECTION_REQUESTS: 14,
  CALL_CLICKS: 6,
  WEBSITE_CLICKS: 18,
  BUSINESS_BOOKINGS: 1,
  BUSINESS_FOOD_ORDERS: 1,
  BUSINESS_FOOD_MENU_CLICKS: 4,
};

/** Days shown when nothing is asked. */
const USUAL_DAYS = 30;

/** Source: PLT-05 */
const getGoogleBusinessPerformance: Handler = async ({ caller, query }, desk) => {
  const account = await accountFor(desk.store.read, caller, String(query['accountId']));
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  if (traitsOf(account.doc.platform).analytics !== 'place')
    return refuse('invalid_field_value', { param: 'accountId', message: 'This account has no business location.' });
  const wanted = namesIn(query['metrics']);
  const unknown = wanted.find((name) => !Object.hasOwn(PLACE_METRICS, name));
  if (unknown !== undefined) return unknownMetric(unknown);
  const today = dayOf(desk.clock.now());
  const span = daysIn(query, { from: today - USUAL_DAYS + 1, to: today });
  const changes = await accountChanges(desk.store.read, account.id);
  const series = wanted.map((name) => {
    const values = eachDay({ ...span, to: Math.min(span.to, today) }).map((day) => ({
      date: dateOf(day),
      value: figureOn({ accountId: account.id, changes }, name, day),
    }));
    return [name, { total: values.reduce((sum, { value }) => sum + value, 0), values }] as const;
  });
  return ok({
    success: true,
    accountId: account.id,
    platform: account.doc.platform,
    dateRange: { startDate: dateOf(span.from), endDate: dateOf(span.to) },
    metrics: Object.fromEntries(series),
    dataDelay: 'The figures for the last few days may still change.',
  });
};

/** A place, and what was set of its figures. */
interface Place {
  readonly accountId: string;
  readonly changes: Awaited<ReturnType<typeof accountChanges>>;
}

/** The figure of a day. @param day days since the epoch */
export const figureOn = ({ accountId, changes }: Place, name: string, day: number): number =>
  changedTo(changes, name, endOf(day)) ?? valueOn(accountId, name, day);

function namesIn(metrics: unknown): string[] {
  const names = typeof metrics === 'string' ? metrics.split(',').map((name) => name.trim()) : [];
  const given = names.filter((name) => name !== '');
  return given.length === 0 ? Object.keys(PLACE_METRICS) : [...new Set(given)];
}

/** An answer of an older shape. Source: fact set */
function unknownMetric(name: string) {
  const validMetrics = Object.keys(PLACE_METRICS);
  const { status, body } = refuseBare(400, `There is no metric named ${name}.`);
  return { status, body: { ...(body as object), validMetrics } };
}

/** More on some days of the week than on others. */
function valueOn(accountId: string, name: string, day: number): number {
  const usual = PLACE_METRICS[name] ?? 0;
  const thousandths = 400 + (hashed(`${accountId}/${name}/${String(day % 7)}`) % 900);
  const weather = hashed(`${accountId}/${name}/${String(day)}`) % 400;
  return Math.round((usual * (thousandths + weather)) / 1_000);
}

const hashed = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

export const handlers: Record<string, Handler> = { getGoogleBusinessPerformance };
