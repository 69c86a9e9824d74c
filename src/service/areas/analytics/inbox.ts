/** Reports on the inbox as a whole: each is counted from the messages that there are. Counting is in inbox-counts.ts. */
import type { Handler } from '../../desk.ts';
import type { AccountRecord } from '../../records/account.ts';
import { dayOf } from './days.ts';
import { handlers as conversations } from './inbox-conversations.ts';
import {
  countsOf,
  histogramOf,
  isMessage,
  meanOf,
  percentile,
  waitsIn,
  WORDS,
  type Bounds,
  type Activity,
} from './inbox-counts.ts';
import type { InboxMessage } from './inbox-messages.ts';
import { grouped } from './grouped.ts';
import { byDay, conversationOf, report } from './inbox-report.ts';

const platformOf = ({ message }: Activity): string => message.account.doc.platform;

const getInboxVolume = report(({ days, activities }) => ({
  summary: {
    ...countsOf(activities, WORDS),
    uniqueConversations: new Set(activities.filter(isMessage).map(conversationOf)).size,
  },
  timeseries: byDay(days, activities),
  byPlatform: [...grouped(activities, platformOf)].map(([platform, own]) => ({ platform, ...countsOf(own, WORDS) })),
}));

/** What is counted in reports that say nothing of failures. */
const SHOWN = ['received', 'sent', 'read'] as const;

/** Monday is 1; the epoch began on a Thursday. */
const weekdayOf = (at: number): number => ((dayOf(at) + 3) % 7) + 1;

const hourOf = (at: number): number => new Date(at).getUTCHours();

const getInboxHeatmap = report(({ call, activities }) => {
  const { action = 'all' } = call.query;
  const wanted = activities.filter(
    ({ word }) => word !== 'failed' && ['all', `message.${word}`].includes(String(action)),
  );
  const slots = [...grouped(wanted, ({ at }) => weekdayOf(at) * 24 + hourOf(at))].sort(([one], [other]) => one - other);
  return {
    buckets: slots.map(([slot, own]) => ({ dow: Math.floor(slot / 24), hour: slot % 24, ...countsOf(own, SHOWN) })),
  };
});

const getInboxResponseTime = report(({ messages, bounds }) => {
  const waits = waitsIn(messages, bounds);
  const summary = {
    sampleSize: waits.length,
    medianSeconds: percentile(waits, 0.5),
    p90Seconds: percentile(waits, 0.9),
    p99Seconds: percentile(waits, 0.99),
    meanSeconds: meanOf(waits),
    fastestSeconds: waits[0] ?? 0,
    slowestSeconds: waits.at(-1) ?? 0,
  };
  return { summary, histogram: histogramOf(waits) };
});

const getInboxSourceBreakdown = report(({ activities }) => ({
  sources: [...grouped(activities, ({ message }) => message.source)].map(([source, own]) => ({
    source,
    ...countsOf(own, SHOWN),
    byPlatform: [...grouped(own, platformOf)].map(([platform, some]) => ({ platform, ...countsOf(some, SHOWN) })),
  })),
}));

const getInboxTopAccounts = report(({ call, inbox, messages, bounds, activities }) => {
  const wanted = new Set(messages);
  const heard = inbox.messages.filter((one) => one.isIncoming || wanted.has(one));
  const all = [...grouped(activities.filter(isMessage), ({ message }) => message.account)];
  const accounts = all.map(([account, own]) => busyness(account, own, waitsOf(account, heard, bounds)));
  return {
    accounts: accounts.sort((one, other) => other.total - one.total).slice(0, Number(call.query['limit'] ?? 10)),
  };
});

const waitsOf = ({ id }: AccountRecord, messages: readonly InboxMessage[], bounds: Bounds): readonly number[] =>
  waitsIn(
    messages.filter(({ account }) => account.id === id),
    bounds,
  );

const busyness = ({ id, doc }: AccountRecord, own: readonly Activity[], waits: readonly number[]) => ({
  accountId: id,
  platform: doc.platform,
  displayName: doc.displayName,
  username: doc.username,
  ...countsOf(own, ['received', 'sent']),
  total: own.length,
  conversations: new Set(own.map(conversationOf)).size,
  medianResponseSeconds: percentile(waits, 0.5),
  repliedCount: waits.length,
});

export const handlers: Record<string, Handler> = {
  getInboxHeatmap,
  getInboxResponseTime,
  getInboxSourceBreakdown,
  getInboxTopAccounts,
  getInboxVolume,
  ...conversations,
};
