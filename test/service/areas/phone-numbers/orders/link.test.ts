/** Links with which customers provide the documents for a number: what they ask for, how they stand, and what they order. */
import { expect, test } from 'vitest';
import { kycUnder, submitUnder } from '../../../../../src/service/areas/phone-numbers/orders/link.ts';
import type { Json } from '../../../../support/service.ts';
import { DAY, openLine, SCAN } from '../line.ts';

const ADDRESS = { street_address: 'Dam 1', locality: 'Amsterdam', postal_code: '1012 JS' };

const PROVIDED = { values: { contact_name: 'Ana Lang' }, documents: [SCAN], address: undefined };

const SHARE = '/v1/phone-numbers/kyc/share';

async function openLinks() {
  const line = await openLine();
  const { desk } = line.service;
  const share = (more: object = {}) => line.post(SHARE, { profileId: line.ownerId, country: 'DE', ...more });
  const under = (token: string) => kycUnder(desk, token);
  const submit = async (token: string, provided: Omit<Parameters<typeof submitUnder>[2], 'origin'> = PROVIDED) => {
    const shared = await under(token);
    if (shared === undefined) throw new Error('There is no such link.');
    const { status, body } = await submitUnder(desk, shared, { origin: 'http://localhost', ...provided });
    return { status, body: body as Json };
  };
  return {
    ...line,
    share,
    under,
    submit,
    token: async (more: object = {}) => String((await share(more)).body['token']),
    numbers: async () => (await line.api('GET', '/v1/phone-numbers')).body['numbers'] as unknown as Json[],
  };
}

test('NUM-14 a link asks for what the regulator of its country asks for, and is open for a week', async () => {
  const { token, under, advance } = await openLinks();
  const one = await token();
  const asked = [{ requirementId: 'contact_name' }, { requirementId: 'proof_of_address' }];
  expect(await under(one)).toMatchObject({ standing: 'open', country: 'Germany', asked });
  expect(await under('0'.repeat(32))).toBeUndefined();
  await advance(7 * DAY - 1);
  expect(await under(one)).toMatchObject({ standing: 'open' });
  await advance(1);
  expect(await under(one)).toMatchObject({ standing: 'expired' });
});

test('NUM-14 a link orders one number, and no other link is used by that', async () => {
  const { token, under, submit, numbers, ownerId } = await openLinks();
  const [one, other] = [await token(), await token()];
  expect(await submit(one)).toMatchObject({ status: 200, body: { status: 'kyc_submitted' } });
  expect([(await under(one))?.standing, (await under(other))?.standing]).toEqual(['used', 'open']);
  expect(await submit(one)).toMatchObject({ status: 200, body: { status: 'kyc_already_submitted' } });
  expect(await numbers()).toMatchObject([{ country: 'DE', profileId: { _id: ownerId } }]);
});

test('a link for an area code orders a number of that area, and one without orders the first', async () => {
  const { token, submit } = await openLinks();
  const phone = async (more: object) => {
    const { body } = await submit(await token(more));
    return (body['numbers'] as unknown as Json[]).map(({ phoneNumber }) => phoneNumber);
  };
  expect([await phone({ areaCode: '40' }), await phone({})]).toEqual([['+494066969000'], ['+493023125000']]);
});

test('a link for a country that is sold out orders ahead', async () => {
  const { token, submit, numbers } = await openLinks();
  const provided = { values: { entity_name: 'Harbor Books' }, documents: [], address: ADDRESS };
  expect(await submit(await token({ country: 'NL', areaCode: '20' }), provided)).toMatchObject({
    status: 200,
    body: { status: 'kyc_submitted', preOrder: true },
  });
  expect(await numbers()).toMatchObject([{ country: 'NL' }]);
});

test('NUM-15 a team that cannot pay orders nothing through a link', async () => {
  const { token, submit, under, numbers, control } = await openLinks();
  const one = await token();
  await control('PATCH', '/_local/team', { paymentMethod: false });
  expect((await submit(one)).status).toBe(402);
  expect([await numbers(), (await under(one))?.standing]).toEqual([[], 'open']);
});

test('what is missing is refused, and the link stays open', async () => {
  const { token, submit, under, numbers } = await openLinks();
  const one = await token();
  expect(await submit(one, { ...PROVIDED, documents: [] })).toMatchObject({
    status: 400,
    body: { param: 'documents' },
  });
  expect([await numbers(), (await under(one))?.standing]).toEqual([[], 'open']);
});

test.each([
  ['country', { country: 'QX' }],
  ['country', { country: 'US' }],
  ['redirect_url', { redirect_url: 'ftp://shop.example/done' }],
  ['redirect_url', { redirect_url: 'javascript:alert(1)' }],
  ['branding.logoUrl', { branding: { logoUrl: 'logo.png' } }],
  ['branding.brandColor', { branding: { brandColor: 'blue' } }],
  ['branding.brandColor', { branding: { brandColor: '#2450d' } }],
])('a link with a wrong %s is refused: %j', async (param, more) => {
  const { post, ownerId } = await openLinks();
  for (const path of [SHARE, '/v1/whatsapp/phone-numbers/kyc/share'])
    expect(await post(path, { profileId: ownerId, country: 'DE', ...more })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param },
    });
});

test('a link takes addresses of the web and a color of six digits', async () => {
  const { share } = await openLinks();
  for (const more of [
    { redirect_url: 'http://shop.example/done' },
    { redirect_url: 'https://shop.example/done', branding: { brandColor: '#2450d8' } },
    { branding: { logoUrl: 'https://shop.example/logo.png', brandColor: '#2450D8' } },
  ])
    expect((await share(more)).status).toBe(200);
});

test('a link for an area code that there is not, or for somebody else’s profile, is refused', async () => {
  const { share } = await openLinks();
  expect(await share({ areaCode: '999' })).toMatchObject({ body: { code: 'AREA_CODE_UNAVAILABLE' } });
  expect((await share({ profileId: '0'.repeat(24) })).status).toBe(404);
});
