/** What reports on the inbox have in common: the span, the accounts and the sender that are asked for. Reports are in inbox.ts and inbox-conversations.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { accountFor } from '../../records/account.ts';
import { profileFor } from '../../records/profile.ts';
import { dateOf, dayOf, daysIn, eachDay, endOf, type DaySpan } from './days.ts';
import { grouped } from './grouped.ts';
import { countsOf, activitiesIn, WORDS, type Bounds, type Activity } from './inbox-counts.ts';
import { inboxOf, type Inbox, type InboxMessage } from './inbox-messages.ts';

/** What a report is made of. */
interface Asked {
  readonly call: Call;
  readonly inbox: Inbox;
  readonly messages: readonly InboxMessage[];
  readonly bounds: Bounds;
  /** The days of the span, as far as they have begun. */
  readonly days: readonly number[];
  readonly activities: readonly Activity[];
}

/** A report over the span, the accounts and the sender that are asked for. */
export const report =
  (tell: (asked: Asked) => Fields | Reply): Handler =>
  async (call, desk) => {
    const refusal = await refusalOf(call, desk);
    if (refusal !== undefined) return refusal;
    const { fromDate, toDate = null, source } = call.query;
    const span = spanOf(call, desk.clock.now());
    if (toDate !== null && String(toDate) < String(fromDate))
      return refuse('invalid_field_value', { param: 'fromDate', message: 'The date range is reversed.' });
    const bounds = { from: span.from * DAY_MS, to: endOf(span.to) };
    const inbox = await inboxOf(call, desk);
    const messages = inbox.messages.filter((one) => source === undefined || one.source === source);
    const activities = activitiesIn(messages, bounds);
    const report = tell({ call, inbox, messages, bounds, days: eachDay(span), activities });
    return isReply(report) ? report : ok({ success: true, from: fromDate, to: toDate, ...report });
  };

const isReply = (one: Fields | Reply): one is Reply => typeof one['status'] === 'number';

/** Days between the first and the last one at most. */
const LONGEST = 3 * 365;

function spanOf({ query }: Call, now: number): DaySpan {
  const today = dayOf(now);
  const { from, to } = daysIn(query, { from: today, to: today });
  const last = Math.min(to, today);
  return { from: Math.max(from, last - LONGEST), to: last };
}

async function refusalOf({ caller, query }: Call, { store }: Desk): Promise<Reply | undefined> {
  const { accountId, profileId } = query;
  if (typeof accountId === 'string' && (await accountFor(store.read, caller, accountId)) === undefined)
    return refuse('account_not_found', { param: 'accountId' });
  if (typeof profileId === 'string' && (await profileFor(store.read, caller, profileId)) === undefined)
    return refuse('profile_not_found', { param: 'profileId' });
  return undefined;
}

export const conversationOf = ({ message }: Activity): string => message.conversationId;

/** A row for each day, the quiet ones too. */
export const byDay = (days: readonly number[], activities: readonly Activity[]): readonly Fields[] => {
  const groups = grouped(activities, ({ at }) => dayOf(at));
  return days.map((day) => ({ date: dateOf(day), ...countsOf(groups.get(day) ?? [], WORDS) }));
};
