/** How the review of a registration begins, and what is told of it. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';
import { BRAND, CAMPAIGN, registrationOf } from './registration.ts';

async function scene(registrationType: string) {
  const service = await startService();
  const address = { street: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' };
  const site = { website: 'https://a.example', vertical: 'RETAIL' };
  const brand = { entityType: 'PRIVATE_PROFIT', displayName: 'Northwind', ...address, ...site };
  const started = await service.api('POST', '/v1/sms/registrations', {
    body: { registrationType, phoneNumbers: ['+12175550100'], ...(registrationType !== 'toll_free' && { brand }) },
  });
  const id = String(started.body['registrationId']);
  const told = async () => (await service.events()).filter(({ event }) => event.startsWith('sms.registration.'));
  const get = async () => (await service.api('GET', `/v1/sms/registrations/${id}`)).body;
  const verify = (otpPin: unknown) =>
    service.api('POST', `/v1/sms/registrations/${id}/verify-otp`, { body: { otpPin } });
  const decide = (status: string) =>
    service.control('POST', '/_local/inbound', { type: 'registration_status', registrationId: id, status });
  return { ...service, started, id, told, get, verify, decide };
}

test.each(['standard_10dlc', 'toll_free'])(
  'SMS-02 SMS-03 SMS-08 a registration of the kind %s waits for nobody: carriers take it up and approve it a day later, which is told',
  async (kind) => {
    const { started, id, told, get, advance } = await scene(kind);
    expect(started).toMatchObject({ status: 200, body: { status: 'requested', awaitingOtp: false } });
    const states = async () =>
      (await told()).map(({ payload }) => (payload['registration'] as Json)['status'] as unknown as string);
    expect(await states()).toEqual(['requested']);
    await advance(60);
    expect(await states()).toEqual(['requested', 'pending']);
    await advance(86_399);
    expect(await get()).toMatchObject({ status: 'pending' });
    await advance(1);
    expect(await get()).toMatchObject({ id, status: 'approved', declineReason: null });
    expect(await states()).toEqual(['requested', 'pending', 'approved']);
    expect(wrongEvents(await told())).toEqual([]);
  },
);

test('SMS-08 SMS-09 a sole proprietor confirms a code first, and a wrong one is refused', async () => {
  const { started, id, told, get, feed, verify, advance } = await scene('sole_prop_10dlc');
  expect(started.body).toMatchObject({ status: 'requested', awaitingOtp: true });
  await advance(172_800);
  expect(await get()).toMatchObject({ status: 'requested', awaitingOtp: true });
  const events = await told();
  expect(events).toMatchObject([
    {
      event: 'sms.registration.action_required',
      payload: { registration: { id }, reason: 'otp_verification_required' },
    },
  ]);
  expect(wrongEvents(events)).toEqual([]);
  const code = (await feed('carrier', 'code'))[0]?.['code'];
  expect((await verify('000000')).status).toBe(400);
  expect((await verify(code as unknown as string)).status).toBe(200);
  expect((await told()).map(({ event }) => event)).toEqual([
    'sms.registration.action_required',
    'sms.registration.status_updated',
  ]);
  await advance(86_460);
  expect(await get()).toMatchObject({ status: 'approved', awaitingOtp: false });
});

test('carriers reject when they are told to, say why, and wait when their time is taken away', async () => {
  const { control, advance, get, id, api } = await scene('standard_10dlc');
  await control('PATCH', '/_local/reviews', { smsRegistration: null });
  await advance(30 * 86_400);
  expect(await get()).toMatchObject({ status: 'pending' });
  await control('PATCH', '/_local/reviews', { smsRegistration: 3_600 });
  const reject = { operation: 'approval', outcome: 'reject', message: 'The website does not open.', times: 1 };
  expect((await control('POST', '/_local/network/carrier/behaviour', reject)).status).toBeLessThan(300);
  await api('DELETE', `/v1/sms/registrations/${id}`);
  const again = await api('POST', '/v1/sms/registrations', { body: registrationOf(['+12175550101']) });
  const second = String(again.body['registrationId']);
  await advance(3_660);
  const read = async () => (await api('GET', `/v1/sms/registrations/${second}`)).body;
  expect(await read()).toMatchObject({ status: 'rejected', declineReason: 'The website does not open.' });
  await api('POST', `/v1/sms/registrations/${second}/appeal`, { body: { appealReason: 'It opens now.' } });
  await advance(3_600);
  expect(await read()).toMatchObject({ status: 'approved', declineReason: null });
  await advance(30 * 86_400);
  expect(await get()).toMatchObject({ status: 'deactivated' });
});

test('a code goes out again while it is awaited, and not once it was given', async () => {
  const { feed, id, api, verify } = await scene('sole_prop_10dlc');
  const resend = () => api('POST', `/v1/sms/registrations/${id}/resend-otp`);
  expect((await resend()).body).toEqual({ sent: true });
  const codes = (await feed('carrier', 'code')).map(({ code }) => code);
  expect(codes).toEqual([codes[0], codes[0]]);
  expect(JSON.stringify((await api('GET', `/v1/sms/registrations/${id}`)).body)).not.toContain(String(codes[0]));
  expect((await verify(codes[0])).status).toBe(200);
  expect((await resend()).status).toBe(409);
  expect((await verify(codes[0])).status).toBe(409);
});

test('NUM-18 a number joins what is approved, and that is told', async () => {
  const { decide, told, id, api, profileId, get } = await scene('standard_10dlc');
  const bought = await api('POST', '/v1/phone-numbers/purchase', {
    body: { profileId: await profileId(), country: 'US' },
  });
  const number = bought.body['phoneNumber'] as Json;
  const join = () => api('POST', `/v1/phone-numbers/${String(number['id'])}/sms/reuse-registration`);
  expect((await join()).status).toBe(409);
  await decide('pending');
  await decide('approved');
  const joined = await join();
  expect(joined).toMatchObject({ status: 200, body: { registrationId: id, status: 'approved' } });
  expect((await told()).map(({ payload }) => (payload['registration'] as Json)['status'])).toEqual([
    'requested',
    'pending',
    'approved',
    'approved',
  ]);
  expect(JSON.stringify(await get())).toContain(String(number['phoneNumber']));
});

const PHONES = ['+12175550100'];

test.each([
  ['standard_10dlc', registrationOf(PHONES)],
  ['sole_prop_10dlc', { brand: BRAND, campaign: CAMPAIGN, phoneNumbers: PHONES }],
  ['toll_free', { phoneNumbers: ['+18335550100'] }],
])('SMS-04 a registration may be of the kind %s, and reads back as such', async (registrationType, body) => {
  const { api } = await startService();
  const made = await api('POST', '/v1/sms/registrations', { body: { ...body, registrationType } });
  expect(made.status).toBe(200);
  const { body: kept } = await api('GET', `/v1/sms/registrations/${String(made.body['registrationId'])}`);
  expect(kept).toMatchObject({ registrationType, phoneNumbers: body.phoneNumbers });
});

test('SMS-04 a registration of any other kind is refused and makes none', async () => {
  const { api } = await startService();
  for (const registrationType of ['standard', 'TOLL_FREE', 10, undefined]) {
    const refused = await api('POST', '/v1/sms/registrations', {
      body: { ...registrationOf(PHONES), registrationType },
    });
    expect(refused, String(registrationType)).toMatchObject({ status: 400, body: { param: 'registrationType' } });
  }
  expect((await api('GET', '/v1/sms/registrations')).body['registrations']).toEqual([]);
});

const without = (part: object, name: string): object =>
  Object.fromEntries(Object.entries(part).filter(([key]) => key !== name));

/** What a registration is answered with whose brand or campaign lacks a field. */
async function lacking(part: 'brand' | 'campaign', name: string) {
  const { api } = await startService();
  const whole = registrationOf(PHONES);
  return api('POST', '/v1/sms/registrations', { body: { ...whole, [part]: without(whole[part], name) } });
}

test.each(['entityType', 'displayName', 'country', 'vertical', 'street', 'city', 'state', 'postalCode', 'website'])(
  'SMS-06 a brand without its %s is refused with the place that lacks it',
  async (name) => {
    expect(await lacking('brand', name)).toMatchObject({
      status: 400,
      body: { code: 'missing_required_field', param: `brand.${name}` },
    });
  },
);

test('SMS-06 a brand has the ten fields, of which the legal name and the tax number may be missing', async () => {
  expect(Object.keys(BRAND)).toEqual(
    expect.arrayContaining(['companyName', 'ein', 'entityType', 'displayName', 'country', 'vertical', 'street']),
  );
  for (const name of ['companyName', 'ein', 'nothing']) expect((await lacking('brand', name)).status, name).toBe(200);
});

test.each(['usecase', 'description', 'messageFlow', 'sample1', 'optinKeywords', 'optoutKeywords', 'helpKeywords'])(
  'SMS-07 a campaign without its %s is refused with the place that lacks it',
  async (name) => {
    expect(await lacking('campaign', name)).toMatchObject({
      status: 400,
      body: { code: 'missing_required_field', param: `campaign.${name}` },
    });
  },
);

test('SMS-07 a campaign reads back as it was sent, and its answers to keywords may be missing', async () => {
  for (const name of ['helpMessage', 'optinMessage', 'optoutMessage', 'nothing'])
    expect((await lacking('campaign', name)).status, name).toBe(200);
  const { api } = await startService();
  const made = await api('POST', '/v1/sms/registrations', { body: registrationOf(PHONES) });
  const { body } = await api('GET', `/v1/sms/registrations/${String(made.body['registrationId'])}`);
  const { messageFlow, sample1, sample2 } = CAMPAIGN;
  expect(body['campaignContent']).toMatchObject({ messageFlow, sample1, sample2 });
});
