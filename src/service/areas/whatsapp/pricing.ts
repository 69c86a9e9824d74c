/** How many messages a whatsapp account sent in a span of days, how many of them the network billed, and what they cost. */
import { isFields, textOf } from '../../../kernel/json.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { CONVERSATION, MESSAGE, type MessageRecord } from '../inbox/record.ts';
import { countryOf } from '../phone-numbers/offers.ts';
import { usdOf, whatsappPrice } from '../usage/offers.ts';

/** A message with what the network charges for it. */
interface Counted {
  readonly date: string;
  /** Absent while nothing was said of its price. */
  readonly category: string | undefined;
  readonly isBilled: boolean;
  /** Millionths of a dollar. */
  readonly micros: number;
}

interface Sums {
  readonly messages: number;
  readonly billable: number;
  readonly categories: Readonly<Record<string, number>>;
  /** US dollars. */
  readonly cost: number;
}

/** Days that are counted without a span. */
const USUAL_DAYS = 30;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Source: WAP-05, ASM-50 */
const getWhatsAppPricingAnalytics = inScene(async ({ call, desk, now }) => {
  const { accountId, fromDate = dateOf(now - (USUAL_DAYS - 1) * DAY_MS), toDate = dateOf(now) } = call.query;
  if (String(fromDate) > String(toDate))
    return refuse('invalid_field_value', { param: 'fromDate', message: '`fromDate` is after `toDate`.' });
  const { read } = desk.store;
  const all = await read.list(MESSAGE, { teamId: call.caller.teamId });
  const sent = all.filter(({ doc, createdAt }) => {
    // What the platform refused has not gone out, though the conversation has it.
    const isOurs = doc.accountId === accountId && doc.direction === 'outgoing' && doc.failure === undefined;
    return isOurs && dateOf(createdAt) >= String(fromDate) && dateOf(createdAt) <= String(toDate);
  });
  const entries = await entriesFrom(read, sent);
  const dates = [...new Set(entries.map(({ date }) => date))].sort();
  const days = dates.map((date) => ({ date, ...sumsOf(entries.filter((one) => one.date === date)) }));
  return ok({ totals: sumsOf(entries), days });
});

/** Each message with its price, by the country of its recipient. */
async function entriesFrom(read: Reader, messages: readonly MessageRecord[]): Promise<readonly Counted[]> {
  const countries = new Map<string, string | undefined>();
  const all: Counted[] = [];
  for (const { doc, createdAt, parentId } of messages) {
    const pricing = isFields(doc.pricing) ? doc.pricing : {};
    const category = textOf(pricing['category']);
    const isBilled = pricing['billable'] === true && doc.deliveryStatus !== 'failed';
    const conversationId = parentId ?? '';
    if (isBilled && !countries.has(conversationId))
      countries.set(conversationId, await recipientCountry(read, conversationId));
    const micros = isBilled ? whatsappPrice(category ?? '', countries.get(conversationId)) : 0;
    all.push({ date: dateOf(createdAt), category, isBilled, micros });
  }
  return all;
}

async function recipientCountry(read: Reader, conversationId: string): Promise<string | undefined> {
  const conversation = await read.get(CONVERSATION, conversationId);
  const digits = conversation?.doc.participantId;
  return digits === undefined || digits === '' ? undefined : countryOf(`+${digits}`);
}

function sumsOf(entries: readonly Counted[]): Sums {
  const counts = new Map<string, number>();
  for (const { category } of entries) if (category !== undefined) counts.set(category, (counts.get(category) ?? 0) + 1);
  return {
    messages: entries.length,
    billable: entries.filter(({ isBilled }) => isBilled).length,
    categories: Object.fromEntries(counts),
    cost: usdOf(entries.reduce((sum, { micros }) => sum + micros, 0)),
  };
}

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppPricingAnalytics };
