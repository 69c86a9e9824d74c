/** Whatsapp calling of a number, switched on below the number and read by its account. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test('settings that were made below a number are read by the account that was named with them', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const [accountId, id] = ['652aee65951895842314dc4b', '657f17766e365e559f56302a'];
  const path = `/v1/phone-numbers/${id}/whatsapp/calling`;
  const read = async () => (await api('GET', '/v1/whatsapp/calling', { query: { accountId } })).body;
  await api('DELETE', path, { query: { accountId } });
  expect(await read()).toMatchObject({ callingEnabled: false });
  const sent = { forwardTo: '+12025550198', callIconCountries: ['DE'], maxCallDurationSeconds: 600 };
  const made = await api('POST', path, { body: { accountId, ...sent, sipAuthPassword: 'secret' } });
  expect(made.body).toMatchObject({ callingEnabled: true });
  const settings = await read();
  const known = { phoneNumberDocId: id, phoneNumber: '+12025550123', sipAuthPasswordConfigured: true };
  expect(settings).toMatchObject({ callingEnabled: true, ...known, ...sent });
  expect(JSON.stringify(settings)).not.toContain('secret');
  await api('DELETE', path, { query: { accountId } });
  expect(await read()).toMatchObject({ callingEnabled: false });
});
