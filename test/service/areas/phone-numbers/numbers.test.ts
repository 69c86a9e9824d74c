/** Numbers of a team: bought, handed to the regulator, given back; trunks and papers beside them. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene() {
  const service = await startService();
  const { api } = service;
  const profileId = await service.profileId();
  const post = (path: string, body: object = {}) => api('POST', path, { body });
  const buy = async (more: object = {}) =>
    (await post('/v1/phone-numbers/purchase', { profileId, ...more })).body['phoneNumber'] as Json;
  const told = async () => (await service.events()).filter(({ event }) => event.startsWith('whatsapp.number.'));
  return { ...service, ownerId: profileId, post, buy, told };
}

test('a number is the one that was asked for, or one of the carrier’s own', async () => {
  const { api, buy } = await scene();
  expect(await buy({ phoneNumber: '+12025550177' })).toMatchObject({ phoneNumber: '+12025550177', country: 'US' });
  const [one, other] = [await buy({ country: 'DE' }), await buy({ country: 'DE' })];
  expect(one['phoneNumber']).toMatch(/^\+49\d{10}$/);
  expect(other['phoneNumber']).not.toBe(one['phoneNumber']);
  expect((await api('GET', `/v1/phone-numbers/${String(one['id'])}`)).body['phoneNumber']).toMatchObject({
    phoneNumber: one['phoneNumber'],
  });
});

test('NUM-20 papers that are handed in put the number under review', async () => {
  const { ownerId, post, told } = await scene();
  const { body } = await post('/v1/phone-numbers/kyc', { profileId: ownerId, country: 'DE' });
  const { id } = body['phoneNumber'] as Json;
  expect(body).toMatchObject({ status: 'kyc_submitted', phoneNumber: { status: 'pending_regulatory' } });
  const events = await told();
  expect(events).toMatchObject([
    { event: 'whatsapp.number.kyc_submitted', payload: { number: { id, profileId: ownerId } } },
  ]);
  expect(wrongEvents(events)).toEqual([]);
});

test('NUM-28 NUM-29 a number is given back for good', async () => {
  const { api, buy, told } = await scene();
  const { id, phoneNumber } = await buy({ country: 'US' });
  const release = () => api('DELETE', `/v1/phone-numbers/${String(id)}`);
  expect((await release()).body['phoneNumber']).toMatchObject({ id, phoneNumber, status: 'released' });
  const events = await told();
  expect(events).toMatchObject([
    { event: 'whatsapp.number.released', payload: { number: { id, phoneNumber, country: 'US' } } },
  ]);
  expect(wrongEvents(events)).toEqual([]);
  expect((await release()).status).toBe(409);
});

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
