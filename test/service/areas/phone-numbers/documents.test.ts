/** Papers for numbers, and watches for numbers that are out of stock. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

const FILE = Buffer.from('not really a paper');

test('a paper comes back byte for byte', async () => {
  const { api, service } = await startService();
  const headers = { 'content-type': 'application/pdf', 'x-filename': 'passport.pdf' };
  const sent = await api('POST', '/v1/phone-numbers/kyc/upload-document', { body: FILE, headers });
  const file = await service.inject({
    method: 'GET',
    url: `/v1/phone-numbers/kyc/document/${String(sent.body['documentId'])}`,
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  expect([file.statusCode, file.headers['content-type'], file.rawPayload]).toEqual([200, 'application/pdf', FILE]);
  expect((await api('GET', '/v1/phone-numbers/kyc/document/0123456789abcdef01234567')).status).toBe(404);
});

test('NUM-19 a country is watched under its name', async () => {
  const { api } = await startService();
  const { status, body } = await api('POST', '/v1/phone-numbers/stock-watches', { body: { country: 'DE' } });
  expect([status, body['countryName'], body['numberType']]).toEqual([200, 'Germany', null]);
});
