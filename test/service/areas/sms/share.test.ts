/** Links with which customers provide the details of a registration: whose number, how they stand, and what they begin. */
import { expect, test } from 'vitest';
import { linkUnder, registerUnder } from '../../../../src/service/areas/sms/share.ts';
import { startService, TEST_NOW, type Json } from '../../../support/service.ts';
import { BRAND } from './registration.ts';

const DAY = 86_400;

async function shared() {
  const service = await startService();
  const { api } = service;
  const ownerId = await service.profileId();
  const body = { profileId: ownerId, country: 'US' };
  const number = (await api('POST', '/v1/phone-numbers/purchase', { body })).body['phoneNumber'] as Json;
  const share = (numberId: unknown) => api('POST', '/v1/sms/registrations/share', { body: { numberId } });
  const { desk } = service.service;
  const token =
    String((await share(number['id'])).body['url'])
      .split('/')
      .at(-1) ?? '';
  return {
    ...service,
    ownerId,
    phone: String(number['phoneNumber']),
    numberId: number['id'],
    share,
    token,
    link: (one = token) => linkUnder(desk.store.read, one, desk.clock.now()),
    register: (one = token) => registerUnder(desk, one, BRAND),
    registrations: async () => (await api('GET', '/v1/sms/registrations')).body['registrations'] as unknown as Json[],
  };
}

test('SMS-12 a link is for a number of the team, and open for a week', async () => {
  const { share, link, phone, ownerId, advance, register, registrations } = await shared();
  expect(await link()).toMatchObject({ standing: 'open', phone, link: { profileId: ownerId } });
  expect(await link('0'.repeat(32))).toBeUndefined();
  expect(await share('0123456789abcdef01234567')).toMatchObject({ status: 404, body: { param: 'numberId' } });
  await advance(7 * DAY - 1);
  expect(await link()).toMatchObject({ standing: 'open' });
  await advance(1);
  expect([(await link())?.standing, await register()]).toEqual(['expired', 'expired']);
  expect(await registrations()).toEqual([]);
});

test('SMS-13 a link begins one registration, of its number and profile, and is used then; others stay open', async () => {
  const { service, share, numberId, link, register, registrations, phone, ownerId, events } = await shared();
  const other = String((await share(numberId)).body['url'])
    .split('/')
    .at(-1);
  expect(await register('0'.repeat(32))).toBeUndefined();
  expect([await register(), await register()]).toEqual(['open', 'used']);
  expect([(await link())?.standing, (await link(other))?.standing]).toEqual(['used', 'open']);
  expect((await link())?.link.doc.usedAt).toBe(new Date(TEST_NOW).toISOString());
  expect(await registrations()).toMatchObject([{ status: 'requested', phoneNumbers: [phone] }]);
  const [kept] = await service.desk.store.read.list('sms_registration', {});
  expect(kept?.doc).toMatchObject({ awaitingOtp: false, registrationType: 'standard_10dlc', profileId: ownerId });
  expect(await events('sms.registration.status_updated')).toHaveLength(1);
});
