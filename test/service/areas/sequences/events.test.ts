/** Events of sequences: which endpoints get them, and what they say. */
import { beforeEach, expect, test } from 'vitest';
import { startReceiver } from '../../../support/receiver.ts';
import { delivering, type Delivering } from '../../delivery/delivering.ts';

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

test('EVT-15 AUT-05 a sequence reaches the endpoints of the account that sends it, and those of no other', async () => {
  const { api, account, profileId } = at.service;
  const [mine, other] = [await account('telegram'), await account('instagram')];
  const elsewhere = await startReceiver();
  const events = ['sequence.enrolled', 'sequence.exited'];
  await at.webhook({ events, accountIds: [mine._id] });
  await at.webhook({ name: 'other', url: elsewhere.url, events, accountIds: [other._id] });
  const own = { profileId: await profileId(), accountId: mine._id, platform: 'telegram' };
  const made = async (path: string, body: object, kind: string) =>
    String((await api('POST', path, { body: { ...own, ...body } })).body[kind]?.['id']);
  const contactId = await made('/v1/contacts', { name: 'Ana', platformIdentifier: '4711' }, 'contact');
  const path = `/v1/sequences/${await made('/v1/sequences', { name: 'Drip', steps: [] }, 'sequence')}`;
  await api('POST', `${path}/enroll`, { body: { contactIds: [contactId] } });
  await api('DELETE', `${path}/enroll/${contactId}`);
  await at.settled();
  expect(at.receiver.names().toSorted()).toEqual(events);
  expect(at.receiver.arrived[0]?.payload).toMatchObject({ sequence: { name: 'Drip' }, contact: { id: contactId } });
  expect(elsewhere.arrived).toEqual([]);
});
