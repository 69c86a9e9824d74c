/** What becomes of messages that went out: they are sent, arrive, are read, or fail. Used by arrives-messages.ts and work.ts. */
import { isFields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Changes } from '../../change.ts';
import type { AccountRecord } from '../../records/account.ts';
import { messageStates, type MessageEvent, type MessageState } from '../../states/message.ts';
import { withFields } from '../../store/record.ts';
import { statusEvents, type DeliveryStatus, type StatusUpdate } from './events.ts';
import { withMessage, type MessageDoc, type MessageRecord } from './record.ts';

export interface StatusChanges {
  readonly message: MessageRecord;
  readonly changes: Changes;
}

/** Whether the message may become so; only what went out has a status. */
export const canBecome = ({ doc }: MessageRecord, event: MessageEvent): boolean =>
  doc.direction === 'outgoing' && messageStates.move(stateOf(doc), event) !== undefined;

const stateOf = ({ deliveryStatus }: MessageDoc): MessageState => deliveryStatus ?? 'sent';

/** The message with its delivery status, and the event where the platform reports one. */
export function statusChanges(account: AccountRecord, update: StatusUpdate): StatusChanges {
  const { status, error, now, given, conversation } = update;
  const message = withFields(update.message, {
    deliveryStatus: status,
    ...timeOf(status, instantOf(now)),
    ...(error === undefined ? {} : { deliveryError: error }),
    ...(isFields(given['pricing']) && { pricing: given['pricing'] }),
  });
  const after = status === 'sent' ? withMessage(conversation, message) : conversation;
  const events = statusEvents(account, { ...update, message });
  const domainEvents = [{ name: 'messageStatusChanged', message, status, at: now } as const];
  return { message, changes: { records: [after, message], events, domainEvents } };
}

function timeOf(status: DeliveryStatus, at: string): Partial<MessageDoc> {
  if (status === 'sent') return { sentAt: at };
  if (status === 'delivered') return { deliveredAt: at };
  return status === 'read' ? { readAt: at } : { failedAt: at };
}
