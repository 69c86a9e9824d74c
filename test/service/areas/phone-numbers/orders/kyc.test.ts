/** Orders with documents: what is asked, reviewed on the clock, declined, asked again, reused. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../support/service.ts';
import { wrongEvents } from '../../../events/judged.ts';
import { DAY, openLine, SCAN } from '../line.ts';

test('NUM-20 NUM-25 documents put the number under review, and a day later it is active', async () => {
  const { submit, ownerId, words, latest, advance, get, events } = await openLine();
  const { body } = await submit();
  const { id } = body['phoneNumber'] as Json;
  expect(body).toMatchObject({
    status: 'kyc_submitted',
    phoneNumber: { id, status: 'pending_regulatory', country: 'DE' },
    numbers: [{ id, phoneNumber: '+493023125000', country: 'DE' }],
  });
  expect(await latest('kyc_submitted')).toMatchObject({ number: { id, profileId: ownerId } });
  await advance(DAY - 1);
  expect(await words()).toEqual(['kyc_submitted']);
  await advance(1);
  expect(await words()).toEqual(['kyc_submitted', 'activated']);
  expect(await get(String(id))).toMatchObject({ status: 'active', phoneNumber: '+493023125000', country: 'DE' });
  expect(wrongEvents((await events()).filter(({ event }) => event.startsWith('whatsapp.number.')))).toEqual([]);
});

describe('NUM-14 a submission lacks', () => {
  test.each([
    [{ values: {} }, 'values.contact_name', 400],
    [{ values: { contact_name: ' ' } }, 'values.contact_name', 400],
    [{ documents: [] }, 'documents', 400],
    [
      { documents: [{ requirementId: 'proof_of_address', documentId: '0123456789abcdef01234567' }] },
      'documents.documentId',
      404,
    ],
    [{ country: 'US' }, 'country', 400],
    [
      { country: 'ES', areaCode: '91', documents: [{ ...SCAN, requirementId: 'proof_of_identity' }] },
      'address.street_address',
      400,
    ],
    [{ quantity: 0 }, 'quantity', 400],
    [{ quantity: 11 }, 'quantity', 400],
  ])('%j', async (more, param, status) => {
    const { submit, api, words } = await openLine();
    expect(await submit(more)).toMatchObject({ status, body: { param } });
    expect([(await api('GET', '/v1/phone-numbers')).body['numbers'], await words()]).toEqual([[], []]);
  });
});

test('NUM-23 NUM-24 journey: a German number is declined for good, and costs nothing; another one is asked, answered, active', async () => {
  const line = await openLine();
  const { german, tell, post, advance, status, words, latest, get, spent, control } = line;
  const declined = await german();
  await control('POST', `/_local/network/${declined}/behaviour`, {
    operation: 'approval',
    outcome: 'reject',
    message: 'The address could not be confirmed.',
  });
  await advance(DAY);
  expect(await latest('declined')).toMatchObject({
    number: { id: declined },
    reason: 'The address could not be confirmed.',
  });
  expect(await get(declined)).toMatchObject({
    status: 'regulatory_declined',
    regulatoryDeclineReason: 'The address could not be confirmed.',
  });
  expect((await tell(declined, 'activated')).status).toBe(409);
  await advance(10 * DAY);
  expect(await spent()).toBe(0);

  const asked = await german();
  expect((await tell(asked, 'action_required', 'The invoice is too old.')).status).toBe(201);
  expect(await latest('action_required')).toMatchObject({ number: { id: asked }, reason: 'The invoice is too old.' });
  await advance(5 * DAY);
  expect(await status(asked)).toBe('pending_regulatory');
  const { body: form } = await line.api('GET', `/v1/phone-numbers/${asked}/remediate`);
  expect(form).toMatchObject({
    country: 'DE',
    numberType: 'local',
    declineReason: 'The invoice is too old.',
    fields: [{ requirementId: 'contact_name' }, { requirementId: 'proof_of_address' }],
  });
  expect((await post(`/v1/phone-numbers/${asked}/remediate`)).status).toBe(400);
  expect(await post(`/v1/phone-numbers/${asked}/remediate`, { documents: [SCAN] })).toMatchObject({
    status: 200,
    body: { status: 'kyc_submitted', phoneNumber: { id: asked, status: 'pending_regulatory' } },
  });
  await advance(DAY);
  expect(await status(asked)).toBe('active');
  expect(await words()).toEqual([
    ...['kyc_submitted', 'declined'],
    ...['kyc_submitted', 'action_required', 'kyc_submitted', 'activated'],
  ]);
  await advance(2 * DAY);
  expect(await spent()).toBeGreaterThan(0);
});

test('NUM-22 a number that waits for its user to prove who they are has the address for it', async () => {
  const { german, tell, latest, get, advance, status } = await openLine();
  const id = await german();
  await tell(id, 'verification_required');
  const { verificationUrl } = (await latest('verification_required')) ?? {};
  expect(await get(id)).toMatchObject({ status: 'verifying', onfidoVerificationUrl: verificationUrl });
  await advance(30 * DAY);
  expect(await status(id)).toBe('verifying');
  await tell(id, 'activated');
  expect(await status(id)).toBe('active');
});

test('NUM-26 NUM-27 a suspension says why, and ends', async () => {
  const { active, tell, latest, status } = await openLine();
  const id = String((await active())['id']);
  await tell(id, 'suspended', 'Unusual traffic');
  expect(await latest('suspended')).toMatchObject({ number: { id }, reason: 'Unusual traffic' });
  await tell(id, 'reactivated');
  expect(await status(id)).toBe('active');
});

test('one submission orders several numbers; the same key again orders none', async () => {
  const { submit, api } = await openLine();
  const sent = { quantity: 3, submissionId: 'berlin-1' };
  const { body } = await submit(sent);
  expect((body['numbers'] as unknown as Json[]).map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+493023125000',
    '+493023125001',
    '+493023125002',
  ]);
  expect((await submit(sent)).body).toMatchObject({ status: 'kyc_already_submitted', numbers: body['numbers'] });
  expect((await api('GET', '/v1/phone-numbers')).body['numbers']).toHaveLength(3);
});

test('approved documents are reused, and the next number needs the carrier alone', async () => {
  const { submit, german, advance, status, api, post, ownerId } = await openLine();
  const reuse = () => post('/v1/phone-numbers/kyc', { profileId: ownerId, country: 'DE', reuse: true });
  expect((await reuse()).status).toBe(409);
  const first = await german();
  await advance(DAY);
  const form = await api('GET', '/v1/phone-numbers/kyc', { query: { country: 'DE' } });
  expect(form.body).toMatchObject({
    reusable: { available: true, fromPhoneNumber: '+493023125000', options: [{ id: first, instant: true }] },
  });
  const { body } = await reuse();
  expect(body).toMatchObject({ status: 'kyc_reused', phoneNumber: { status: 'provisioning' } });
  await advance(30);
  expect(await status(String((body['phoneNumber'] as Json)['id']))).toBe('active');
  expect((await submit({ reuseFrom: '0123456789abcdef01234567' })).status).toBe(404);
});

test('a number can be ordered before there is one, and comes with the stock', async () => {
  const { submit, advance, status, control, get } = await openLine();
  const sold = { country: 'NL', areaCode: '20', values: { entity_name: 'Harbor Books' }, documents: [] };
  const address = { street_address: 'Dam 1', locality: 'Amsterdam', postal_code: '1012 JS' };
  expect((await submit({ ...sold, address })).body).toMatchObject({ code: 'AREA_CODE_UNAVAILABLE' });
  const { body } = await submit({ ...sold, address, preOrder: true });
  expect(body).toMatchObject({ status: 'kyc_submitted', preOrder: true });
  const id = String((body['phoneNumber'] as Json)['id']);
  await advance(3 * DAY);
  expect(await status(id)).toBe('provisioning');
  await control('POST', '/_local/stock', { countryCode: 'NL', counts: { local: 120 } });
  await advance(30);
  expect(await get(id)).toMatchObject({ status: 'active', phoneNumber: '+31201234000' });
});

test('letters reach the reviewer; with documents they hand in again, and what was ordered together goes along', async () => {
  const { submit, tell, post, feed, advance, status } = await openLine();
  const { body } = await submit({ quantity: 2 });
  const [one = '', other = ''] = (body['numbers'] as unknown as Json[]).map(({ id }) => String(id));
  expect((await post(`/v1/phone-numbers/${one}/remediate/reply`)).status).toBe(400);
  const attachments = [{ filename: 'a.pdf', base64: 'JVBERg==' }];
  expect((await post(`/v1/phone-numbers/${one}/remediate/reply`, { text: 'Hello', attachments })).body).toEqual({
    posted: true,
    attachments: 1,
  });
  expect(await feed(one)).toMatchObject([{ kind: 'message', text: 'Hello', attachments: ['a.pdf'] }]);
  expect((await post(`/v1/phone-numbers/${one}/remediate/respond`, { message: 'Soon' })).body).toMatchObject({
    status: 'replied',
    siblingsResubmitted: 0,
  });
  for (const id of [one, other]) await tell(id, 'action_required', 'document_missing');
  const answer = await post(`/v1/phone-numbers/${one}/remediate/respond`, { message: 'Here', documents: [SCAN] });
  expect(answer.body).toMatchObject({
    status: 'resubmitted',
    posted: true,
    phoneNumber: { id: one, status: 'pending_regulatory' },
    siblingsResubmitted: 1,
  });
  await advance(DAY);
  expect([await status(one), await status(other)]).toEqual(['active', 'active']);
  expect((await post(`/v1/phone-numbers/${one}/remediate/reply`, { text: 'Thanks' })).status).toBe(409);
});

test('documents are looked over, and addresses judged by their form', async () => {
  const { post, api } = await openLine();
  const packet = (docs: readonly object[]) =>
    post('/v1/phone-numbers/kyc/review-packet', { country: 'DE', numberType: 'local', docs });
  const review = async (docs: readonly object[]) => (await packet(docs)).body['advisories'];
  const headers = { 'content-type': 'application/pdf', 'x-filename': 'bill.pdf' };
  const sent = await api('POST', '/v1/phone-numbers/kyc/upload-document', { body: Buffer.from('%PDF'), headers });
  const documentId = sent.body['documentId'];
  const unknown = { requirementId: 'proof_of_address', documentId: '0123456789abcdef01234567' };
  expect(await packet([unknown])).toMatchObject({ status: 404, body: { param: 'docs.documentId' } });
  expect(await review([])).toMatchObject([{ requirementId: 'proof_of_address' }]);
  expect(await review([{ requirementId: 'proof_of_address', documentId, issuedAt: '2025-12-01' }])).toEqual([]);
  expect(await review([{ requirementId: 'proof_of_address', documentId, issuedAt: '2025-01-01' }])).toMatchObject([
    { concern: 'The document is older than 90 days.' },
  ]);
  const address = { country: 'DE', street_address: 'Unter den Linden 1', locality: 'Berlin', postal_code: '10117' };
  const validate = (more: object = {}) => post('/v1/phone-numbers/kyc/validate-address', { ...address, ...more });
  expect((await validate()).body).toEqual({ ok: true, skipped: false });
  expect(await validate({ postal_code: '101' })).toMatchObject({ status: 400, body: { param: 'postal_code' } });
  expect((await validate({ country: 'JP' })).body).toEqual({ ok: true, skipped: true });
});

test('the times of reviewers are one table, which can be changed', async () => {
  const { control, german, advance, status } = await openLine();
  expect((await control('GET', '/_local/reviews')).body['reviews']).toMatchObject({ number: 30, numberWithKyc: DAY });
  await control('PATCH', '/_local/reviews', { numberWithKyc: 60 });
  const soon = await german();
  await advance(60);
  expect(await status(soon)).toBe('active');
  await control('PATCH', '/_local/reviews', { numberWithKyc: null });
  const never = await german();
  await advance(365 * DAY);
  expect(await status(never)).toBe('pending_regulatory');
  expect((await control('PATCH', '/_local/reviews', { number: -1 })).status).toBe(400);
});

test('the carrier can be told to decline the next one', async () => {
  const { control, german, advance, status } = await openLine();
  await control('POST', '/_local/network/carrier/behaviour', { operation: 'approval', outcome: 'reject', times: 1 });
  const [one, other] = [await german(), await german()];
  await advance(DAY);
  expect([await status(one), await status(other)].sort()).toEqual(['active', 'regulatory_declined']);
});

test('a document comes back byte for byte', async () => {
  const { api, service } = await openLine();
  const file = Buffer.from('not really a passport');
  const headers = { 'content-type': 'application/pdf', 'x-filename': 'passport.pdf' };
  const sent = await api('POST', '/v1/phone-numbers/kyc/upload-document', { body: file, headers });
  const id = String(sent.body['documentId']);
  const got = await service.inject({
    method: 'GET',
    url: `/v1/phone-numbers/kyc/document/${id}`,
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  expect([got.statusCode, got.headers['content-type'], got.rawPayload]).toEqual([200, 'application/pdf', file]);
  expect((await api('GET', '/v1/phone-numbers/kyc/document/0123456789abcdef01234567')).status).toBe(404);
});

test('one submission orders ten numbers at most', async () => {
  const { submit } = await openLine();
  const { status, body } = await submit({ quantity: 10 });
  expect([status, (body['numbers'] as unknown as Json[]).length]).toEqual([200, 10]);
});
