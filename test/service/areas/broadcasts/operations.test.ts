/** Broadcasts over HTTP: who gets them, when they go out, and how far each message came. */
import { expect, test } from 'vitest';
import { failingCommits } from '../../../support/failing-commits.ts';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const profileId = await service.profileId();
  const contact = async (name: string, platformIdentifier: string, tags: readonly string[] = []) => {
    const body = { profileId, accountId, platform: 'whatsapp', platformIdentifier, name, tags };
    return String((await service.api('POST', '/v1/contacts', { body })).body['contact']?.['id']);
  };
  const made = await service.api('POST', '/v1/broadcasts', {
    body: { profileId, accountId, platform: 'whatsapp', name: 'News', message: { text: 'Off.' } },
  });
  const path = `/v1/broadcasts/${String(made.body['broadcast']?.['id'])}`;
  const act = (verb: string, body?: object) =>
    service.api('POST', `${path}/${verb}`, body === undefined ? {} : { body });
  const list = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await service.api('GET', `${path}/recipients`, { query })).body;
  const states = async () => ((await list())['recipients'] as unknown as Json[]).map(({ status }) => status);
  const told = async () => (await service.events()).filter(({ event }) => /^message\.(?!received)/.test(event));
  const names = async () => (await told()).map(({ event }) => event);
  return { ...service, accountId, path, contact, act, list, states, told, names };
}

/** Two recipients: a contact, and a phone that is nobody's. */
async function ready() {
  const at = await scene();
  const ada = await at.contact('Ada', '15550100300', ['vip']);
  for (const id of ['15550100300', '15550100301', '15550100309'])
    await at.control('POST', '/_local/inbound', {
      type: 'message',
      accountId: at.accountId,
      participant: { id, name: 'Ada' },
      text: 'Hello',
    });
  expect((await at.act('recipients', { contactIds: [ada], phones: ['+15550100301'] })).body).toMatchObject({
    added: 2,
  });
  return { ...at, ada };
}

test('contacts, phones and segments are added once each; who is not there is skipped', async () => {
  const { act, list, contact, api, path } = await ready();
  await contact('Ben', '15550100302', ['vip']);
  await contact('Cem', '15550100303');
  await api('PATCH', path, { body: { segmentFilters: { tags: ['vip'] } } });
  const again = { phones: ['+15550100301'], contactIds: ['64f0a1b2c3d4e5f60123abcd'], useSegment: true };
  expect((await act('recipients', again)).body).toEqual({ success: true, added: 1, skipped: 3 });
  const { recipients, summary } = await list();
  expect((recipients as unknown as Json[]).map(({ contactName }) => contactName)).toEqual(['Ada', 'Ada', 'Ben']);
  expect(summary).toEqual({ total: 3, pending: 3, sent: 0, delivered: 0, read: 0, failed: 0 });
});

test('each recipient gets a message, which is told as sent by the broadcast and arrives', async () => {
  const { act, told, names, states, advance, path, api, accountId } = await ready();
  expect((await act('send')).body).toEqual({
    success: true,
    status: 'completed',
    sent: 2,
    failed: 0,
    recipientCount: 2,
  });
  expect([await names(), await states()]).toEqual([
    ['message.sent', 'message.sent'],
    ['sent', 'sent'],
  ]);
  const broadcastId = path.split('/').at(-1);
  expect((await told())[0]?.payload).toMatchObject({
    message: { text: 'Off.', broadcastId, workflowId: null, direction: 'outgoing' },
    conversation: { participantId: '15550100300', participantName: 'Ada' },
    account: { accountId },
  });
  await advance(5);
  expect([(await names()).slice(2), await states()]).toEqual([
    ['message.delivered', 'message.delivered'],
    ['delivered', 'delivered'],
  ]);
  expect(wrongEvents(await told())).toEqual([]);
  expect((await api('GET', path)).body['broadcast']).toMatchObject({ status: 'completed', recipientCount: 2 });
  expect(await act('send')).toMatchObject({ status: 400 });
});

test('what somebody reads, and what does not arrive, shows in the recipients', async () => {
  const { act, list, control, accountId, advance } = await ready();
  await act('send');
  const [ada, phone] = (await list())['recipients'] as unknown as Json[];
  const fate = (one: Json | undefined, status: string) =>
    control('POST', '/_local/inbound', { type: 'message_status', accountId, messageId: one?.['messageId'], status });
  await fate(ada, 'read');
  await fate(phone, 'failed');
  await advance(5);
  const { recipients, summary } = await list();
  expect(summary).toMatchObject({ total: 2, read: 1, failed: 1, delivered: 0 });
  expect(recipients).toMatchObject([{ readAt: expect.any(String) as string }, { error: expect.any(String) as string }]);
  expect((await list({ status: 'failed' }))['pagination']).toMatchObject({ total: 1 });
});

test('what the platform does not take has failed at once, and is told', async () => {
  const { act, control, accountId, names, told, list } = await ready();
  const behaviour = { operation: 'send', outcome: 'reject', message: 'Not allowed to write.', times: 1 };
  await control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
  expect((await act('send')).body).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
  expect(await names()).toEqual(['message.failed', 'message.sent']);
  expect((await told())[0]?.payload).toMatchObject({ error: { message: 'Not allowed to write.' } });
  expect((await list())['recipients']).toMatchObject([{ status: 'failed', error: 'Not allowed to write.' }, {}]);
  expect(wrongEvents(await told())).toEqual([]);
});

