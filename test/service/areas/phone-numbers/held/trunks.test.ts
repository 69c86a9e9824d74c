/** Voice and trunks of a number, what excludes one while the other is on, and what happens to them as the number is given back. */
import { expect, test } from 'vitest';
import { exampleId } from '../../../../../src/kernel/example.ts';
import { startService, type Json } from '../../../../support/service.ts';
import { openLine } from '../line.ts';

const TRUNKS = '/v1/phone-numbers/sip-trunks';

async function scene() {
  const line = await openLine();
  const { api, post } = line;
  const buy = () => line.active();
  return {
    ...line,
    buy,
    /** Id of a number that is bought and active. */
    number: async () => String((await buy())['id']),
    /** Id of a new trunk. */
    trunk: async () => String((await post(TRUNKS, { label: 'Desk', sipHost: 'sip.a.example' })).body['id']),
    attach: (id: string, trunkId: string) => post(`/v1/phone-numbers/${id}/sip-trunk`, { trunkId }),
    detach: (id: string) => api('DELETE', `/v1/phone-numbers/${id}/sip-trunk`),
    numbersOn: async (trunkId: string) => (await api('GET', `${TRUNKS}/${trunkId}`)).body['numbers'],
    own: async (phoneNumber: string) =>
      String((await line.control('POST', '/_local/inbound', { type: 'own_number', phoneNumber })).body['numberId']),
  };
}

const IN_CONFLICT = { status: 409, body: { code: 'invalid_resource_state' } };

test('VOI-01 voice is turned on with its settings, and off', async () => {
  const { api, buy, post } = await scene();
  const { id } = await buy();
  const path = `/v1/phone-numbers/${String(id)}/voice`;
  expect((await post(path, { forwardTo: 'sip:desk@harborbooks.example' })).body).toMatchObject({
    enabled: true,
    pstnForwardTo: 'sip:desk@harborbooks.example',
    recordingEnabled: false,
    transcriptionEnabled: false,
  });
  const isOn = async () => ((await api('GET', '/v1/phone-numbers')).body['numbers'] as unknown as Json[])[0];
  expect(await isOn()).toMatchObject({ callingEnabled: true });
  expect((await api('DELETE', path)).body).toMatchObject({ enabled: false });
  expect(await isOn()).toMatchObject({ callingEnabled: false });
});

test('VOI-14 a number is on one trunk at a time, and the trunk counts it', async () => {
  const { api, buy, post } = await scene();
  const { id, phoneNumber } = await buy();
  const trunk = async () =>
    String((await post('/v1/phone-numbers/sip-trunks', { label: 'Desk', sipHost: 'sip.a.example' })).body['id']);
  const [one, other] = [await trunk(), await trunk()];
  const path = `/v1/phone-numbers/${String(id)}/sip-trunk`;
  const numbersOn = async (trunkId: string) => (await api('GET', `/v1/phone-numbers/sip-trunks/${trunkId}`)).body;
  for (const trunkId of [one, other])
    expect((await post(path, { trunkId })).body).toMatchObject({ attached: true, phoneNumber, trunkId });
  expect(await numbersOn(one)).toMatchObject({ numbersAttached: 0, numbers: [] });
  expect(await numbersOn(other)).toMatchObject({ numbersAttached: 1, numbers: [{ id, phoneNumber }] });
  expect((await post(path, { trunkId: '0123456789abcdef01234567' })).status).toBe(404);
  expect((await api('DELETE', path)).body).toMatchObject({ attached: false });
  expect(await numbersOn(other)).toMatchObject({ numbersAttached: 0 });
});

test('the password of a trunk is shown when it is made and when it is new', async () => {
  const { api, post } = await scene();
  const made = (await post('/v1/phone-numbers/sip-trunks', { label: 'Desk', sipHost: 'sip.a.example' })).body;
  const path = `/v1/phone-numbers/sip-trunks/${String(made['id'])}`;
  expect(typeof made['digestPassword']).toBe('string');
  expect((await api('GET', path)).body).not.toHaveProperty('digestPassword');
  const fresh = (await post(`${path}/rotate-credentials`)).body;
  expect(fresh['digestPassword']).not.toBe(made['digestPassword']);
  expect(fresh['termination']).toEqual(made['termination']);
});

