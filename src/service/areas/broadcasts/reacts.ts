/** What broadcasts do about the inbox: whoever got a message as one of many is as far as the message. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { withFields } from '../../store/record.ts';
import { RECIPIENT_KIND, type RecipientRecord } from './record.ts';

type StatusChanged = DomainEvents['messageStatusChanged'];

async function messageStatusChanged({ message, status, at }: StatusChanged, view: View): Promise<Changes> {
  const recipient = await view.get(RECIPIENT_KIND, message.doc.recipientId ?? '');
  if (recipient === undefined) return {};
  const { deliveryError: error } = message.doc;
  const failure =
    error === undefined || error === null
      ? {}
      : { error: error.message ?? '', ...(error.code !== undefined && { errorCode: error.code }) };
  return { records: [withFields(recipient, { status, ...timeOf(status, instantOf(at)), ...failure })] };
}

function timeOf(status: StatusChanged['status'], at: string): Partial<RecipientRecord['doc']> {
  if (status === 'sent') return { sentAt: at };
  if (status === 'delivered') return { deliveredAt: at };
  return status === 'read' ? { readAt: at } : {};
}

export const reacts: Reacts = { messageStatusChanged };
