/** Buying a number: what is asked for, once, paid, and active on the clock. */
import { describe, expect, test } from 'vitest';
import { NUMBER_MONTH_CENTS } from '../../../../../src/service/areas/usage/offers.ts';
import type { Json } from '../../../../support/service.ts';
import { openLine } from '../line.ts';

test('NUM-13 NUM-14 NUM-25 a number without documents is provisioned, and active half a minute later', async () => {
  const { buy, api, advance, words, latest, ownerId } = await openLine();
  const { status, body } = await buy({ country: 'US', areaCode: '415' });
  const { id, phoneNumber } = body['phoneNumber'] as Json;
  expect([status, body['phoneNumber']]).toMatchObject([200, { status: 'provisioning', country: 'US' }]);
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(phoneNumber).toMatch(/^\+1415555\d{4}$/);
  await advance(29);
  expect(await words()).toEqual([]);
  await advance(1);
  expect(await words()).toEqual(['activated']);
  expect(await latest('activated')).toMatchObject({ number: { id, phoneNumber, country: 'US', profileId: ownerId } });
  const { body: list } = await api('GET', '/v1/phone-numbers');
  expect(list['numbers']).toMatchObject([
    { _id: id, status: 'active', provisionedAt: '2026-01-05T09:00:30.000Z', monthlyCents: NUMBER_MONTH_CENTS },
  ]);
});

test('NUM-14 a country that needs documents asks for them and orders nothing', async () => {
  const { buy, api, service } = await openLine();
  const asked = await buy({ country: 'DE' });
  expect(asked).toMatchObject({ status: 202, body: { status: 'kyc_required', country: 'DE', numberType: 'local' } });
  expect((await api('GET', '/v1/phone-numbers')).body['numbers']).toEqual([]);
  const { pathname, search } = new URL(String(asked.body['kycUrl']));
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const form = await service.inject({ method: 'GET', url: `${pathname}${search}`, headers });
  expect(JSON.parse(form.rawPayload.toString())).toMatchObject({
    country: 'DE',
    numberType: 'local',
    fields: [
      { requirementId: 'contact_name', kind: 'text' },
      { requirementId: 'proof_of_address', kind: 'file' },
    ],
    reusable: null,
    pendingReview: false,
  });
  expect((await buy({ phoneNumber: '+493023125007' })).body).toMatchObject({ status: 'kyc_required', country: 'DE' });
});

describe('what cannot be bought is refused with its code, and nothing is ordered', () => {
  test.each([
    [{ phoneNumber: '+12025550999' }, 409, 'PHONE_NUMBER_UNAVAILABLE', undefined],
    [{ areaCode: '212' }, 409, 'AREA_CODE_UNAVAILABLE', undefined],
    [{ areaCode: '999' }, 409, 'AREA_CODE_UNAVAILABLE', undefined],
    [{ country: 'GB', numberType: 'toll_free', wantsSms: true }, 409, 'COUNTRY_OUT_OF_STOCK', undefined],
    [{ numberType: 'toll_free', wantsWhatsapp: true }, 409, 'NO_WHATSAPP_ELIGIBLE_NUMBER', undefined],
    [{ numberType: 'national' }, 400, 'invalid_field_value', 'numberType'],
    [{ country: 'XX' }, 400, 'invalid_field_value', 'country'],
  ])('%j', async (more, status, code, param) => {
    const { buy, api } = await openLine();
    const refused = await buy(more);
    expect(refused).toMatchObject({ status, body: { code, ...(param === undefined ? {} : { param }) } });
    expect((await api('GET', '/v1/phone-numbers')).body['numbers']).toEqual([]);
  });
});

test('a key of the caller buys once, and a second order while one is on its way is taken for a mistake', async () => {
  const { buy, api, advance } = await openLine();
  const order = { purchaseIntentId: 'desk-1' };
  const { id, phoneNumber } = (await buy(order)).body['phoneNumber'] as Json;
  expect(await buy(order)).toMatchObject({
    status: 200,
    body: { status: 'already_purchased', numberId: id, phoneNumber },
  });
  const again = () => buy({ allowMultiple: false });
  expect(await again()).toMatchObject({ status: 409, body: { code: 'PURCHASE_VELOCITY' } });
  await advance(30);
  expect((await again()).status).toBe(200);
  expect((await api('GET', '/v1/phone-numbers')).body['numbers']).toHaveLength(2);
});

