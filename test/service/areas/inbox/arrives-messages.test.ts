/** Messages from networks. */
import { join } from 'node:path';
import Database from 'libsql';
import { beforeEach, describe, expect, test } from 'vitest';
import { STORE_FILE } from '../../../../src/kernel/steering.ts';
import type { AccountRecord } from '../../../../src/service/records/account.ts';
import { replayHistory } from '../../../../src/service/areas/inbox/offers.ts';
import type { Json, ListedEvent } from '../../../support/service.ts';
import { namesOf, PERSON, stage, type Stage } from '../../control/inbound-stage.ts';

let at: Stage;
let whatsapp: string;

beforeEach(async () => {
  at = await stage();
  whatsapp = await at.account('whatsapp');
});

const message = (given: object = {}) =>
  at.tell('message', { accountId: whatsapp, participant: PERSON, text: 'See you at nine', ...given });
/** Messages as the conversation lists them, oldest first. */
const listed = async (conversationId: string | undefined, accountId = whatsapp) => {
  const path = `/v1/inbox/conversations/${conversationId ?? ''}/messages`;
  return (await at.service.api('GET', path, { query: { accountId } })).body['messages'] as unknown as Json[];
};
const payloadOf = ({ events }: { readonly events: readonly ListedEvent[] }, name: string) =>
  events.find(({ event }) => event === name)?.payload;

describe('a message that comes in', () => {
  test('EVT-45 without a name comes from whoever the conversation is with, and from a stranger without one', async () => {
    const { conversationId } = await message({ participant: { id: '15550100301', name: 'Ada' } });
    await message({ participant: { id: '+1 555 0100301' } });
    const sender = async (id: string | undefined) => (await listed(id)).map((one) => one['senderName']);
    expect(await sender(conversationId)).toEqual(['Ada', 'Ada']);
    const stranger = await message({ participant: { id: '15550100302' } });
    expect(await sender(stranger.conversationId)).toEqual(['Customer 0302']);
  });

  test('EVT-44 EVT-45 EVT-46 EVT-47 EVT-56 carries its text, files, sender, conversation and account, and no producer', async () => {
    const attachments = [{ type: 'image', url: 'https://example.com/a.jpg' }];
    const told = await message({ attachments });
    const payload = payloadOf(told, 'message.received');
    expect(payload).toMatchObject({
      message: {
        id: told['messageId'],
        text: 'See you at nine',
        attachments,
        platformMessageId: told['platformMessageId'],
        direction: 'incoming',
        sender: { ...PERSON, phoneNumber: '+15550100300', businessScopedUserId: expect.any(String) as string },
        automationId: null,
        workflowId: null,
        executionId: null,
        broadcastId: null,
        sequenceId: null,
      },
      conversation: { id: told['conversationId'] },
      account: { id: whatsapp, accountId: whatsapp, profileId: await at.service.profileId() },
    });
    const listed = await at.service.api('GET', '/v1/inbox/conversations');
    expect((listed.body['data'] as unknown as { id: string }[]).map(({ id }) => id)).toContain(told['conversationId']);
  });

  test.each([
    ['EVT-48 a tap', { interactiveType: 'button_reply', interactiveId: 'yes' }],
    ['EVT-49 a flow response', { flowResponseData: { guests: 2 } }],
    ['EVT-50 an order', { order: { catalog_id: '1', product_items: [{ product_retailer_id: 'a', quantity: 1 }] } }],
    ['EVT-51 a referral that rides along', { referral: { ctwa_clid: 'x', source_id: '1' } }],
    ['EVT-52 a shared place', { location: { latitude: 38.7, longitude: -9.1 } }],
  ])('%s arrives under metadata', async (_what, metadata) => {
    const told = await message({ metadata });
    expect(payloadOf(told, 'message.received')).toMatchObject({ metadata });
    expect(await listed(told['conversationId'])).toMatchObject([{ direction: 'incoming', metadata }]);
  });

  test('EVT-53 by SMS has the platform sms', async () => {
    const { _id: line } = await at.service.account('sms', { username: '+15550100200' });
    const told = await at.tell('sms', { to: '+15550100200', from: '+15550100300', text: 'hello' });
    const text = { platform: 'sms', message: 'hello', direction: 'incoming' };
    expect(await listed(told['conversationId'], line)).toMatchObject([text]);
    expect(payloadOf(told, 'message.received')).toMatchObject({
      message: { platform: 'sms', sender: { phoneNumber: '+15550100300' } },
      account: { platform: 'sms' },
    });
  });

  test('EVT-61 begins a conversation once', async () => {
    expect(namesOf((await message()).events)).toEqual(['conversation.started', 'message.received']);
    expect(namesOf((await message()).events)).toEqual(['message.received']);
    expect(namesOf((await message({ participant: { id: '15550100999' } })).events)).toContain('conversation.started');
  });

  test('EVT-62 history that is replayed is kept and tells nothing', async () => {
    const { store, ids, clock } = at.service.service.desk;
    const account = (await store.read.get('account', whatsapp)) as AccountRecord;
    const before = await at.service.events();
    await store.transact(async (tx) => {
      const scene = { read: tx, ids, now: clock.now(), teamId: account.teamId, given: {} };
      for (const record of (await replayHistory(scene, account, 3)).records ?? []) await tx.put(record);
    });
    expect(await at.service.events()).toEqual(before);
    expect(await store.read.count('conversation')).toBe(1);
    expect(await store.read.count('message')).toBe(3);
  });

  test.each([0, 1])('EVT-62 history of %i messages is kept', async (count) => {
    const { store, ids, clock } = at.service.service.desk;
    const account = (await store.read.get('account', whatsapp)) as AccountRecord;
    await store.transact(async (tx) => {
      const scene = { read: tx, ids, now: clock.now(), teamId: account.teamId, given: {} };
      for (const record of (await replayHistory(scene, account, count)).records ?? []) await tx.put(record);
    });
    expect([await store.read.count('conversation'), await store.read.count('message')]).toEqual([count, count]);
  });

  test('while the platform’s agent answers it is marked as not for us', async () => {
    const { conversationId } = await message();
    await at.tell('control', { accountId: whatsapp, conversationId, owner: 'ai_agent' });
    expect(payloadOf(await message(), 'message.received')).toMatchObject({ metadata: { standby: true } });
  });
});

