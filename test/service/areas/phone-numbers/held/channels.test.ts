/** What a number carries, whose it is, and the proof that it is the team's. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../support/service.ts';
import { openLine } from '../line.ts';

test('NUM-12 NUM-16 NUM-17 NUM-25 one number carries texts, calls and WhatsApp together, and shows all three', async () => {
  const { active, account, api, post, get } = await openLine();
  const { id, phoneNumber } = await active({ country: 'CA' });
  const path = `/v1/phone-numbers/${String(id)}`;
  const channels = async () => {
    const { smsEnabled, callingEnabled, whatsappEnabled } = await get(String(id));
    const [listed] = (await api('GET', '/v1/phone-numbers')).body['numbers'] as unknown as Json[];
    expect(listed).toMatchObject({ smsEnabled, callingEnabled, whatsappEnabled });
    return [smsEnabled, callingEnabled, whatsappEnabled];
  };
  expect(await channels()).toEqual([false, false, false]);
  const [once, twice] = [await post(`${path}/sms`), await post(`${path}/sms`)];
  expect([once.status, twice.body]).toEqual([200, once.body]);
  expect(await channels()).toEqual([true, false, false]);
  await post(`${path}/voice`, { forwardTo: '+12025550177' });
  expect(await channels()).toEqual([true, true, false]);
  await account('whatsapp', { username: phoneNumber });
  expect(await channels()).toEqual([true, true, true]);
  await api('DELETE', `${path}/sms`);
  expect(await channels()).toEqual([false, true, true]);
});

test('NUM-12 a number moves to another profile with the accounts on it, and not to one that has a number', async () => {
  const { active, account, api, post, get } = await openLine();
  const { id, phoneNumber } = await active({ country: 'CA' });
  const connected = await account('whatsapp', { username: phoneNumber });
  const other = String(((await post('/v1/profiles', { name: 'Second' })).body['profile'] as Json)['_id']);
  const move = (profileId: string) =>
    api('PATCH', `/v1/whatsapp/phone-numbers/${String(id)}/profile`, { body: { profileId } });
  expect((await move('0123456789abcdef01234567')).status).toBe(404);
  expect(await move(other)).toMatchObject({ status: 200, body: { profileId: other, movedPlatforms: ['whatsapp'] } });
  expect(JSON.stringify((await api('GET', `/v1/accounts?profileId=${other}`)).body)).toContain(connected._id);
  const third = String(((await post('/v1/profiles', { name: 'Third' })).body['profile'] as Json)['_id']);
  await account('whatsapp', { username: '+14165550199', profileId: third });
  expect(await move(third)).toMatchObject({ status: 403, body: { code: 'ONE_WHATSAPP_PER_PROFILE' } });
  await api('DELETE', `/v1/phone-numbers/${String(id)}`);
  expect((await move(other)).status).toBe(409);
  expect((await get(String(id)))['status']).toBe('released');
});

test('a code proves once that a number is the team’s', async () => {
  const { active, post, feed } = await openLine();
  const { id } = await active();
  const path = `/v1/phone-numbers/${String(id)}/whatsapp/caller-id-verification`;
  expect((await post(`${path}/verify`, { code: '123456' })).status).toBe(409);
  expect((await post(path, { method: 'call' })).body).toEqual({ verified: false, codeSent: true, method: 'call' });
  const [{ code } = {}] = await feed(String(id), 'code');
  expect((await post(`${path}/verify`, { code: 'none' })).status).toBe(400);
  expect((await post(`${path}/verify`, { code })).body).toEqual({ verified: true });
  expect((await post(path)).body).toEqual({ verified: true, codeSent: false });
  expect((await post(`${path}/verify`, { code })).status).toBe(409);
});

test('NUM-12 a number that carries calls alone is a phone account, which its events name, until calls are off or texts are on', async () => {
  const { active, api, control, post, events, tell } = await openLine();
  const { id, phoneNumber } = await active();
  const path = `/v1/phone-numbers/${String(id)}`;
  const accounts = async () =>
    ((await api('GET', '/v1/accounts')).body['accounts'] as unknown as Json[]).map(({ _id, platform, username }) => [
      _id,
      platform,
      username,
    ]);
  await post(`${path}/voice`, { forwardTo: '+12025550177' });
  expect(await accounts()).toEqual([[id, 'phone', phoneNumber]]);
  const ring = (more: object) =>
    control('POST', '/_local/inbound', { type: 'call', stage: 'received', from: '+4915112345678', ...more });
  for (const named of [{ numberId: id }, { accountId: id }]) expect((await ring(named)).status).toBe(201);
  expect((await events('call.received')).map(({ payload }) => payload['account'])).toMatchObject([
    { accountId: id, platform: 'phone' },
    { accountId: id, platform: 'phone' },
  ]);
  const placed = (await post('/v1/voice/calls', { to: '+4915112345678' })).body['callId'];
  const calls = (await api('GET', '/v1/calls')).body['calls'] as unknown as Json[];
  expect(calls.map(({ _id }) => _id)).toContain(placed);
  expect(calls.map(({ accountId }) => accountId)).toEqual([id, id, id]);
  await tell(String(id), 'suspended', 'abuse');
  expect((await post('/v1/voice/calls', { to: '+4915112345678' })).status).toBe(422);
  await tell(String(id), 'reactivated');
  await api('DELETE', `${path}/voice`);
  expect(await accounts()).toEqual([]);
  await post(`${path}/voice`);
  await post(`${path}/sms`);
  expect(await accounts()).toEqual([[id, 'sms', phoneNumber]]);
  await api('DELETE', `${path}/voice`);
  expect(await accounts()).toEqual([[id, 'sms', phoneNumber]]);
  await api('DELETE', path);
  expect(await accounts()).toEqual([]);
});
