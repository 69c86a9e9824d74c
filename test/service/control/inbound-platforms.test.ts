/** On which platforms which inbound causes have events: every platform, every row of the matrix. */
import { expect, test } from 'vitest';
import { PERSON, PLATFORMS, namesOf, stage, type Stage } from './inbound-stage.ts';

/** Causes the event at an account of the platform. @returns names of the events */
type Cause = (at: Stage, accountId: string) => Promise<readonly string[]>;

type Ids = Readonly<Record<string, string>>;

/** Somebody writes to the account. @returns undefined where nobody can */
async function hear({ service }: Stage, accountId: string): Promise<Ids | undefined> {
  const message = { type: 'message', accountId, participant: PERSON, text: 'Hi' };
  const { status, body } = await service.control('POST', '/_local/inbound', message);
  if (status !== 201) expect(body).toMatchObject({ code: 'platform_not_supported', param: 'accountId' });
  return body['messageId'] === undefined ? undefined : (body as unknown as Ids);
}

/** The account answers somebody who wrote. @returns undefined where it cannot */
async function answer(at: Stage, accountId: string): Promise<Ids | undefined> {
  const heard = await hear(at, accountId);
  const path = `/v1/inbox/conversations/${heard?.['conversationId'] ?? ''}/messages`;
  const { status } = await at.service.api('POST', path, { body: { accountId, message: 'Hello' } });
  if (status !== 200) return undefined;
  const { body } = await at.service.api('GET', path, { query: { accountId } });
  const messages = body['messages'] as unknown as readonly Ids[];
  return messages.find(({ direction }) => direction === 'outgoing');
}

const namesAfter = async (at: Stage, type: string, fields: object): Promise<readonly string[]> =>
  namesOf((await at.tell(type, fields)).events);

const status =
  (word: string): Cause =>
  async (at, accountId) => {
    const message = await answer(at, accountId);
    return message === undefined
      ? []
      : namesAfter(at, 'message_status', { accountId, messageId: message['id'], status: word });
  };

const deletion =
  (direction: 'incoming' | 'outgoing'): Cause =>
  async (at, accountId) => {
    const heard = direction === 'incoming' ? await hear(at, accountId) : undefined;
    const messageId = heard?.['messageId'] ?? (await answer(at, accountId))?.['id'];
    return messageId === undefined ? [] : namesAfter(at, 'message_delete', { accountId, messageId, direction });
  };

/** What becomes of a message that came in. */
const later =
  (type: string, fieldsOf: (ids: Ids) => object): Cause =>
  async (at, accountId) => {
    const ids = await hear(at, accountId);
    return ids === undefined ? [] : namesAfter(at, type, { accountId, ...fieldsOf(ids) });
  };

const edit = later('message_edit', ({ messageId }) => ({ messageId, text: 'new' }));
const control = later('control', ({ conversationId }) => ({ conversationId, owner: 'other' }));
const reaction = later('reaction', ({ platformMessageId }) => ({ platformMessageId, action: 'added', emoji: '👍' }));
const referral = later('referral', () => ({ participant: PERSON, referral: { ref: 'poster' } }));

const comment: Cause = (at, accountId) =>
  namesAfter(at, 'comment', { accountId, nativeId: '1', author: { id: '2' }, text: 'hi' });

const review: Cause = (at, accountId) => namesAfter(at, 'review', { accountId, author: {}, rating: 5, text: 'good' });

// prettier-ignore
test.each<[title: string, event: string, platforms: readonly string[], cause: Cause]>([
  ['EVT-84', 'message.edited',               ['instagram', 'facebook', 'telegram', 'whatsapp'], edit],
  ['EVT-85 EVT-67', 'message.deleted',       ['instagram', 'whatsapp'], deletion('incoming')],
  ['EVT-85', 'message.deleted',              ['whatsapp'], deletion('outgoing')],
  ['EVT-86', 'message.delivered',            ['whatsapp', 'facebook', 'sms'], status('delivered')],
  ['EVT-87', 'message.read',                 ['whatsapp', 'facebook', 'instagram'], status('read')],
  ['EVT-88', 'message.failed',               ['whatsapp', 'sms'], status('failed')],
  ['EVT-89', 'conversation.control_changed', ['whatsapp', 'facebook', 'instagram'], control],
  ['EVT-90', 'reaction.received',            ['instagram', 'facebook', 'whatsapp', 'telegram', 'slack', 'tiktok'], reaction],
  ['EVT-91', 'referral.received',            ['instagram', 'facebook'], referral],
  ['EVT-80 EVT-92', 'comment.received',      ['instagram', 'facebook', 'threads', 'youtube', 'linkedin', 'bluesky', 'reddit', 'tiktok'], comment],
  ['EVT-81', 'review.new',                   ['googlebusiness'], review],
])('%s %s fires on %j only', async (_title, event, platforms, cause) => {
  const at = await stage();
  const firing: string[] = [];
  for (const platform of PLATFORMS) {
    if ((await cause(at, await at.account(platform))).includes(event)) firing.push(platform);
  }
  expect(firing.sort()).toEqual([...platforms].sort());
});
