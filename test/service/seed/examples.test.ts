import { expect, test } from 'vitest';
import { exampleId } from '../../../src/kernel/example.ts';
import { startService } from '../../support/service.ts';

const path = `/v1/sequences/${exampleId('sequence')}`;

test('the records of the examples are there in the demo pack, and in no other', async () => {
  const demo = await startService({ seedPack: 'demo' });
  expect((await demo.api('GET', path)).body['sequence']).toMatchObject({ id: exampleId('sequence'), name: 'Welcome' });
  const empty = await startService();
  expect((await empty.api('GET', path)).status).toBe(404);
});

test('a record of the examples that was deleted stays deleted', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  expect((await api('DELETE', path)).status).toBe(200);
  expect((await api('GET', path)).status).toBe(404);
  const { sequences } = (await api('GET', '/v1/sequences')).body;
  expect(JSON.stringify(sequences)).not.toContain(exampleId('sequence'));
});

test('they are the same for the first call, whatever key it comes with', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const body = { name: 'narrow', scope: 'profiles', profileIds: [exampleId('profile:empty')] };
  const made = await api('POST', '/v1/api-keys', { body });
  const key = String(made.body['apiKey']?.['key']);
  expect((await api('GET', path, { key })).status).toBe(404);
  expect((await api('GET', path)).status).toBe(200);
});

test('another team has none of them', async () => {
  const { api, control } = await startService({ seedPack: 'demo' });
  const other = await control('POST', '/_local/teams', { name: 'Other' });
  const key = String(other.body['apiKey']);
  expect((await api('GET', path, { key })).status).toBe(404);
  expect((await api('GET', '/v1/sequences', { key })).body['sequences']).toEqual([]);
});
