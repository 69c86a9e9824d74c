/** Voice and trunks of a number, and what happens to them as it is given back. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../support/service.ts';
import { openLine } from '../line.ts';

async function scene() {
  const line = await openLine();
  return { ...line, buy: () => line.active() };
}

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
