/** Who enters a sequence, what each step says, and why somebody leaves before its end. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

const HOUR = { delayMinutes: 60 };

async function scene(more: object = {}, platform = 'telegram') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const profileId = await service.profileId();
  const contact = async (name: string, platformIdentifier: string, sent: object = {}) => {
    const body = { profileId, accountId, platformIdentifier, name, ...sent };
    return String((await service.api('POST', '/v1/contacts', { body })).body['contact']?.['id']);
  };
  const steps = [
    { order: 2, ...HOUR, message: { text: 'Still there, {{name}}?' } },
    { order: 1, delayMinutes: 0, message: { text: 'Hi {{name}} of {{company}}' } },
  ];
  const made = await service.api('POST', '/v1/sequences', {
    body: { profileId, accountId, platform, name: 'Welcome', steps, ...more },
  });
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
  const act = (verb: string, body?: object) =>
    service.api('POST', `${path}/${verb}`, body === undefined ? {} : { body });
  const enrollments = async () =>
    (await service.api('GET', `${path}/enrollments`)).body['enrollments'] as unknown as Json[];
  const texts = async () => (await service.feed(accountId, 'message')).map(({ text }) => text as unknown);
  return { ...service, accountId, profileId, path, contact, act, enrollments, texts };
}

test('AUT-05 an enrollment has the name and address of its contact, and a contact comes again once it is through', async () => {
  const { contact, act, enrollments, texts, advance, api, path } = await scene();
  const contactIds = [await contact('Ada', '77', { company: 'Lumen' })];
  await act('activate');
  expect((await act('enroll', { contactIds })).body).toMatchObject({ enrolled: 1, failed: 0 });
  expect((await act('enroll', { contactIds })).body).toMatchObject({ enrolled: 0, failed: 1 });
  await advance(3_700);
  expect(await texts()).toEqual(['Hi Ada of Lumen', 'Still there, Ada?']);
  expect(await enrollments()).toMatchObject([
    { contactName: 'Ada', platformIdentifier: '77', status: 'completed', exitReason: 'completed', stepsSent: 2 },
  ]);
  expect((await act('enroll', { contactIds })).body).toMatchObject({ enrolled: 1 });
  await api('DELETE', `${path}/enroll/${String(contactIds[0])}`);
  expect((await enrollments()).map(({ status }) => status)).toEqual(['completed', 'exited']);
  expect((await api('GET', path)).body['sequence']).toMatchObject({
    totalEnrolled: 2,
    totalCompleted: 1,
    totalExited: 1,
  });
  expect((await api('DELETE', `${path}/enroll/${String(contactIds[0])}`)).status).toBe(404);
});

test('AUT-05 whoever cannot be reached, is blocked or has unsubscribed is not enrolled', async () => {
  const { contact, act, api, profileId, enrollments } = await scene();
  const plain = await api('POST', '/v1/contacts', { body: { profileId, name: 'No channel' } });
  const out = await contact('Out', '77', { isSubscribed: false });
  const { body } = await act('enroll', { contactIds: [String(plain.body['contact']?.['id']), out] });
  expect(body['results']).toMatchObject([
    { success: false, error: 'The account of the sequence cannot reach this contact.' },
    { success: false, error: 'The contact has unsubscribed.' },
  ]);
  expect(await enrollments()).toEqual([]);
});

test.each([
  [true, 'exited', 'unsubscribed', ['Hi Ada of ']],
  [false, 'completed', 'completed', ['Hi Ada of ']],
])('AUT-05 with exitOnUnsubscribe %s whoever unsubscribes is %s', async (exitOnUnsubscribe, status, reason, said) => {
  const { contact, act, api, advance, enrollments, texts, events } = await scene({ exitOnUnsubscribe });
  const id = await contact('Ada', '77');
  await act('activate');
  await act('enroll', { contactIds: [id] });
  await advance(1);
  await api('PATCH', `/v1/contacts/${id}`, { body: { isSubscribed: false } });
  if (exitOnUnsubscribe) expect(await enrollments()).toMatchObject([{ status: 'exited', nextStepAt: null }]);
  await advance(3_700);
  expect(await texts()).toEqual(said);
  expect(await enrollments()).toMatchObject([{ status, exitReason: reason, stepsSent: 1 }]);
  expect(await events('sequence.exited')).toMatchObject([{ payload: { reason } }]);
});

test('AUT-05 a contact that is deleted leaves at the next step', async () => {
  const { contact, act, api, advance, enrollments, texts } = await scene();
  const id = await contact('Ada', '77');
  await act('enroll', { contactIds: [id] });
  await api('DELETE', `/v1/contacts/${id}`);
  await act('activate');
  await advance(1);
  expect(await enrollments()).toMatchObject([{ status: 'exited', exitReason: 'unreachable' }]);
  expect(await texts()).toEqual([]);
});

test('INB-19 AUT-05 a step outside the window is passed over and not counted', async () => {
  const { contact, act, advance, enrollments, events } = await scene({}, 'whatsapp');
  await act('activate');
  await act('enroll', { contactIds: [await contact('Ada', '15550100300')] });
  await advance(3_700);
  expect(await enrollments()).toMatchObject([{ status: 'completed', stepsSent: 0, lastStepSentAt: null }]);
  expect(await events('message.failed')).toHaveLength(2);
});

test.each([
  ['steps', []],
  ['steps[0]', [{ order: 1, delayMinutes: 0 }]],
])('AUT-03 a sequence that says nothing is not activated: %s', async (param, steps) => {
  const { act } = await scene({ steps });
  expect(await act('activate')).toMatchObject({ status: 400, body: { param } });
});
