/** What sequences do about others: whoever answers, or unsubscribes, leaves those that end with that. Next stop: leaving.ts. */
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { contactAt } from '../contacts/offers.ts';
import { leaveAll } from './leaving.ts';

async function messageReceived(
  { conversation: { doc } }: DomainEvents['messageReceived'],
  view: View,
): Promise<Changes> {
  const { accountId, participantId } = doc;
  const known = participantId === undefined ? undefined : await contactAt(view, accountId, participantId);
  if (known === undefined) return {};
  return leaveAll(view, {
    contactId: known.contact.id,
    reason: 'replied',
    isLeft: (sequence) => sequence.doc.exitOnReply && sequence.doc.accountId === accountId,
  });
}

const contactUnsubscribed = (
  { contact, accountId }: DomainEvents['contactUnsubscribed'],
  view: View,
): Promise<Changes> =>
  leaveAll(view, {
    contactId: contact.id,
    reason: 'unsubscribed',
    isLeft: ({ doc }) => doc.exitOnUnsubscribe && [undefined, doc.accountId].includes(accountId),
  });

export const reacts: Reacts = { messageReceived, contactUnsubscribed };
