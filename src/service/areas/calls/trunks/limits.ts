/** What a SIP trunk carries at most: calls at once, money in a day, prices and countries. Asked by trunk-calls.ts, and by arrives.ts for calls that come in. Source: ASM-51 */
import { instantOf } from '../../../../kernel/instant.ts';
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Reader } from '../../../store/store.ts';
import { countryOf } from '../../phone-numbers/offers.ts';
import type { TrunkRecord } from '../../phone-numbers/record.ts';
import { callCosts, microsOf, minutePriceTo, minutesOf, usdOf } from '../../usage/offers.ts';
import { CALL_KIND, isOver, type CallRecord } from '../record.ts';

/** Made up where the specification names no number; amounts in millionths of a dollar. */
const LIMITS = {
  /** Source: VOI-29 */
  calls: 10,
  /** In a day (UTC). Source: VOI-30 */
  dailySpend: 50_000_000,
  /** Source: VOI-31 */
  minutePrice: 200_000,
  /** Source: VOI-32 */
  countries: ['US', 'CA'] as readonly string[],
} as const;

interface Around {
  readonly read: Reader;
  /** Milliseconds. */
  readonly now: number;
}

/** The refusal of a call that a trunk carries out, or undefined. Source: VOI-29 to VOI-32 */
export async function outboundRefusal(
  trunk: TrunkRecord,
  to: string,
  { read, now }: Around,
): Promise<Reply | undefined> {
  const country = await countryOf(to);
  if (country === undefined || !LIMITS.countries.includes(country)) return OTHER_COUNTRY;
  if (minutePriceTo(to) > LIMITS.minutePrice) return TOO_DEAR;
  const calls = await callsOn(read, trunk);
  return spentToday(calls, now) >= LIMITS.dailySpend ? SPENT : fullRefusal(calls);
}

const OTHER_COUNTRY = refuse('insufficient_permissions', {
  param: 'to',
  message: `A trunk can call these countries: ${LIMITS.countries.join(', ')}.`,
});

const TOO_DEAR = refuse('insufficient_permissions', {
  param: 'to',
  message: `A trunk can call destinations that cost at most ${String(usdOf(LIMITS.minutePrice))} USD a minute.`,
});

const SPENT = refuse('insufficient_permissions', {
  message: `Calls on this trunk have cost ${String(usdOf(LIMITS.dailySpend))} USD today, which is the daily limit.`,
});

const FULL = refuse('rate_limited', {
  message: `This trunk already carries ${String(LIMITS.calls)} calls, which is the limit.`,
});

/** The refusal of a call that comes in to a number on the trunk, or undefined. */
export const inboundRefusal = async (
  trunk: Pick<TrunkRecord, 'id' | 'teamId'>,
  read: Reader,
): Promise<Reply | undefined> => fullRefusal(await callsOn(read, trunk));

async function callsOn(
  read: Reader,
  { id, teamId }: Pick<TrunkRecord, 'id' | 'teamId'>,
): Promise<readonly CallRecord[]> {
  const calls = await read.list(CALL_KIND, { teamId });
  return calls.filter(({ doc }) => doc.sipTrunkId === id);
}

const fullRefusal = (calls: readonly CallRecord[]): Reply | undefined =>
  calls.filter((one) => !isOver(one)).length >= LIMITS.calls ? FULL : undefined;

/** Millionths of a dollar: calls that ended today, and what those that go on have cost by now. */
function spentToday(calls: readonly CallRecord[], now: number): number {
  const today = instantOf(now).slice(0, 'YYYY-MM-DD'.length);
  const ofToday = calls.filter(({ doc }) => (doc.endedAt ?? instantOf(now)).startsWith(today));
  return ofToday.reduce((sum, one) => sum + spentOn(one, now), 0);
}

function spentOn({ doc }: CallRecord, now: number): number {
  if (doc.billing?.totalCostUSD !== undefined) return microsOf(doc.billing.totalCostUSD);
  if (typeof doc.answeredAt !== 'string') return 0;
  const minutes = minutesOf((now - Date.parse(doc.answeredAt)) / 1_000);
  return microsOf(callCosts(minutes, { isRecorded: false, isTranscribed: false, to: doc.to }).totalCostUSD);
}
