import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('googlebusiness');
  const of = `/v1/accounts/${accountId}`;
  const get = async (path: string) => (await service.api('GET', `${of}/${path}`)).body;
  const put = (path: string, body: object) => service.api('PUT', `${of}/${path}`, { body });
  return { ...service, of, get, put };
}

test('the account stands for the place that is selected, and only for one that the network has', async () => {
  const { get, put } = await scene();
  expect(await get('gmb-locations')).toMatchObject({ selectedLocationId: '121348033736791' });
  const selectedLocationId = '121348033737002';
  expect((await put('gmb-locations', { selectedLocationId })).body).toMatchObject({
    selectedLocation: { id: selectedLocationId, name: 'Harbour Cafe Roastery' },
  });
  expect(await get('gmb-locations')).toMatchObject({ selectedLocationId });
  expect(await put('gmb-locations', { selectedLocationId: '1' })).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'selectedLocationId' },
  });
});

test('a mask of attributes sets what was sent, removes what has no value, and leaves the others', async () => {
  const { get, put } = await scene();
  const bool = (name: string) => ({ name: `attributes/${name}`, valueType: 'BOOL', values: [true] });
  const masked = (names: readonly string[], sent: readonly string[]) =>
    put('gmb-attributes', {
      attributeMask: names.map((name) => `attributes/${name}`).join(','),
      attributes: sent.map(bool),
    });
  await masked(['has_wifi', 'has_ramp'], ['has_wifi', 'has_ramp']);
  await masked(['has_ramp', 'has_terrace'], ['has_terrace']);
  expect(await get('gmb-attributes')).toMatchObject({ attributes: [bool('has_wifi'), bool('has_terrace')] });
});

test('services are read under the name that the listing has for them', async () => {
  const { get, put } = await scene();
  const services = [{ structuredServiceItem: { serviceTypeId: 'job_type_id:haircut' } }];
  await put('gmb-services', { serviceItems: services });
  expect(await get('gmb-services')).toMatchObject({ services });
});

test('a verification waits for its code, and is complete with it', async () => {
  const { api, of, get } = await scene();
  const { body } = await api('POST', `${of}/gmb-verifications`, { body: { method: 'EMAIL' } });
  const verification = body['verification'] as Json;
  expect(verification).toMatchObject({ method: 'EMAIL', state: 'PENDING' });
  await api('POST', `${of}/gmb-verifications/${String(verification['name'])}/complete`, { body: { pin: '12345' } });
  expect(await get('gmb-verifications')).toMatchObject({ verifications: [{ ...verification, state: 'COMPLETED' }] });
});
