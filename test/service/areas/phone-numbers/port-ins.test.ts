import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

const END_USER = {
  entityName: 'Northwind',
  authPersonName: 'A. Person',
  streetAddress: '1 Main Street',
  locality: 'Springfield',
  administrativeArea: 'IL',
  postalCode: '62701',
  countryCode: 'US',
  accountNumber: '77',
};

/** Uploads a document and answers with its id. */
async function documentIn({ api }: Awaited<ReturnType<typeof startService>>): Promise<string> {
  const head = 'Content-Disposition: form-data; name="file"; filename="letter.pdf"\r\nContent-Type: application/pdf';
  const body = `--part\r\n${head}\r\n\r\n%PDF\r\n--part--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=part' };
  const { body: answer } = await api('POST', '/v1/phone-numbers/port-in/documents', { body, headers });
  return String(answer['documentId']);
}

test('a port-in with a document that was never uploaded is refused', async () => {
  const { api } = await startService();
  const body = { phoneNumbers: ['+12175550100'], endUser: END_USER, loaDocumentId: 'a', invoiceDocumentId: 'b' };
  const answer = await api('POST', '/v1/phone-numbers/port-in', { body });
  expect(answer).toMatchObject({
    status: 404,
    body: { error: 'There is no such port in document.', param: 'loaDocumentId' },
  });
});

async function ported() {
  const service = await startService();
  const loaDocumentId = await documentIn(service);
  const invoiceDocumentId = await documentIn(service);
  const body = { phoneNumbers: ['+12175550100'], endUser: END_USER, loaDocumentId, invoiceDocumentId };
  const made = await service.api('POST', '/v1/phone-numbers/port-in', { body });
  const id = String(made.body.id);
  const tell = (status: string) =>
    service.control('POST', '/_local/inbound', { type: 'port_status', portInId: id, status });
  const cancel = () => service.api('DELETE', `/v1/phone-numbers/port-in/${id}`);
  const status = async () => {
    const { body: answer } = await service.api('GET', '/v1/phone-numbers/port-in');
    const [one] = Object.values(answer).find((value) => Array.isArray(value)) as unknown as Json[];
    return one?.status;
  };
  return { ...service, made, tell, cancel, status };
}

test('ASM-16 a port-in goes its way, and one that is ported cannot be called off', async () => {
  const { made, tell, cancel, status } = await ported();
  expect([made.status, made.body.status]).toEqual([201, 'pending']);
  expect((await tell('ported')).status).toBe(409);
  for (const next of ['exception', 'pending', 'foc_confirmed', 'ported']) {
    expect((await tell(next)).status).toBe(201);
    expect(await status()).toBe(next);
  }
  expect(await cancel()).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
});

test('ASM-16 a pending one is called off, once', async () => {
  const { cancel, status, api } = await ported();
  expect(await cancel()).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  expect(await status()).toBe('cancelled');
  expect((await cancel()).status).toBe(409);
  expect((await api('DELETE', '/v1/phone-numbers/port-in/0123456789abcdef01234567')).status).toBe(404);
});

test('NUM-01 NUM-02 NUM-03 every number is checked, and one of the team is not portable', async () => {
  const { api, profileId } = await startService();
  await api('POST', '/v1/phone-numbers', { body: { profileId: await profileId(), phoneNumber: '+12175550101' } });
  const body = { phoneNumbers: ['+12175550100', '+12175550101'] };
  expect((await api('POST', '/v1/phone-numbers/port-in/check', { body })).body['results']).toMatchObject([
    { phoneNumber: '+12175550100', portable: true, notPortableReason: null },
    { phoneNumber: '+12175550101', portable: false, notPortableReason: 'The team has +12175550101 already.' },
  ]);
});

test('ERR-42 a number costs 402 without a card that works, under every address', async () => {
  const { api, control, profileId } = await startService();
  const body = { profileId: await profileId() };
  for (const plan of [{ paymentMethod: false }, { paymentMethod: true, paymentFailed: true }]) {
    await control('PATCH', '/_local/team', plan);
    for (const path of ['/v1/phone-numbers', '/v1/phone-numbers/purchase', '/v1/whatsapp/phone-numbers/purchase'])
      expect(await api('POST', path, { body })).toMatchObject({
        status: 402,
        body: { type: 'permission_error', code: 'PAYMENT_REQUIRED', reason: 'free_tier_exceeded' },
      });
  }
});

test('ASM-30 buying works under both addresses, with the same answer', async () => {
  const { api, profileId } = await startService();
  const body = { profileId: await profileId(), countryCode: 'US' };
  const [one, other] = [
    await api('POST', '/v1/phone-numbers', { body }),
    await api('POST', '/v1/phone-numbers/purchase', { body }),
  ];
  expect(one.status).toBeLessThan(300);
  expect([other.status, Object.keys(other.body).sort()]).toEqual([one.status, Object.keys(one.body).sort()]);
  const { body: list } = await api('GET', '/v1/phone-numbers');
  expect((list.numbers as unknown as Json[]).length).toBe(2);
});
