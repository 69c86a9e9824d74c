import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { registrationOf } from './registration.ts';

async function registered() {
  const service = await startService();
  const address = { street: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' };
  const site = { website: 'https://a.example', vertical: 'RETAIL' };
  const brand = { entityType: 'PRIVATE_PROFIT', displayName: 'Northwind', ...address, ...site };
  const body = { registrationType: 'standard_10dlc', phoneNumbers: ['+12175550100'], brand };
  const { body: made } = await service.api('POST', '/v1/sms/registrations', { body });
  if (made.registrationId === undefined) throw new Error(JSON.stringify(made));
  const id = String(made.registrationId);
  const path = `/v1/sms/registrations/${id}`;
  const tell = (status: string) =>
    service.control('POST', '/_local/inbound', { type: 'registration_status', registrationId: id, status });
  const status = async (): Promise<unknown> => {
    const record = await service.service.desk.store.read.get('sms_registration', id);
    return record?.doc['status'];
  };
  return {
    ...service,
    tell,
    status,
    appeal: () => service.api('POST', `${path}/appeal`, { body: { appealReason: 'Please look again.' } }),
    respond: () => service.api('POST', `${path}/respond`, { body: {} }),
    deactivate: () => service.api('DELETE', path),
  };
}

test('ASM-17 a rejected registration is appealed, an approved one is not', async () => {
  const { tell, appeal, status, events } = await registered();
  await tell('pending');
  await tell('rejected');
  expect((await appeal()).body).toMatchObject({ status: 'pending' });
  expect(await status()).toBe('pending');
  await tell('approved');
  expect(await appeal()).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
  expect((await events('sms.registration.status_updated')).map(({ payload }) => payload.registration?.status)).toEqual([
    'requested',
    'pending',
    'rejected',
    'pending',
    'approved',
  ]);
});

test('ASM-17 wanted changes are answered, and a registration is given up for good', async () => {
  const { tell, respond, deactivate, status } = await registered();
  expect((await respond()).status).toBe(409);
  await tell('changes_requested');
  expect((await respond()).body).toMatchObject({ status: 'requested' });
  expect((await deactivate()).body).toMatchObject({ status: 'deactivated' });
  expect(await status()).toBe('deactivated');
  expect((await deactivate()).status).toBe(409);
});

test('SMS-11 an appeal says parts of the campaign anew, and a registration that was given up is listed on demand', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const rejected = '65111fb7b30033ea106d88ad';
  const body = { appealReason: 'The website shows it now.', sample1: 'Your order has arrived.' };
  await api('POST', `/v1/sms/registrations/${rejected}/appeal`, { body });
  expect((await api('GET', `/v1/sms/registrations/${rejected}`)).body).toMatchObject({
    status: 'pending',
    campaignContent: { sample1: 'Your order has arrived.', sample2: 'Harbor Books: your order has shipped.' },
  });
  const listed = async (query: Readonly<Record<string, boolean>> = {}) =>
    JSON.stringify((await api('GET', '/v1/sms/registrations', { query })).body);
  await api('DELETE', `/v1/sms/registrations/${rejected}`);
  expect(await listed()).not.toContain(rejected);
  expect(await listed({ includeDeactivated: true })).toContain(rejected);
});

test('ASM-17 a reviewer moves a registration as the table says, and any other move is refused and changes nothing', async () => {
  const { tell, status, events } = await registered();
  for (const word of ['rejected', 'approved', 'requested'])
    expect((await tell(word)).status, word).toBeGreaterThanOrEqual(400);
  expect(await status()).toBe('requested');
  await tell('pending');
  expect((await tell('approved')).status).toBe(201);
  for (const word of ['pending', 'rejected', 'approved', 'changes_requested'])
    expect(await tell(word), word).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
  expect((await tell('deactivated')).status).toBe(400);
  expect(await status()).toBe('approved');
  expect(await events('sms.registration.status_updated')).toHaveLength(3);
});

test('EVT-13 SMS-05 a registration belongs to the profile of its number, and its events say so', async () => {
  const { api, events } = await startService();
  const { body: made } = await api('POST', '/v1/profiles', { body: { name: 'Second' } });
  const profileId = String(made['profile']?.['_id']);
  const bought = await api('POST', '/v1/phone-numbers/purchase', { body: { profileId, country: 'US' } });
  const phoneNumber = String(bought.body['phoneNumber']?.['phoneNumber']);
  const { body } = await api('POST', '/v1/sms/registrations', { body: registrationOf([phoneNumber]) });
  const [event] = await events('sms.registration.status_updated');
  expect(event?.payload).toMatchObject({ registration: { id: body['registrationId'], profileId } });
  expect(event?.payload).not.toHaveProperty('account');
  const wrong = await api('POST', '/v1/sms/registrations', { body: registrationOf(['5551234']) });
  expect(wrong).toMatchObject({ status: 400, body: { param: 'phoneNumbers' } });
});
