/** Records that are read in a field of what a network owns. */
import { expect, test } from 'vitest';
import { exampleId } from '../../../src/kernel/example.ts';
import { startService } from '../../support/service.ts';

test('a role that a member is given is among its roles until it is taken away', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const accountId = exampleId('account:discord');
  const member = '/v1/discord/guilds/121270009565129/members/122273252880172';
  const query = { accountId };
  const roles = async () => (await api('GET', member, { query })).body['data']?.['roles'];
  expect(await roles()).toEqual([]);
  expect((await api('PUT', `${member}/roles/121856949036231`, { query })).status).toBeLessThan(300);
  expect(await roles()).toEqual(['121856949036231']);
  const gone = await api('DELETE', `${member}/roles/121856949036231`, { query });
  expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
  expect(await roles()).toEqual([]);
});
