/** What each recipient of a broadcast gets, and why one gets nothing. */
import { expect, test } from 'vitest';
import { startBroadcast } from './broadcasting.ts';

test('AUT-03 names in double braces are filled for each contact', async () => {
  const { contact, act, texts } = await startBroadcast('telegram', {
    message: { text: 'Hi {{name}} of {{company}}!' },
  });
  const contactIds = [await contact('Ada', '77', { company: 'Lumen' }), await contact('Ben', '78')];
  await act('recipients', { contactIds });
  await act('send');
  expect(await texts()).toEqual([
    ['77', 'Hi Ada of Lumen!'],
    ['78', 'Hi Ben of !'],
  ]);
});

const TEMPLATE = {
  name: 'offer',
  category: 'MARKETING',
  language: 'en_US',
  components: [{ type: 'BODY', text: 'Hi {{1}}, {{2}} off.', example: { body_text: [['Ada', '5 %']] } }],
};

const NAMED = {
  name: 'offer',
  language: 'en_US',
  variableMapping: { 2: { field: 'custom', customValue: '20 %' }, 1: { field: 'name' } },
};

test('WAP-01 the placeholders of a template are filled by its mapping, outside the window too', async () => {
  const at = await startBroadcast('whatsapp', { message: undefined, template: NAMED });
  await at.act('recipients', { contactIds: [await at.contact('Ada', '15550100300')], phones: ['+15550100309'] });
  expect(await at.act('send')).toMatchObject({ status: 400, body: { code: 'INVALID_TEMPLATE_PARAMS' } });
  await at.api('POST', '/v1/whatsapp/templates', { body: { accountId: at.accountId, ...TEMPLATE } });
  expect(await at.act('send')).toMatchObject({ status: 400, body: { code: 'TEMPLATE_REQUIRED' } });
  const scheduledAt = '2026-01-05T12:00:00Z';
  expect((await at.act('schedule', { scheduledAt })).status).toBe(200);
  await at.advance(3 * 3_600);
  expect(await at.texts()).toEqual([['15550100300', 'Hi Ada, 20 % off.']]);
  expect(await at.recipients()).toMatchObject([
    { status: 'sent' },
    { status: 'failed', error: 'The contact has no name for {{1}}.' },
  ]);
});

test('AUT-03 whoever unsubscribed, was blocked or was deleted since fails, and nothing is written to them', async () => {
  const { contact, act, api, recipients, texts, shown } = await startBroadcast('telegram');
  const ids = [
    await contact('Ada', '77'),
    await contact('Out', '78'),
    await contact('Bad', '79'),
    await contact('Gone', '80'),
  ];
  await act('recipients', { contactIds: ids });
  await api('PATCH', `/v1/contacts/${String(ids[1])}`, { body: { isSubscribed: false } });
  await api('PATCH', `/v1/contacts/${String(ids[2])}`, { body: { isBlocked: true } });
  await api('DELETE', `/v1/contacts/${String(ids[3])}`);
  expect((await act('send')).body).toMatchObject({ status: 'completed', sent: 1, failed: 3, recipientCount: 4 });
  expect(await recipients()).toMatchObject([
    { status: 'sent' },
    { status: 'failed', error: 'The contact has unsubscribed.' },
    { status: 'failed', error: 'The contact is blocked.' },
    { status: 'failed', error: 'The contact was deleted.' },
  ]);
  expect(await texts()).toHaveLength(1);
  expect(await shown()).toMatchObject({ recipientCount: 4, sentCount: 1, failedCount: 3 });
});

test('INB-19 a text outside the window fails, and says so', async () => {
  const { contact, act, recipients, writes, texts } = await startBroadcast();
  const contactIds = [await contact('Ada', '15550100300'), await contact('Ben', '15550100301')];
  await writes('15550100300');
  await act('recipients', { contactIds });
  expect((await act('send')).body).toMatchObject({ sent: 1, failed: 1 });
  expect(await recipients()).toMatchObject([{ status: 'sent' }, { status: 'failed', errorCode: 131047 }]);
  expect(await texts()).toHaveLength(1);
});

test('AUT-03 while the number is disconnected every recipient fails, with the code of the platform', async () => {
  const { contact, act, recipients, writes, texts, control, accountId, shown } = await startBroadcast();
  const contactIds = [await contact('Ada', '15550100300'), await contact('Ben', '15550100301')];
  await writes('15550100300');
  await act('recipients', { contactIds });
  const change = { change: 'status', status: 'DISCONNECTED' };
  await control('POST', '/_local/inbound', { type: 'whatsapp_account', accountId, ...change });
  expect((await act('send')).body).toMatchObject({ status: 'failed', sent: 0, failed: 2 });
  expect(await recipients()).toMatchObject([
    { status: 'failed', errorCode: 133010 },
    { status: 'failed', errorCode: 133010 },
  ]);
  expect(await shown()).toMatchObject({ status: 'failed' });
  expect(await texts()).toEqual([]);
});

test('AUT-03 SMS-18 a broadcast over texts leaves out whoever opted out by a word, before it and after being added', async () => {
  const line = { username: '+12175550100' };
  const { contact, act, recipients, feed, control, accountId, shown, advance } = await startBroadcast('sms', {}, line);
  const stops = (from: string) =>
    control('POST', '/_local/inbound', { type: 'sms', to: line.username, from, text: 'Stop' });
  const people = ['+15550100301', '+15550100302', '+15550100303'] as const;
  const contactIds = [];
  for (const phone of people) contactIds.push(await contact(phone, phone));
  await stops(people[0]);
  expect((await act('recipients', { contactIds })).body).toMatchObject({ added: 2, skipped: 1 });
  await stops(people[1]);
  expect((await act('send')).body).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
  await advance(5);
  expect(await recipients()).toMatchObject([
    { status: 'failed', error: 'The contact has unsubscribed on this channel.' },
    { status: 'delivered' },
  ]);
  expect(await shown()).toMatchObject({ recipientCount: 2, sentCount: 1, deliveredCount: 1, failedCount: 1 });
  expect(await feed(accountId, 'sms')).toMatchObject([{ to: people[2], text: 'Off.' }]);
});

test('AUT-03 a broadcast that says nothing is not sent', async () => {
  const { act, shown } = await startBroadcast('telegram', { message: undefined });
  expect(await act('send')).toMatchObject({ status: 400, body: { code: 'missing_required_field', param: 'message' } });
  expect(await shown()).toMatchObject({ status: 'draft' });
});

test('AUT-03 what the platform turns down is in the conversation as failed, with its reason', async () => {
  const at = await startBroadcast();
  const id = await at.contact('Ada', '15550100300');
  await at.writes('15550100300');
  await at.act('recipients', { contactIds: [id] });
  await at.control('POST', `/_local/network/${at.accountId}/behaviour`, {
    operation: 'send',
    outcome: 'reject',
    message: 'Not today.',
  });
  expect((await at.act('send')).body).toMatchObject({ status: 'failed', sent: 0, failed: 1 });
  expect(await at.recipients()).toMatchObject([{ status: 'failed' }]);
  expect(await at.texts()).toEqual([]);
  const failed = (await at.events('message.failed')).map(({ payload }) => payload);
  expect(JSON.stringify(failed)).toContain('Not today.');
});
