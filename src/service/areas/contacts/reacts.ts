/** What contacts do about the inbox: they count the messages that come from them. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { withFields } from '../../store/record.ts';
import { isSamePerson } from './offers.ts';

async function messageReceived({ conversation, at }: DomainEvents['messageReceived'], view: View): Promise<Changes> {
  const { teamId, doc } = conversation;
  const known = (await view.list('contact', { teamId })).filter(
    (one) => one.doc.accountId === doc.accountId && isSamePerson(one.doc.platformIdentifier, doc.participantId),
  );
  return {
    records: known.map((one) =>
      withFields(one, {
        lastMessageReceivedAt: instantOf(at),
        messagesReceivedCount: (one.doc.messagesReceivedCount ?? 0) + 1,
      }),
    ),
  };
}

export const reacts: Reacts = { messageReceived };
