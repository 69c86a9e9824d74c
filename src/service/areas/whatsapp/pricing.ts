/** How many messages a whatsapp account sent in a span of days, and how many of them the network billed. */
import { DAY_MS } from '../../../kernel/time.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { MESSAGE, type MessageRecord } from '../inbox/record.ts';

interface Sums {
  readonly messages: number;
  readonly billable: number;
  readonly categories: Readonly<Record<string, number>>;
}

/** Days that are counted without a span. */
const USUAL_DAYS = 30;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Source: WAP-05 */
const getWhatsAppPricingAnalytics = inScene(async ({ call, desk, now }) => {
  const { accountId, fromDate = dateOf(now - (USUAL_DAYS - 1) * DAY_MS), toDate = dateOf(now) } = call.query;
  const all = await desk.store.read.list(MESSAGE, { teamId: call.caller.teamId });
  const sent = all.filter(({ doc, createdAt }) => {
    const isOurs = doc.accountId === accountId && doc.direction === 'outgoing';
    return isOurs && dateOf(createdAt) >= String(fromDate) && dateOf(createdAt) <= String(toDate);
  });
  const dates = [...new Set(sent.map(({ createdAt }) => dateOf(createdAt)))].sort();
  const days = dates.map((date) => ({
    date,
    ...sumsOf(sent.filter(({ createdAt }) => dateOf(createdAt) === date)),
  }));
  return ok({ totals: sumsOf(sent), days });
});

function sumsOf(messages: readonly MessageRecord[]): Sums {
  const priced = messages.map(({ doc: { pricing } }) => pricing).filter((one) => one !== undefined);
  const counts = new Map<string, number>();
  for (const { category } of priced) counts.set(String(category), (counts.get(String(category)) ?? 0) + 1);
  const categories = Object.fromEntries(counts);
  return { messages: messages.length, billable: priced.filter(({ billable }) => billable === true).length, categories };
}

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppPricingAnalytics };
