/** What is sent under one name and read under another, in a part of a record, or as a file. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { flowKey } from '../areas/whatsapp-flows/flow-key.ts';

const whatsapp = async () => {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  return { ...service, accountId };
};

describe('a change is read', () => {
  test('under the name that the reading has for it', async () => {
    const { api, accountId } = await whatsapp();
    const path = '/v1/whatsapp/flows/encryption-key';
    const businessPublicKey = flowKey();
    const read = async () => (await api('GET', path, { query: { accountId } })).body;
    expect(await read()).toEqual({ publicKey: null, signatureStatus: null, registered: false });
    expect((await api('POST', path, { body: { accountId, businessPublicKey } })).status).toBe(200);
    expect(await read()).toEqual({ publicKey: businessPublicKey, signatureStatus: 'VALID', registered: true });
  });

  test('in its owner, where the owner shows values by their names', async () => {
    const { api, profileId } = await startService();
    const made = await api('POST', '/v1/contacts', { body: { profileId: await profileId(), name: 'Ana' } });
    const path = `/v1/contacts/${String(made.body['contact']?.['id'])}`;
    const fields = async () => (await api('GET', path)).body['contact']?.['customFields'];
    for (const [name, type] of [
      ['Plan', 'text'],
      ['Seats', 'number'],
    ])
      await api('POST', '/v1/custom-fields', { body: { profileId: await profileId(), name, type } });
    await api('PUT', `${path}/fields/plan`, { body: { value: 'gold' } });
    await api('PUT', `${path}/fields/seats`, { body: { value: 3 } });
    expect(await fields()).toEqual({ plan: 'gold', seats: 3 });
    await api('DELETE', `${path}/fields/plan`);
    expect(await fields()).toEqual({ seats: 3 });
  });

  test('entry by entry, plain words standing in the field that says what an entry is', async () => {
    const { api } = await startService({ seedPack: 'demo' });
    const path = '/v1/ads/campaigns/121133550735138/targeting';
    await api('PUT', path, { body: { platform: 'google', targeting: { languages: ['de'], devices: ['MOBILE'] } } });
    expect((await api('GET', path)).body).toMatchObject({
      languages: [{ code: 'de' }],
      devices: [{ device: 'MOBILE' }],
    });
  });
});
