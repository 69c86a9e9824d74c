/** What regulators ask for, read before an order. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import { typeFor } from '../../../../../src/service/areas/phone-numbers/orders/kyc-form.ts';
import { countryIn } from '../../../../../src/service/areas/phone-numbers/record.ts';
import type { Json } from '../../../../support/service.ts';
import { DAY, openLine, SCAN } from '../line.ts';

async function openForms() {
  const line = await openLine();
  const form = (query: Readonly<Record<string, string>>) => line.api('GET', '/v1/phone-numbers/kyc', { query });
  return { ...line, form };
}

const typeIn = (code: string, numberType?: string) => {
  const country = countryIn(openCatalog('dist/cards'), code);
  return country === undefined ? undefined : typeFor(country, numberType)?.numberType;
};

test('without a type the form is of the first one that needs documents, else of the first', () => {
  expect([typeIn('AU'), typeIn('DE'), typeIn('US'), typeIn('AU', 'local')]).toEqual([
    'mobile',
    'local',
    'local',
    'local',
  ]);
  expect(typeIn('AU', 'toll_free')).toBeUndefined();
});

test('the form has the fields of its type, and refuses a type and a country that there is not', async () => {
  const { form } = await openForms();
  expect((await form({ country: 'DE' })).body).toMatchObject({
    country: 'DE',
    numberType: 'local',
    fields: [{ requirementId: 'contact_name' }, { requirementId: 'proof_of_address' }],
    reusable: null,
    pendingReview: false,
  });
  expect(await form({ country: 'DE', numberType: 'toll_free' })).toMatchObject({
    status: 400,
    body: { param: 'numberType' },
  });
  expect(await form({ country: 'QX' })).toMatchObject({ status: 400, body: { param: 'country' } });
});

test('the form says whether such a number is under review, and which approved documents a further order can take', async () => {
  const { form, german, advance, get, post, ownerId } = await openForms();
  const id = await german();
  expect((await form({ country: 'DE' })).body).toMatchObject({ pendingReview: true, reusable: null });
  expect((await form({ country: 'DE', numberType: 'mobile' })).body).toMatchObject({ pendingReview: false });
  expect((await form({ country: 'FR' })).body).toMatchObject({ pendingReview: false });
  await advance(DAY);
  const fromPhoneNumber = (await get(id))['phoneNumber'];
  const details = [
    { label: 'contact_name', value: 'Ana Lang' },
    { label: 'proof_of_address', value: SCAN.filename },
  ];
  const { body } = await form({ country: 'DE' });
  expect(body).toMatchObject({
    pendingReview: false,
    reusable: { available: true, fromPhoneNumber, options: [{ id, fromPhoneNumber, instant: true }] },
  });
  const { options } = body['reusable'] as Json;
  expect((options as unknown as Json[])[0]?.['details']).toEqual(details);
  for (const query of [{ country: 'DE', numberType: 'mobile' }, { country: 'FR' }])
    expect((await form(query)).body).toMatchObject({ reusable: null });
  const reuse = { profileId: ownerId, country: 'FR', reuse: true };
  expect((await post('/v1/phone-numbers/kyc', reuse)).status).toBe(409);
});

test('a document that was uploaded is named by its id in what can be reused', async () => {
  const { form, api, submit, advance } = await openForms();
  const headers = { 'content-type': 'application/pdf', 'x-filename': 'bill.pdf' };
  const sent = await api('POST', '/v1/phone-numbers/kyc/upload-document', { body: Buffer.from('%PDF'), headers });
  const { documentId } = sent.body;
  await submit({ documents: [{ requirementId: 'proof_of_address', documentId }] });
  await advance(DAY);
  const reusable = (await form({ country: 'DE' })).body['reusable'] as Json;
  expect(reusable['details']).toEqual([
    { label: 'contact_name', value: 'Ana Lang' },
    { label: 'proof_of_address', value: 'Uploaded document', documentId },
  ]);
});

test('a number that was bought without documents has none that could be reused', async () => {
  const { form, active } = await openForms();
  await active();
  expect((await form({ country: 'US' })).body).toMatchObject({ reusable: null, pendingReview: false, fields: [] });
});

test('documents are looked over for the type that is named', async () => {
  const { post } = await openForms();
  const review = (more: object) =>
    post('/v1/phone-numbers/kyc/review-packet', { country: 'DE', numberType: 'local', docs: [], ...more });
  expect((await review({})).body['advisories']).toMatchObject([{ requirementId: 'proof_of_address' }]);
  expect((await review({ numberType: 'mobile' })).body['advisories']).toMatchObject([
    { requirementId: 'proof_of_identity' },
  ]);
  expect(await review({ numberType: 'toll_free' })).toMatchObject({ status: 400, body: { param: 'numberType' } });
  expect(await review({ country: 'QX' })).toMatchObject({ status: 400, body: { param: 'country' } });
});

test('an address is judged by the form that its country has, and elsewhere not at all', async () => {
  const { post } = await openForms();
  const validate = (more: object) =>
    post('/v1/phone-numbers/kyc/validate-address', {
      country: 'DE',
      street_address: 'Kantstraße 1',
      locality: 'Berlin',
      postal_code: '10623',
      ...more,
    });
  expect((await validate({})).body).toEqual({ ok: true, skipped: false });
  expect((await validate({ country: 'JP', postal_code: '1' })).body).toEqual({ ok: true, skipped: true });
  expect(await validate({ locality: ' ' })).toMatchObject({ status: 400, body: { param: 'locality' } });
  expect(await validate({ postal_code: '1' })).toMatchObject({ status: 400, body: { param: 'postal_code' } });
});
