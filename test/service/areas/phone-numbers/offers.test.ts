/** A number as an account: how events name it, and when the list of accounts has it. */
import { expect, test } from 'vitest';
import {
  accountForCalls,
  countryOf,
  lookUp,
  numberAccount,
  phoneOf,
  readUnlisted,
} from '../../../../src/service/areas/phone-numbers/offers.ts';
import { CAMPAIGN, registrationOf } from '../sms/registration.ts';
import { DAY, openLine } from './line.ts';

async function openNumber() {
  const line = await openLine();
  const { id, phoneNumber } = await line.active();
  const { read } = line.service.desk.store;
  const numberId = String(id);
  const number = async () => {
    const found = await read.get('phone_number', numberId);
    if (found === undefined) throw new Error('The number is gone.');
    return found;
  };
  return {
    ...line,
    read,
    number,
    phone: String(phoneNumber),
    voice: (method: string) =>
      line.api(method, `/v1/phone-numbers/${numberId}/voice`, method === 'POST' ? { body: {} } : {}),
    account: async () => (await read.get('account', numberId))?.doc,
  };
}

test('a number stands in events as an account that works', async () => {
  const { number, phone, ownerId } = await openNumber();
  const known = await number();
  expect(numberAccount(known, 'phone')).toMatchObject({
    kind: 'account',
    id: known.id,
    teamId: known.teamId,
    doc: {
      _id: known.id,
      platform: 'phone',
      profileId: ownerId,
      username: phone,
      displayName: phone,
      isActive: true,
      needsReconnection: false,
      enabled: true,
    },
  });
  expect(phoneOf(known)).toBe(phone);
  expect(phoneOf({ ...known, doc: {} })).toBe('');
});

test('a number that takes calls is listed, becomes the account of its texts, and is not listed twice', async () => {
  const { read, number, voice, account, ownerId } = await openNumber();
  const known = await number();
  const [forCalls, forTexts] = [numberAccount(known, 'phone'), numberAccount(known, 'sms')];
  expect(await accountForCalls(read, known)).toEqual([]);
  expect(await readUnlisted(read, forCalls)).toMatchObject([{ id: known.id, doc: { platform: 'phone' } }]);
  const unowned = await readUnlisted(read, { ...forTexts, profileId: null });
  expect(unowned).toMatchObject([{ doc: { platform: 'sms', profileId: ownerId } }]);
  await voice('POST');
  expect(await account()).toMatchObject({ platform: 'phone' });
  expect(await accountForCalls(read, known)).toMatchObject([{ id: known.id }]);
  expect(await readUnlisted(read, forCalls)).toEqual([]);
  expect(await readUnlisted(read, forTexts)).toMatchObject([{ id: known.id, doc: { platform: 'sms' } }]);
  await voice('DELETE');
  expect(await account()).toBeUndefined();
});

test('an account of texts stays one when its calls are turned on and off', async () => {
  const { read, number, voice, account, control, phone, post, advance } = await openNumber();
  const known = await number();
  await post('/v1/sms/registrations', registrationOf([phone], CAMPAIGN));
  await advance(DAY);
  await control('POST', '/_local/inbound', { type: 'sms', to: phone, from: '+4915112345678', text: 'Hello' });
  expect(await account()).toMatchObject({ platform: 'sms' });
  for (const platform of ['phone', 'sms']) expect(await readUnlisted(read, numberAccount(known, platform))).toEqual([]);
  for (const method of ['POST', 'DELETE']) {
    await voice(method);
    expect(await account()).toMatchObject({ platform: 'sms' });
  }
  expect(await accountForCalls(read, known)).toEqual([]);
});

test('a phone has the country of its plan, and of the carrier what the carrier knows', async () => {
  const { service } = await openLine();
  expect([await countryOf('+493023125000'), await countryOf('+12025550123')]).toEqual(['DE', 'US']);
  expect(await lookUp(service.desk, '+493023125000')).toMatchObject({ carrierName: null, smsReachable: false });
});
