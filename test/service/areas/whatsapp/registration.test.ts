/** Numbers that whatsapp has put off: the code, the PIN, and the registration. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const { api, control, feed } = service;
  return {
    ...service,
    accountId,
    call: (act: string, body: object = {}) => api('POST', `/v1/accounts/${accountId}/whatsapp/${act}`, { body }),
    disconnect: () =>
      control('POST', '/_local/inbound', {
        ...{ type: 'whatsapp_account', accountId, change: 'status', status: 'DISCONNECTED' },
      }),
    codes: async () => (await feed(accountId, 'code')).map(({ code }) => String(code)),
    status: async () =>
      (await api('GET', '/v1/whatsapp/number-info', { query: { accountId } })).body['phone']?.['status'],
  };
}

test('a number that is connected needs no code', async () => {
  const { call, codes, accountId } = await scene();
  const { body } = await call('request-code', { method: 'VOICE' });
  expect(body).toMatchObject({ requested: false, alreadyActive: true, method: 'VOICE', accountId });
  expect((await call('verify-code', { code: '123456' })).body).toMatchObject({ verified: true });
  expect(await codes()).toEqual([]);
});

test('a number that was put off is verified with its code and registered again', async () => {
  const { call, disconnect, codes, status } = await scene();
  await disconnect();
  expect(await status()).toBe('DISCONNECTED');
  expect((await call('register', { pin: '481516' })).status).toBe(409);
  expect((await call('request-code')).body).toMatchObject({ requested: true, alreadyActive: false, method: 'SMS' });
  const [code] = await codes();
  expect(code).toMatch(/^\d{6}$/);
  expect(await call('verify-code', { code: '000000' })).toMatchObject({ status: 400, body: { param: 'code' } });
  expect((await call('register', { pin: '481516' })).status).toBe(409);
  expect((await call('verify-code', { code })).body).toMatchObject({ verified: true });
  expect((await call('register', { pin: '481516' })).body).toMatchObject({ registered: true });
  expect(await status()).toBe('CONNECTED');
  await disconnect();
  expect((await call('register', { pin: '481516' })).status).toBe(409);
});

test('a code is taken once, and for ten minutes', async () => {
  const { call, disconnect, codes, advance } = await scene();
  await disconnect();
  await call('request-code');
  await advance(601);
  expect((await call('verify-code', { code: (await codes())[0] })).status).toBe(400);
  await call('request-code');
  await advance(600);
  const code = (await codes())[1];
  expect((await call('verify-code', { code: (await codes())[0] })).status).toBe(400);
  expect((await call('verify-code', { code })).status).toBe(200);
  expect((await call('verify-code', { code })).status).toBe(400);
});

test('a number keeps the first PIN that it registers with', async () => {
  const { call } = await scene();
  const refused = { status: 400, body: { param: 'pin' } };
  expect(await call('register', { pin: '12' })).toMatchObject(refused);
  expect((await call('register', { pin: '481516' })).status).toBe(200);
  expect(await call('register', { pin: '111111' })).toMatchObject(refused);
  expect(await call('register')).toMatchObject(refused);
  expect((await call('register', { pin: '481516' })).status).toBe(200);
});
