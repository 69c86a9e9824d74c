/** Everything that costs in a span of time, each with what it was for: the sums of metering.ts are sums of these. */
import { DAY_MS } from '../../../kernel/time.ts';
import { CHARGED_PLATFORMS } from '../../../platforms/platforms.ts';
import type { Desk } from '../../desk.ts';
import { FREE_ACCOUNTS } from '../../limits/plan.ts';
import { ACCOUNT_KIND, LINE_VARIANT } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import type { Reader } from '../../store/store.ts';
import { REGISTRATION_KIND } from '../sms/record.ts';
import { VERIFICATION_KIND } from '../verify/record.ts';
import { microsOf, NUMBER_MONTH_CENTS, numberDay, PRICES, registrationPrice, xPostPriceIn } from './offers.ts';
import { ENDED_CONNECTION } from './record.ts';
import { callsIn, costOf, textsIn } from './telephony.ts';

export const PRODUCTS = ['accounts', 'numbers', 'calls', 'sms', 'dlc', 'xApi', 'credits', 'other'] as const;

export type Product = (typeof PRODUCTS)[number];

/** Milliseconds; the end is not in it. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Something that costs at an instant, for whom. */
export interface Charge {
  readonly product: Product;
  /** Milliseconds. */
  readonly at: number;
  /** Millionths of a dollar. */
  readonly micros: number;
  readonly accountId?: string;
  readonly profileId?: string;
}

export async function chargesIn(teamId: string, desk: Desk, { start, end }: Period): Promise<Charge[]> {
  const { read } = desk.store;
  const period = { start, end: Math.min(end, desk.clock.now() + 1) };
  const charges = [
    ...accountCharges(await heldIn(read, teamId), period),
    ...(await numberCharges(read, teamId, period)),
    ...(await postCharges(read, teamId, { period, micros: xPostPriceIn(desk.catalog) })),
    ...(await textCharges(read, teamId)),
    ...(await callsIn(read, teamId)).map((one): Charge => {
      return { product: 'calls', at: one.createdAt, micros: microsOf(costOf(one)) };
    }),
    ...(await read.list(VERIFICATION_KIND, { teamId })).map(({ createdAt: at, doc }): Charge => {
      return { product: 'other', at, micros: doc.sendCount * PRICES.code };
    }),
    ...(await read.list(REGISTRATION_KIND, { teamId })).map(({ createdAt: at, doc }): Charge => {
      const profile = doc.profileId === undefined ? {} : { profileId: doc.profileId };
      return { product: 'dlc', at, micros: registrationPrice(doc.registrationType), ...profile };
    }),
  ];
  return charges.filter(({ at }) => at >= period.start && at < period.end);
}

/** A connection of an account. */
interface Held {
  readonly accountId: string;
  readonly profileId: string;
  readonly platform: string;
  /** The same for a connection that takes the place of another. */
  readonly identity: string;
  readonly from: number;
  readonly until: number;
}

/** Every connection of the team, those that are over included, the first ones first. A number or sender ID that is listed as an account is not a connection. */
async function heldIn(read: Reader, teamId: string): Promise<Held[]> {
  const [accounts, ended] = [await read.list(ACCOUNT_KIND, { teamId }), await read.list(ENDED_CONNECTION, { teamId })];
  const all = [
    ...ended.map((one) => ({ ...one, until: one.doc.until })),
    ...accounts.map((one) => ({ ...one, until: Infinity })),
  ];
  const connections = all.filter(({ doc }) => doc.variant !== LINE_VARIANT);
  const held = connections.map(
    ({ id: accountId, profileId, createdAt: from, until, doc: { platform, username } }): Held => {
      const profile = profileId ?? '';
      return { accountId, profileId: profile, platform, identity: `${profile}/${platform}/${username}`, from, until };
    },
  );
  return held.sort((one, other) => one.from - other.from);
}

/** Each day, the accounts that were connected on it beyond the free ones, those that have been there longest. */
function accountCharges(held: readonly Held[], { start, end }: Period): Charge[] {
  const since = new Map<string, number>();
  for (const { identity, from } of held) if (!since.has(identity)) since.set(identity, from);
  return daysBetween(start, end).flatMap((day) => {
    const present = held.filter(({ from, until }) => from < Math.min(dayAfter(day), end) && until > day);
    const latest = new Map(present.map((one) => [one.identity, one]));
    const inOrder = [...latest.values()].sort((one, other) => sinceOf(one) - sinceOf(other));
    return inOrder.slice(FREE_ACCOUNTS).map(({ accountId, profileId, from }): Charge => {
      return { product: 'accounts', at: Math.max(day, from), micros: PRICES.accountDay, accountId, profileId };
    });
  });

  function sinceOf({ identity, from }: Held): number {
    return since.get(identity) ?? from;
  }
}

/** Each day that a number was in use, from its activation until it was given back: an order costs nothing before. Source: NUM-24 */
async function numberCharges(read: Reader, teamId: string, { start, end }: Period): Promise<Charge[]> {
  const numbers = await read.list(NUMBER_KIND, { teamId });
  return numbers.flatMap(({ profileId, doc }) => {
    if (doc.provisionedAt === undefined) return [];
    const until = doc.releasedAt === undefined ? end : Math.min(end, Date.parse(doc.releasedAt));
    const micros = numberDay(doc.monthlyCents ?? NUMBER_MONTH_CENTS);
    return daysBetween(Math.max(start, Date.parse(doc.provisionedAt)), until).map((at): Charge => {
      return { product: 'numbers', at, micros, ...(profileId !== null && { profileId }) };
    });
  });
}

interface Posting {
  readonly period: Period;
  readonly micros: number;
}

/** What went out on platforms whose price is passed on: as their feeds show it, whatever became of post and account. */
async function postCharges(read: Reader, teamId: string, { period, micros }: Posting): Promise<Charge[]> {
  const charged = (await heldIn(read, teamId)).filter(({ platform }) => CHARGED_PLATFORMS.includes(platform));
  const charges = charged.map(async ({ accountId, profileId }) => {
    const items = await read.feed(accountId, { kind: 'post', since: period.start });
    const sent = items.filter(({ origin }) => origin === 'service');
    return sent.map(({ at }): Charge => ({ product: 'xApi', at, micros, accountId, profileId }));
  });
  return (await Promise.all(charges)).flat();
}

async function textCharges(read: Reader, teamId: string): Promise<Charge[]> {
  const sent = (await textsIn(read, teamId)).filter(({ direction }) => direction === 'sent');
  return sent.map(({ at }): Charge => ({ product: 'sms', at, micros: PRICES.text }));
}

const dayAfter = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS;

/** One instant in each day that begins before `end`. */
function daysBetween(start: number, end: number): number[] {
  const days: number[] = [];
  for (let at = start; at < end && days.length < 400; at = dayAfter(at)) days.push(at);
  return days;
}