test('a scheduled broadcast goes out at its time, a cancelled one does not', async () => {
  const { act, names, advance, states } = await ready();
  const scheduledAt = '2026-01-05T10:00:00Z';
  expect((await act('schedule', { scheduledAt: '2026-01-05T08:00:00Z' })).status).toBe(400);
  expect((await act('schedule', { scheduledAt })).body['broadcast']).toMatchObject({ status: 'scheduled' });
  await act('cancel');
  await advance(3_700);
  expect([await names(), await states()]).toEqual([[], ['pending', 'pending']]);
  expect((await act('send')).status).toBe(400);
  expect((await act('schedule', { scheduledAt: '2026-01-06T10:00:00Z' })).status).toBe(400);
  expect(await names()).toEqual([]);
  const other = await ready();
  await other.act('schedule', { scheduledAt });
  await other.advance(3_599);
  expect(await other.names()).toEqual([]);
  await other.advance(10);
  expect((await other.names()).sort()).toEqual([
    'message.delivered',
    'message.delivered',
    'message.sent',
    'message.sent',
  ]);
});

test('messages that are sent in a conversation arrive too, where the platform tells it', async () => {
  const { api, account, accountId: whatsapp, control, advance, names } = await scene();
  const { _id: telegram } = await account('telegram');
  for (const accountId of [telegram, whatsapp]) {
    const message = { type: 'message', accountId, participant: { id: '77' }, text: 'Open?' };
    const { body } = await control('POST', '/_local/inbound', message);
    const path = `/v1/inbox/conversations/${String(body['conversationId'])}`;
    await api('POST', `${path}/messages`, { body: { accountId, message: 'We are.' } });
    await advance(5);
    const listed = (await api('GET', path, { query: { accountId } })).body['data'];
    expect(listed).toMatchObject({ lastMessage: 'We are.' });
  }
  expect((await names()).filter((name) => name === 'message.delivered')).toHaveLength(1);
});

/** What is kept of a broadcast: itself, the work that waits for it, its recipients and their messages. */
async function keptOf({ service, path }: Pick<Awaited<ReturnType<typeof scene>>, 'service' | 'path'>) {
  const { read } = service.desk.store;
  const id = path.split('/').at(-1) ?? '';
  return {
    record: await read.get('broadcast', id),
    work: await read.due({ kind: 'broadcast_send' }),
    recipients: await read.list('broadcast_recipient', { parentId: id }),
    messages: (await read.list('message')).filter(({ doc }) => doc.direction === 'outgoing'),
    events: (await read.events()).map(({ type }) => type),
  };
}

const SCHEDULE = ['schedule', { scheduledAt: '2026-01-05T10:00:00Z' }] as const;

test.each([
  { name: 'scheduled', before: [], step: SCHEDULE, after: { status: 'scheduled' }, work: 1, sent: 0 },
  {
    name: 'cancelled',
    before: [SCHEDULE],
    step: ['cancel'] as const,
    after: { status: 'cancelled' },
    work: 0,
    sent: 0,
  },
  { name: 'sent', before: [], step: ['send'] as const, after: { status: 'completed' }, work: 0, sent: 2 },
  { name: 'sent early', before: [SCHEDULE], step: ['send'] as const, after: { status: 'completed' }, work: 0, sent: 2 },
])('a broadcast is $name in one commit: cut off within, nothing has happened', async ({ before, step, ...wanted }) => {
  const at = await ready();
  for (const [verb, body] of before) await at.act(verb, body);
  const { failing, counted } = failingCommits(at.service.desk.store);
  const [verb, body] = step;
  const untouched = await keptOf(at);
  await failing(() => at.act(verb, body));
  expect(await keptOf(at)).toEqual(untouched);
  expect(await counted(() => at.act(verb, body))).toBe(1);
  const { record, work, messages } = await keptOf(at);
  expect(record?.doc).toMatchObject(wanted.after);
  expect([work.length, messages.length]).toEqual([wanted.work, wanted.sent]);
});

test('a broadcast whose time has come and that is cut off goes out at the next attempt, once', async () => {
  const at = await ready();
  await at.act(...SCHEDULE);
  const { failing } = failingCommits(at.service.desk.store);
  await failing(() => at.advance(3_601));
  await at.advance(10);
  expect((await at.names()).filter((name) => name === 'message.sent')).toHaveLength(2);
  expect(await at.states()).toEqual(['delivered', 'delivered']);
});

test('whoever joins while the platform is asked gets the message as well', async () => {
  const at = await ready();
  const { desk } = at.service;
  const driver = desk.networks.driver('whatsapp');
  const { ask } = driver;
  let joins: Promise<unknown> | undefined;
  driver.ask = async (...asked) => {
    joins ??= at.act('recipients', { phones: ['+15550100309'] });
    await joins;
    return ask(...asked);
  };
  expect((await at.act('send')).body).toMatchObject({ sent: 3, recipientCount: 3 });
  expect(await at.states()).toEqual(['sent', 'sent', 'sent']);
});
