/** What becomes of messages that went out: they are sent, arrive, are read, or fail. Used by arrives-messages.ts and work.ts. */
import { isFields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Changes } from '../../change.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { fateEvents, type Fate, type Fated } from './events.ts';
import { withMessage, type MessageDoc, type MessageRecord } from './record.ts';

export interface FateChanges {
  readonly message: MessageRecord;
  readonly changes: Changes;
}

/** The message with its fate, announced where the platform tells of it. */
export function fateChanges(account: AccountRecord, fated: Fated): FateChanges {
  const { status, error, now, given, conversation } = fated;
  const message = withFields(fated.message, {
    deliveryStatus: status,
    ...timeOf(status, instantOf(now)),
    ...(error === undefined ? {} : { deliveryError: error }),
    ...(isFields(given['pricing']) && { pricing: given['pricing'] }),
  });
  const after = status === 'sent' ? withMessage(conversation, message) : conversation;
  const events = fateEvents(account, { ...fated, message });
  const happened = [{ name: 'messageFated', message, status, at: now } as const];
  return { message, changes: { records: [after, message], events, happened } };
}

function timeOf(status: Fate, at: string): Partial<MessageDoc> {
  if (status === 'sent') return { sentAt: at };
  if (status === 'delivered') return { deliveredAt: at };
  return status === 'read' ? { readAt: at } : { failedAt: at };
}
