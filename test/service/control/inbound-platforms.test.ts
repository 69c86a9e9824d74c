/** On which platforms which inbound causes are told: every platform, every row of the matrix. */
import { expect, test } from 'vitest';
import { PERSON, PLATFORMS, namesOf, stage, type Stage } from './inbound-stage.ts';

/** Causes the event at an account of the platform. @returns names of what was told */
type Cause = (at: Stage, accountId: string) => Promise<readonly string[]>;

/** A message that came in, laid down without asking whether the platform has messages. */
async function laid(
  at: Stage,
  accountId: string,
  direction = 'incoming',
): Promise<{ messageId: string; conversationId: string }> {
  const { store, ids } = at.service.service.desk;
  const [messageId, conversationId] = [ids.record(), ids.record()];
  await store.transact(async (tx) => {
    const account = await tx.get('account', accountId);
    const platform = account?.doc['platform'];
    const common = { teamId: account?.teamId ?? '', profileId: null, createdAt: 0 };
    const conversation = {
      id: conversationId,
      platform,
      accountId,
      participantId: PERSON.id,
      participantName: 'Ada',
      status: 'active',
      unreadCount: 0,
    };
    await tx.put({ ...common, kind: 'conversation', id: conversationId, parentId: null, doc: conversation });
    const doc = {
      id: messageId,
      conversationId,
      accountId,
      platform,
      direction,
      message: 'hi',
      attachments: [],
      reactions: [],
      editHistory: [],
      createdAt: '2026-01-05T09:00:00.000Z',
      senderId: PERSON.id,
    };
    await tx.put({ ...common, kind: 'message', id: messageId, parentId: conversationId, doc });
  });
  return { messageId, conversationId };
}

const named = async (at: Stage, type: string, given: object): Promise<readonly string[]> =>
  namesOf((await at.tell(type, given)).events);

const fate =
  (status: string): Cause =>
  async (at, accountId) => {
    const { messageId } = await laid(at, accountId, 'outgoing');
    return named(at, 'message_status', { accountId, messageId, status });
  };

const deletion =
  (direction: string): Cause =>
  async (at, accountId) => {
    const { messageId } = await laid(at, accountId);
    return named(at, 'message_delete', { accountId, messageId, direction });
  };

const edit: Cause = async (at, accountId) => {
  const { messageId } = await laid(at, accountId);
  return named(at, 'message_edit', { accountId, messageId, text: 'new' });
};

const control: Cause = async (at, accountId) => {
  const { conversationId } = await laid(at, accountId);
  return named(at, 'control', { accountId, conversationId, owner: 'other' });
};

const reaction: Cause = async (at, accountId) => {
  const { messageId } = await laid(at, accountId);
  return named(at, 'reaction', { accountId, platformMessageId: messageId, action: 'added', emoji: '👍' });
};

const referral: Cause = async (at, accountId) => {
  await laid(at, accountId);
  return named(at, 'referral', { accountId, participant: PERSON, referral: { ref: 'poster' } });
};

const comment: Cause = (at, accountId) =>
  named(at, 'comment', { accountId, nativeId: '1', author: { id: '2' }, text: 'hi' });

const review: Cause = (at, accountId) => named(at, 'review', { accountId, author: {}, rating: 5, text: 'good' });

// prettier-ignore
test.each<[title: string, event: string, platforms: readonly string[], cause: Cause]>([
  ['EVT-84', 'message.edited',               ['instagram', 'facebook', 'telegram', 'whatsapp'], edit],
  ['EVT-85 EVT-67', 'message.deleted',       ['instagram', 'whatsapp'], deletion('incoming')],
  ['EVT-85', 'message.deleted',              ['whatsapp'], deletion('outgoing')],
  ['EVT-86', 'message.delivered',            ['whatsapp', 'facebook', 'sms'], fate('delivered')],
  ['EVT-87', 'message.read',                 ['whatsapp', 'facebook', 'instagram'], fate('read')],
  ['EVT-88', 'message.failed',               ['whatsapp', 'sms'], fate('failed')],
  ['EVT-89', 'conversation.control_changed', ['whatsapp', 'facebook', 'instagram'], control],
  ['EVT-90', 'reaction.received',            ['instagram', 'facebook', 'whatsapp', 'telegram', 'slack', 'tiktok'], reaction],
  ['EVT-91', 'referral.received',            ['instagram', 'facebook'], referral],
  ['EVT-80 EVT-92', 'comment.received',      ['instagram', 'facebook', 'threads', 'youtube', 'linkedin', 'bluesky', 'reddit', 'tiktok'], comment],
  ['EVT-81', 'review.new',                   ['googlebusiness'], review],
])('%s %s is told of %j only', async (_title, event, platforms, cause) => {
  const at = await stage();
  const told: string[] = [];
  for (const platform of PLATFORMS) {
    if ((await cause(at, await at.account(platform))).includes(event)) told.push(platform);
  }
  expect(told.sort()).toEqual([...platforms].sort());
});
