/** Sequences over HTTP: their steps go out in time, to those who wait, while they run. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const profileId = await service.profileId();
  const contact = await service.api('POST', '/v1/contacts', {
    body: { profileId, accountId, platform: 'whatsapp', platformIdentifier: '15550100300', name: 'Ada' },
  });
  await service.control('POST', '/_local/inbound', {
    type: 'message',
    accountId,
    participant: { id: '15550100300' },
    text: 'Hello',
  });
  const steps = [
    { order: 0, delayMinutes: 0, message: { text: 'Hello {{name}}.' } },
    { order: 1, delayMinutes: 60, message: { text: 'Still there?' } },
  ];
  const made = await service.api('POST', '/v1/sequences', {
    body: { profileId, accountId, platform: 'whatsapp', name: 'Welcome', steps },
  });
  const sequenceId = String(made.body['sequence']?.['id']);
  const act = (verb: string, body?: object) =>
    service.api('POST', `/v1/sequences/${sequenceId}/${verb}`, body === undefined ? {} : { body });
  const enroll = () => act('enroll', { contactIds: [contact.body['contact']?.['id']] });
  const told = async () =>
    (await service.events()).filter(({ event }) => /^(message\.(?!received)|sequence\.)/.test(event));
  const names = async () => (await told()).map(({ event }) => event);
  const sent = async () =>
    (await service.events('message.sent')).map(({ payload }) => (payload['message'] as Json)['text'] as unknown);
  const enrollment = async () =>
    (await service.api('GET', `/v1/sequences/${sequenceId}/enrollments`)).body['enrollments']?.['0'];
  return { ...service, sequenceId, act, enroll, told, names, sent, enrollment };
}

test('steps go out one after the other, with the name of whoever gets them, and then it is over', async () => {
  const { sequenceId, act, enroll, told, names, sent, enrollment, advance } = await scene();
  await act('activate');
  await enroll();
  await advance(1);
  expect(await sent()).toEqual(['Hello Ada.']);
  expect(await enrollment()).toMatchObject({ currentStepIndex: 1, stepsSent: 1, status: 'active' });
  await advance(3_590);
  expect(await sent()).toHaveLength(1);
  await advance(30);
  expect(await sent()).toEqual(['Hello Ada.', 'Still there?']);
  expect(await enrollment()).toMatchObject({ stepsSent: 2, status: 'completed' });
  expect(await names()).toEqual([
    'sequence.enrolled',
    'message.sent',
    'message.delivered',
    'message.sent',
    'sequence.exited',
    'message.delivered',
  ]);
  const events = await told();
  expect(events[1]?.payload).toMatchObject({ message: { sequenceId, sentVia: 'sequence', broadcastId: null } });
  expect(events[4]?.payload).toMatchObject({ sequence: { id: sequenceId }, reason: 'completed' });
  expect(wrongEvents(events)).toEqual([]);
});

test('nothing goes out before a sequence runs, nor while it is paused', async () => {
  const { act, enroll, sent, advance } = await scene();
  await enroll();
  await advance(60);
  expect(await sent()).toEqual([]);
  await act('activate');
  await advance(1);
  expect(await sent()).toHaveLength(1);
  await act('pause');
  await advance(7_200);
  expect(await sent()).toHaveLength(1);
  await act('activate');
  await advance(3_700);
  expect(await sent()).toHaveLength(2);
});

test('whoever left gets nothing more', async () => {
  const { api, act, enroll, sequenceId, sent, enrollment, advance } = await scene();
  await act('activate');
  await enroll();
  await advance(1);
  const { contactId } = (await enrollment()) as unknown as { contactId: string };
  await api('DELETE', `/v1/sequences/${sequenceId}/enroll/${contactId}`);
  await advance(7_200);
  expect(await sent()).toHaveLength(1);
});

test('AUT-05 a step that somebody does not want is passed over and not counted, where the sequence goes on', async () => {
  const { api, sequenceId, act, enroll, sent, enrollment, advance } = await scene();
  await api('PATCH', `/v1/sequences/${sequenceId}`, { body: { exitOnUnsubscribe: false } });
  await act('activate');
  await enroll();
  await advance(1);
  const contactId = String((await enrollment())?.['contactId']);
  await api('PATCH', `/v1/contacts/${contactId}`, { body: { isSubscribed: false } });
  await advance(3_700);
  expect(await sent()).toEqual(['Hello Ada.']);
  expect(await enrollment()).toMatchObject({ status: 'completed', stepsSent: 1 });
});
