/** What contacts do about others: whoever writes becomes one, messages count for them, and whoever wants no more texts is unsubscribed there. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { hexOf } from '../../networks/chance.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { newChannel } from './channels.ts';
import { contactAt, type Reached } from './offers.ts';
import { CONTACT, type ContactRecord } from './record.ts';

type Conversed = Pick<DomainEvents['messageReceived'], 'conversation'>;

/** The contact with whom the conversation is. */
async function contactIn({ conversation: { doc } }: Conversed, view: View): Promise<Reached | undefined> {
  const { accountId, participantId, isGroup } = doc;
  return isGroup === true || participantId === undefined ? undefined : contactAt(view, accountId, participantId);
}

async function messageReceived(event: DomainEvents['messageReceived'], view: View): Promise<Changes> {
  const { conversation, message, at } = event;
  const known = await contactIn(event, view);
  const { contact, channel } = known ?? (await newcomer(event, view)) ?? {};
  if (contact === undefined || channel === undefined) return {};
  const now = instantOf(at);
  const after = withFields(contact, {
    lastMessageReceivedAt: now,
    messagesReceivedCount: (contact.doc.messagesReceivedCount ?? 0) + 1,
  });
  const active = withFields(channel, { lastActiveAt: now, conversationId: conversation.id });
  return message.doc.direction === 'incoming' ? { records: [after, active] } : {};
}

/** Somebody who writes for the first time, as a contact of the account's profile. */
async function newcomer(
  { conversation, message, at }: DomainEvents['messageReceived'],
  view: View,
): Promise<Reached | undefined> {
  const { accountId, participantId, participantName, isGroup, platform } = conversation.doc;
  const account = await view.get(ACCOUNT_KIND, accountId);
  if (account === undefined || participantId === undefined || isGroup === true) return undefined;
  const id = hexOf(`contact ${message.id}`, 24);
  const contact: ContactRecord = {
    kind: CONTACT,
    id,
    teamId: conversation.teamId,
    profileId: conversation.profileId,
    parentId: null,
    createdAt: at,
    doc: {
      id,
      name: participantName ?? participantId,
      tags: [],
      customFields: {},
      isSubscribed: true,
      isBlocked: false,
      createdAt: instantOf(at),
      updatedAt: instantOf(at),
      accountId,
      platform,
      platformIdentifier: participantId,
    },
  };
  const address = { account, personId: participantId, platformIdentifier: participantId, displayIdentifier: undefined };
  return { contact, channel: newChannel(contact, address, at) };
}

async function messageSent(event: DomainEvents['messageSent'], view: View): Promise<Changes> {
  const { contact } = (await contactIn(event, view)) ?? {};
  if (contact === undefined) return {};
  return {
    records: [
      withFields(contact, {
        lastMessageSentAt: instantOf(event.at),
        messagesSentCount: (contact.doc.messagesSentCount ?? 0) + 1,
      }),
    ],
  };
}

/** Source: SMS-18; readings, "Contacts" */
async function textsWanted({ account, personId, isWanted, at }: DomainEvents['textsWanted'], view: View) {
  const known = await contactAt(view, account.id, personId);
  if (known === undefined) return {};
  const { contact, channel } = known;
  const changes: Changes = {
    records: [withFields(channel, { isSubscribed: isWanted })],
    ...(!isWanted && { domainEvents: [{ name: 'contactUnsubscribed', contact, accountId: account.id, at }] }),
  };
  return changes;
}

export const reacts: Reacts = { messageReceived, messageSent, textsWanted };
