/** Whoever answers a sequence leaves it, in the commit of the message. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene(more: object) {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const profileId = await service.profileId();
  const person = { profileId, accountId, platform: 'whatsapp', platformIdentifier: '+15550100300', name: 'Ada' };
  const contact = await service.api('POST', '/v1/contacts', { body: person });
  await service.control('POST', '/_local/inbound', {
    type: 'message',
    accountId,
    participant: { id: '15550100300' },
    text: 'Hello',
  });
  const steps = [
    { order: 0, delayMinutes: 0, message: { text: 'Hello.' } },
    { order: 1, delayMinutes: 60, message: { text: 'Still there?' } },
  ];
  const made = await service.api('POST', '/v1/sequences', {
    body: { profileId, accountId, platform: 'whatsapp', name: 'Welcome', steps, ...more },
  });
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
  const contactId = String(contact.body['contact']?.['id']);
  await service.api('POST', `${path}/activate`);
  await service.api('POST', `${path}/enroll`, { body: { contactIds: [contactId] } });
  await service.advance(1);
  const write = (id = '15550100300') =>
    service.control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id }, text: 'Yes?' });
  const enrollment = async () => (await service.api('GET', `${path}/enrollments`)).body['enrollments']?.['0'];
  return { ...service, contactId, write, enrollment };
}

test('whoever answers leaves the sequence, and gets no further step', async () => {
  const { write, enrollment, advance, events } = await scene({});
  expect((await write()).status).toBe(201);
  expect(await enrollment()).toMatchObject({ status: 'exited', exitReason: 'replied', nextStepAt: null });
  const left = await events('sequence.exited');
  expect(left).toMatchObject([{ payload: { status: 'exited', reason: 'replied' } }]);
  expect(wrongEvents(left)).toEqual([]);
  await advance(3_700);
  expect(await events('message.sent')).toHaveLength(1);
});

test('an answer of somebody else, or to a sequence that goes on regardless, changes nothing', async () => {
  const other = await scene({});
  await other.write('15550100399');
  expect(await other.enrollment()).toMatchObject({ status: 'active' });
  const on = await scene({ exitOnReply: false });
  await on.write();
  expect(await on.enrollment()).toMatchObject({ status: 'active' });
});
