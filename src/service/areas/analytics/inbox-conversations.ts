/** Reports on single conversations, in a list and one by one. Listed in inbox.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Fields } from '../../../kernel/json.ts';
import { isRecordId } from '../../../kernel/ids.ts';
import type { Handler } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { pageOf, pageWord } from '../../engine/page.ts';
import { countsOf, isMessage, WORDS, type Activity } from './inbox-counts.ts';
import { grouped } from './grouped.ts';
import { byDay, conversationOf, report } from './inbox-report.ts';

const iso = (at: number | undefined): string | null => (at === undefined ? null : instantOf(at));

/** What a conversation came to; its messages are in the order of time. */
function summaryOf(own: readonly Activity[]) {
  const messages = own.filter(isMessage);
  const instants = messages.map(({ at }) => at);
  return {
    ...countsOf(own, WORDS),
    totalMessages: messages.length,
    firstMessageAt: iso(instants[0]),
    lastMessageAt: iso(instants.at(-1)),
  };
}

const idsOf = (id: string) => ({ conversationId: id, mongoId: isRecordId(id) ? id : null });

const listInboxConversationAnalytics = report(({ call, inbox, messages, activities }) => {
  const rows = [...grouped(activities, conversationOf)]
    .filter(([, own]) => own.some(isMessage))
    .map(([id, own]) => {
      const record = inbox.conversations.get(id);
      const last = messages.findLast(({ conversationId }) => conversationId === id);
      return {
        ...idsOf(id),
        accountId: own[0]?.message.account.id ?? '',
        platform: own[0]?.message.account.doc.platform ?? '',
        participantName: record?.doc.participantName ?? null,
        participantUsername: record?.doc.participantUsername ?? null,
        participantPicture: record?.doc.participantPicture ?? null,
        lastMessage: last?.record.doc.message ?? null,
        ...summaryOf(own),
      };
    });
  const page = pageOf(call, ordered(rows, call.query));
  const words = ['page', 'limit', 'total', 'totalPages', 'hasMore'];
  return { items: page.items, pagination: Object.fromEntries(words.map((word) => [word, pageWord(word, page)])) };
});

/** Figures by size, instants by time; equal ones stay as they came. */
function ordered<T extends Fields>(rows: readonly T[], { sortBy = 'lastMessageAt', order }: Fields): readonly T[] {
  const value = (row: T): number => {
    const one = row[String(sortBy)];
    return typeof one === 'number' ? one : Date.parse(String(one));
  };
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort((one, other) => sign * (value(one) - value(other)));
}

/** A span without messages is as if there were no such conversation. */
const getInboxConversationAnalytics = report(({ call, inbox, days, activities }) => {
  const record = inbox.conversations.get(call.path['conversationId'] ?? '');
  const own = activities.filter(({ message }) => message.conversationId === record?.id);
  if (record === undefined || !own.some(isMessage)) return notFound('conversation');
  const sources = grouped(own.filter(isMessage), ({ message }) => message.source);
  return {
    ...idsOf(record.id),
    mongoId: record.id,
    platform: record.doc.platform ?? null,
    summary: summaryOf(own),
    timeseries: byDay(days, own),
    bySource: [...sources].map(([source, some]) => ({ source, count: some.length })),
  };
});

export const handlers: Record<string, Handler> = { getInboxConversationAnalytics, listInboxConversationAnalytics };