describe('the fate of a message', () => {
  const PRICING = { billable: true, pricingModel: 'PMP', category: 'service', type: 'regular' };
  const BILLING = { id: 'b', expiresAt: '2026-01-06T09:00:00.000Z', originType: 'service' };
  const fate = (accountId: string, status: string, given: object = {}) =>
    at.tell('message_status', { accountId, platformMessageId: 'echo', status, ...given });

  test.each(['sent', 'delivered', 'read', 'failed'])(
    'EVT-58 EVT-59 EVT-60 on whatsapp %s always has both keys of the price, null when left out',
    async (status) => {
      await fate(whatsapp, 'sent', { participant: PERSON });
      const priced = await fate(whatsapp, status, { pricing: PRICING, billingConversation: BILLING });
      expect(payloadOf(priced, `message.${status}`)).toMatchObject({ pricing: PRICING, billingConversation: BILLING });
      const bare = await fate(whatsapp, status);
      expect(payloadOf(bare, `message.${status}`)).toMatchObject({ pricing: null, billingConversation: null });
    },
  );

  test('EVT-54 EVT-55 a message written on the platform itself has no sender of ours, with five keys', async () => {
    const native = payloadOf(await fate(whatsapp, 'sent', { participant: PERSON, text: 'by hand' }), 'message.sent');
    expect(native).toMatchObject({
      message: {
        sentVia: null,
        text: 'by hand',
        automationId: null,
        workflowId: null,
        executionId: null,
        broadcastId: null,
        sequenceId: null,
      },
    });
    const { body } = await at.service.api('GET', '/v1/inbox/conversations');
    const [conversation] = body['data'] as unknown as readonly Json[];
    const [read] = await listed(String(conversation?.['id']));
    expect(read).toMatchObject({ message: 'by hand', direction: 'outgoing', platformMessageId: 'echo' });
    expect(read?.['sentVia'] ?? null).toBeNull();
  });

  test('EVT-57 an answer of the platform’s agent names its source', async () => {
    const { conversationId } = await message();
    await at.tell('control', { accountId: whatsapp, conversationId, owner: 'ai_agent' });
    const told = await fate(whatsapp, 'sent', { participant: PERSON, text: 'At nine.' });
    expect(payloadOf(told, 'message.sent')).toMatchObject({ message: { source: 'meta_business_agent' } });
    expect((await listed(conversationId)).at(-1)).toMatchObject({ direction: 'outgoing', message: 'At nine.' });
  });

  test('EVT-68 EVT-69 a failure has code, title and message; on SMS the code is the carrier’s', async () => {
    const { conversationId } = await fate(whatsapp, 'sent');
    const { error } = payloadOf(await fate(whatsapp, 'failed'), 'message.failed') ?? {};
    expect(error).toMatchObject({
      code: 131026,
      title: expect.any(String) as string,
      message: expect.any(String) as string,
    });
    expect(await listed(conversationId)).toMatchObject([{ deliveryStatus: 'failed', deliveryError: error }]);
    const from = '+15550100200';
    const { _id: sms } = await at.service.account('sms', { username: from });
    const body = { from, to: '+15550100300', text: 'x' };
    const sent = await at.service.api('POST', '/v1/sms/messages', { body });
    const failed = await at.tell('message_status', {
      accountId: sms,
      messageId: sent.body['id'],
      status: 'failed',
      error: { code: 30007 },
    });
    expect(payloadOf(failed, 'message.failed')).toMatchObject({ error: { code: 30007 } });
  });
});