test('NUM-28 a number that is given back is on no trunk', async () => {
  const { api, buy, post } = await scene();
  const { id } = await buy();
  const made = (await post('/v1/phone-numbers/sip-trunks', { label: 'Desk', sipHost: 'sip.a.example' })).body;
  await post(`/v1/phone-numbers/${String(id)}/sip-trunk`, { trunkId: made['id'] });
  await api('DELETE', `/v1/phone-numbers/${String(id)}`);
  expect((await api('GET', `/v1/phone-numbers/sip-trunks/${String(made['id'])}`)).body).toMatchObject({ numbers: [] });
});

test('a trunk reads back as it was made, and its address is judged', async () => {
  const { api, post } = await scene();
  const sent = { label: 'Desk', sipHost: 'sip.a.example', sipPort: 5061, transport: 'tls' };
  const { id, digestPassword, ...made } = (await post(TRUNKS, sent)).body;
  expect(made).toMatchObject({ ...sent, termination: { username: id }, numbersAttached: 0 });
  expect((await api('GET', `${TRUNKS}/${String(id)}`)).body).toMatchObject(sent);
  expect((await api('GET', TRUNKS)).body).toMatchObject({ enabled: true, trunks: [{ id, ...sent }] });
  expect(JSON.stringify((await api('GET', TRUNKS)).body)).not.toContain(digestPassword);
  for (const [param, wrong] of [
    ['sipHost', { sipHost: 'sip:a@b' }],
    ['sipPort', { sipPort: 65_536 }],
    ['sipPort', { sipPort: 5060.5 }],
  ] as const)
    expect(await post(TRUNKS, { ...sent, ...wrong })).toMatchObject({ status: 400, body: { param } });
  for (const path of [`${TRUNKS}/0123456789abcdef01234567`, `${TRUNKS}/0123456789abcdef01234567/rotate-credentials`])
    expect((await api(path.endsWith('s') ? 'POST' : 'GET', path)).status).toBe(404);
});

test('VOI-36 VOI-37 a trunk and calls cannot be combined, until the one or the other is off', async () => {
  const { api, attach, detach, number, numbersOn, post, trunk } = await scene();
  const [id, trunkId] = [await number(), await trunk()];
  const voice = `/v1/phone-numbers/${id}/voice`;
  await post(voice, { forwardTo: '+12025550177' });
  expect(await attach(id, trunkId)).toMatchObject(IN_CONFLICT);
  expect(await numbersOn(trunkId)).toEqual([]);
  await api('DELETE', voice);
  expect((await attach(id, trunkId)).body).toMatchObject({ attached: true, trunkId });
  expect(await post(voice, { forwardTo: '+12025550177' })).toMatchObject(IN_CONFLICT);
  await detach(id);
  expect((await post(voice, { forwardTo: '+12025550177' })).body).toMatchObject({ enabled: true });
});

test('VOI-36 VOI-37 a trunk and WhatsApp calls cannot be combined too', async () => {
  const { account, api, attach, detach, buy, post, trunk } = await scene();
  const { id: number, phoneNumber } = await buy();
  const [id, trunkId] = [String(number), await trunk()];
  const { _id: accountId } = await account('whatsapp', { username: phoneNumber });
  const path = `/v1/phone-numbers/${id}/whatsapp/calling`;
  const enable = () => post(path, { accountId, forwardTo: 'sip:desk@harborbooks.example' });
  expect(await post(path, { accountId, forwardTo: 'ftp://x' })).toMatchObject({ status: 400 });
  expect((await enable()).body).toMatchObject({ callingEnabled: true });
  expect(await attach(id, trunkId)).toMatchObject(IN_CONFLICT);
  await api('DELETE', path, { query: { accountId } });
  expect((await attach(id, trunkId)).status).toBe(200);
  expect(await enable()).toMatchObject(IN_CONFLICT);
  await detach(id);
  expect((await enable()).status).toBe(200);
});

