/** The messages that inbox reports count: each with when it came, went, was read or failed, and who sent it. Read by inbox.ts. */
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { isWrittenThere, sentViaOf, type ConversationRecord, type MessageRecord } from '../inbox/record.ts';
import { numberAccount } from '../phone-numbers/offers.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { reaches } from '../../records/profile.ts';

export interface InboxMessage {
  readonly record: MessageRecord;
  readonly account: AccountRecord;
  /** The conversation's own record id. */
  readonly conversationId: string;
  readonly isIncoming: boolean;
  /** Who or what sent it. */
  readonly source: string;
  /** Milliseconds. */
  readonly at: number;
  /** Milliseconds; undefined for what the other side has not read. */
  readonly readAt: number | undefined;
  readonly failedAt: number | undefined;
}

export interface Inbox {
  readonly messages: readonly InboxMessage[];
  readonly conversations: ReadonlyMap<string, ConversationRecord>;
}

/** People write what comes in, and what is written on the platform itself; all else goes through the API. */
const sourceOf = (record: MessageRecord): string =>
  record.doc.direction === 'incoming' || isWrittenThere(record) ? 'human' : sentViaOf(record);

const instantIn = (text: string | null | undefined): number | undefined =>
  typeof text === 'string' ? Date.parse(text) : undefined;

function messageOf(record: MessageRecord, account: AccountRecord): InboxMessage {
  const { doc } = record;
  const isIncoming = doc.direction === 'incoming';
  return {
    record,
    account,
    isIncoming,
    conversationId: record.parentId ?? '',
    source: sourceOf(record),
    at: record.createdAt,
    readAt: isIncoming ? undefined : instantIn(doc.readAt),
    failedAt: isIncoming || doc.deliveryStatus !== 'failed' ? undefined : (instantIn(doc.failedAt) ?? record.createdAt),
  };
}

/** All messages of the accounts that are asked for, oldest first. */
export async function inboxOf(call: Call, desk: Desk): Promise<Inbox> {
  const { caller, query } = call;
  const { accountId, platform, profileId } = query;
  const reached = await accountsFor(desk.store.read, caller, typeof profileId === 'string' ? profileId : undefined);
  const numbers = (await desk.store.read.list(NUMBER_KIND, { teamId: caller.teamId }))
    .filter((number) => reaches(caller, number) && (profileId ?? number.profileId) === number.profileId)
    .map((number) => numberAccount(number, 'sms'));
  const accounts = new Map(
    [...reached, ...numbers]
      .filter(({ id, doc }) => (accountId ?? id) === id && (platform ?? doc.platform) === doc.platform)
      .map((account) => [account.id, account]),
  );
  const { teamId } = caller;
  const records = await desk.store.read.list('message', { teamId });
  const conversations = await desk.store.read.list('conversation', { teamId });
  const messages = records.flatMap((record) => {
    const account = accounts.get(record.doc.accountId);
    return account === undefined ? [] : [messageOf(record, account)];
  });
  return {
    messages: messages.sort((one, other) => one.at - other.at),
    conversations: new Map(conversations.map((one) => [one.id, one])),
  };
}
