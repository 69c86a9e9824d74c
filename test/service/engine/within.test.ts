/** Records that are read in a field of their owner. */
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

test('a value that a contact is given is among its fields until it is taken away', async () => {
  const { api, profileId } = await startService();
  const profile = await profileId();
  await api('POST', '/v1/custom-fields', { body: { profileId: profile, name: 'Plan', type: 'text' } });
  const { body } = await api('POST', '/v1/contacts', { body: { profileId: profile, name: 'Ada' } });
  const contact = `/v1/contacts/${String(body['contact']?.['id'])}`;
  const fields = async () => (await api('GET', contact)).body['contact']?.['customFields'];
  expect(await fields()).toEqual({});
  expect((await api('PUT', `${contact}/fields/plan`, { body: { value: 'gold' } })).status).toBeLessThan(300);
  expect(await fields()).toEqual({ plan: 'gold' });
  expect((await api('DELETE', `${contact}/fields/plan`)).status).toBeLessThan(300);
  expect(await fields()).toEqual({});
});