test('VOI-38 only an active number is put on a trunk', async () => {
  const { api, attach, buy, number, tell, trunk, german } = await scene();
  const trunkId = await trunk();
  const verifying = await german();
  expect(await attach(verifying, trunkId)).toMatchObject(IN_CONFLICT);
  await tell(verifying, 'verification_required');
  expect(await attach(verifying, trunkId)).toMatchObject(IN_CONFLICT);
  const id = await number();
  await tell(id, 'suspended', 'Complaints.');
  expect(await attach(id, trunkId)).toMatchObject(IN_CONFLICT);
  await tell(id, 'reactivated');
  expect((await attach(id, trunkId)).status).toBe(200);
  const released = String((await buy())['id']);
  await api('DELETE', `/v1/phone-numbers/${released}`);
  expect(await attach(released, trunkId)).toMatchObject(IN_CONFLICT);
});

test('VOI-39 a plan with legacy billing makes no trunk', async () => {
  const { api, control, post, trunk } = await scene();
  await trunk();
  await control('PATCH', '/_local/team', { preset: 'legacy' });
  expect(await post(TRUNKS, { label: 'Desk', sipHost: 'sip.a.example' })).toMatchObject({
    status: 403,
    body: { code: 'feature_not_available' },
  });
  const { body } = await api('GET', TRUNKS);
  expect(body).toMatchObject({ enabled: false, trunks: [{ label: 'Desk' }] });
  expect(body['trunks']).toHaveLength(1);
});

test('a trunk that is deleted leaves its numbers on none', async () => {
  const { api, attach, get, number, post, trunk } = await scene();
  const [id, trunkId] = [await number(), await trunk()];
  await attach(id, trunkId);
  expect((await api('DELETE', `${TRUNKS}/${trunkId}`)).body).toMatchObject({ deleted: true });
  expect((await get(id))['sipTrunkId'] ?? null).toBeNull();
  expect((await post(`/v1/phone-numbers/${id}/voice`, { forwardTo: '+12025550177' })).status).toBe(200);
});

test('VOI-35 a number at a carrier of the team’s own takes no voice settings and no trunk', async () => {
  const { attach, control, own, post, status, trunk } = await scene();
  const id = await own('+12025550143');
  expect(await status(id)).toBe('active');
  expect(await post(`/v1/phone-numbers/${id}/voice`, { forwardTo: '+12025550177' })).toMatchObject({ status: 422 });
  expect(await attach(id, await trunk())).toMatchObject({ status: 422 });
  const again = (phoneNumber: string) => control('POST', '/_local/inbound', { type: 'own_number', phoneNumber });
  expect((await again('+12025550143')).status).toBe(409);
  expect((await again('5551234')).status).toBe(400);
});

test('VOI-36 the trunk of the demo pack takes the number of its example', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const [number, trunkId] = [exampleId('phone_number:approved'), exampleId('sip_trunk')];
  const path = `/v1/phone-numbers/${number}/sip-trunk`;
  expect((await api('POST', path, { body: { trunkId } })).body).toMatchObject({ attached: true });
  const { body } = await api('GET', `${TRUNKS}/${trunkId}`);
  expect((body['numbers'] as unknown as Json[]).map(({ id }) => id)).toEqual([number]);
});

test('a trunk is reached at any port from 1 to 65535', async () => {
  const { post } = await scene();
  const status = async (sipPort: number) =>
    (await post(TRUNKS, { label: 'Desk', sipHost: 'sip.a.example', sipPort })).status;
  expect([await status(0), await status(1), await status(65_535), await status(65_536)]).toEqual([400, 200, 200, 400]);
});