test('ERR-42 NUM-15 a number costs 402 without a card that works, with and without documents', async () => {
  const { control, buy, submit, post, ownerId, api } = await openLine();
  for (const plan of [{ paymentMethod: false }, { paymentMethod: true, paymentFailed: true }]) {
    await control('PATCH', '/_local/team', plan);
    for (const order of [
      () => buy(),
      () => submit(),
      () => post('/v1/phone-numbers', { profileId: ownerId }),
      () => post('/v1/whatsapp/phone-numbers/purchase', { profileId: ownerId }),
    ])
      expect(await order()).toMatchObject({
        status: 402,
        body: { code: 'PAYMENT_REQUIRED', reason: 'free_tier_exceeded', dashboard_url: expect.any(String) as string },
      });
  }
  expect((await api('GET', '/v1/phone-numbers')).body['numbers']).toEqual([]);
});

test('ASM-19 ASM-30 on a legacy plan the order waits for its payment, which the answer leads to', async () => {
  const { control, buy, post, ownerId, api, advance, words } = await openLine();
  await control('PATCH', '/_local/team', { preset: 'legacy' });
  const { body } = await buy({ phoneNumber: '+12025550188' });
  const numbers = async () => (await api('GET', '/v1/phone-numbers')).body['numbers'] as unknown as Json[];
  const [{ _id: id } = {}] = await numbers();
  expect(String(body['checkoutUrl'])).toContain(`/checkout/numbers/${String(id)}`);
  await advance(3_600);
  expect(await numbers()).toMatchObject([{ phoneNumber: '+12025550188', status: 'pending_payment' }]);
  const pay = () => control('POST', '/_local/inbound', { type: 'number_payment', numberId: id });
  expect((await pay()).status).toBe(201);
  expect((await pay()).status).toBe(409);
  await advance(30);
  expect([await numbers(), await words()]).toMatchObject([[{ status: 'active' }], ['activated']]);
  const other = await post('/v1/phone-numbers', { profileId: ownerId, allowMultiple: true });
  expect(Object.keys(other.body)).toEqual(Object.keys(body));
});

test('ASM-30 buying works under both addresses, with the same answer', async () => {
  const { buy, post, ownerId } = await openLine();
  const [one, other] = [await buy(), await post('/v1/phone-numbers', { profileId: ownerId, allowMultiple: true })];
  expect([other.status, Object.keys(other.body).sort()]).toEqual([one.status, Object.keys(one.body).sort()]);
});

test('a second order is taken for a mistake only while one for its country is on its way, and if it names no number', async () => {
  const { buy, advance } = await openLine();
  const again = async (more: object = {}) => (await buy({ allowMultiple: false, ...more })).body['code'] ?? 'bought';
  expect(await again({ country: 'CA' })).toBe('bought');
  expect(await again({ country: 'US' })).toBe('bought');
  expect(await again({ country: 'US' })).toBe('PURCHASE_VELOCITY');
  expect(await again({ country: 'AU' })).toBe('bought');
  expect(await again({ phoneNumber: '+12075550105' })).toBe('bought');
  expect(await again({ purchaseIntentId: 'desk-2' })).toBe('bought');
  await advance(30);
  expect(await again({ country: 'US' })).toBe('bought');
});

test('an area code chooses the type that has it, and a wish for WhatsApp a number that WhatsApp takes', async () => {
  const { buy } = await openLine();
  const number = async (more: object) => (await buy(more)).body['phoneNumber'] as Json | undefined;
  expect(await number({ areaCode: '888' })).toMatchObject({ phoneNumber: '+18885550100' });
  expect(await number({ areaCode: '888', wantsWhatsapp: false })).toMatchObject({ phoneNumber: '+18885550101' });
  for (const wish of ['wantsWhatsapp', 'connectWhatsapp']) {
    expect(await number({ areaCode: '888', [wish]: true })).toBeUndefined();
    expect(await number({ areaCode: '207', [wish]: true })).toMatchObject({
      phoneNumber: expect.stringMatching(/^\+1207/),
    });
  }
});