describe('a message that is changed', () => {
  test('EVT-64 EVT-65 an edit shows the latest text and the earlier ones, oldest first', async () => {
    const { messageId, conversationId } = await message({ text: 'one' });
    await at.tell('message_edit', { accountId: whatsapp, messageId, text: 'two' });
    const told = await at.tell('message_edit', { accountId: whatsapp, messageId, text: 'three' });
    expect(payloadOf(told, 'message.edited')).toMatchObject({
      message: { text: 'three' },
      editHistory: [{ text: 'one' }, { text: 'two' }],
      editCount: 2,
    });
    const read = { message: 'three', isEdited: true, editCount: 2, editHistory: [{ text: 'one' }, { text: 'two' }] };
    expect(await listed(conversationId)).toMatchObject([read]);
  });

  test('EVT-66 EVT-67 a deletion keeps what was there and says whose it was', async () => {
    const { messageId, conversationId } = await message({
      attachments: [{ type: 'image', url: 'https://example.com/a.jpg' }],
    });
    for (const direction of ['incoming', 'outgoing']) {
      const told = await at.tell('message_delete', { accountId: whatsapp, messageId, direction });
      expect(payloadOf(told, 'message.deleted')).toMatchObject({
        message: { text: 'See you at nine', attachments: [{ type: 'image' }], direction },
      });
    }
    const kept = { message: 'See you at nine', attachments: [{ type: 'image' }], isDeleted: true };
    expect(await listed(conversationId)).toMatchObject([kept]);
  });

  test('EVT-66 what was deleted reads as deleted, and nothing becomes of it any more', async () => {
    const { messageId, conversationId } = await message();
    const read = async () => (await listed(conversationId))[0];
    expect(await read()).toMatchObject({ isDeleted: false });
    await at.tell('message_delete', { accountId: whatsapp, messageId });
    expect(await read()).toMatchObject({ isDeleted: true, deliveryStatus: 'deleted' });
    const inbound = { type: 'message_edit', accountId: whatsapp, messageId, text: 'Later' };
    expect((await at.service.control('POST', '/_local/inbound', inbound)).status).toBe(404);
  });
});

test('a message that a network names by its own id is found by an index, and is the account’s own', async () => {
  const told = await at.tell('message_status', {
    ...{ accountId: whatsapp, platformMessageId: 'echo', status: 'sent', participant: PERSON, text: 'by hand' },
  });
  const { conversationId } = told;
  const edit = (accountId: string) =>
    at.service.control('POST', '/_local/inbound', {
      type: 'message_edit',
      accountId,
      messageId: 'echo',
      text: 'By hand.',
    });
  expect((await edit(whatsapp)).status).toBe(201);
  expect(await listed(conversationId)).toMatchObject([{ message: 'By hand.', isEdited: true }]);
  expect((await edit(await at.account('instagram'))).status).toBe(404);
  await at.tell('message_delete', { accountId: whatsapp, messageId: 'echo', direction: 'outgoing' });
  expect(await listed(conversationId)).toMatchObject([{ isDeleted: true }]);

  const file = new Database(join(at.service.service.dataDir, 'ephemeral', STORE_FILE), { readonly: true });
  const [step] = file
    .prepare(
      `EXPLAIN QUERY PLAN SELECT * FROM record WHERE kind = 'message' AND team_id = 't' AND
       json_extract(doc, '$.accountId') = 'a' AND json_extract(doc, '$.platformMessageId') = 'echo' ORDER BY created_at, seq LIMIT 1`,
    )
    .all() as unknown as readonly { detail: string }[];
  file.close();
  expect(step?.detail).toContain('USING INDEX record_message_platform_id');
});

test('readings, "iMessage": who writes to a group names one of the account itself', async () => {
  const [own, other] = [await at.account('imessage'), await at.account('imessage')];
  const contacts = ['+12025550198', 'ana@example.com'];
  await at.service.api('POST', '/v1/imessage/groups', { body: { accountId: own, contacts, text: 'Hello both!' } });
  const { body } = await at.service.api('GET', '/v1/inbox/conversations', { query: { accountId: own } });
  const group = body['data']?.['0']?.['id'] as unknown;
  const alone = await at.tell('message', { accountId: own, participant: { id: 'ana@example.com' }, text: 'Hi' });
  const write = (accountId: string, conversationId: unknown) =>
    at.service.control('POST', '/_local/inbound', {
      ...{ type: 'message', accountId, conversationId, participant: { id: 'ana@example.com' }, text: 'See you' },
    });
  expect((await write(own, group)).status).toBe(201);
  const unknown = { status: 404, body: { param: 'conversationId' } };
  expect(await write(other, group)).toMatchObject(unknown);
  expect(await write(own, alone['conversationId'])).toMatchObject(unknown);
});

test('a file of a message is there for the account that has the message', async () => {
  const other = await at.account('telegram');
  const url = 'https://example.com/a.jpg';
  const { conversationId = '', messageId = '' } = await message({ attachments: [{ type: 'image', url }] });
  const path = `/v1/inbox/conversations/${conversationId}/messages/${messageId}/attachments/0`;
  const file = (accountId: string) => at.service.api('GET', path, { query: { accountId } });
  expect(await file(whatsapp)).toMatchObject({ status: 200, body: { url } });
  expect((await file(other)).status).toBe(404);
});
