import { expect, test } from 'vitest';
import { exampleId } from '../../../src/kernel/example.ts';
import { openInstallation } from '../../../src/world/installation.ts';
import { testDoors } from '../../support/service.ts';
import { steered } from '../../support/steered.ts';
import { errorIn } from '../../support/svc.ts';

const profileId = exampleId('profile');

test('an order is listed with the time of its decision, and approved before it', async () => {
  const { local, api, events } = await steered({ seedPack: 'demo' });
  const body = { profileId, phoneNumber: '+12025550101', allowMultiple: true };
  expect(await api('POST', '/v1/phone-numbers/purchase', { body })).toMatchObject({ status: 200 });
  expect((await local('carrier', 'list')).result.orders).toContainEqual(
    expect.objectContaining({
      kind: 'number',
      phoneNumbers: ['+12025550101'],
      status: 'provisioning',
      decidesAt: '2026-01-05T09:00:30.000Z',
    }),
  );
  const { code, result } = await local('carrier', 'approve', '+12025550101');
  expect([code, result.status, result.open]).toEqual([0, 'active', false]);
  expect((await events('whatsapp.number.activated')).map(({ id }) => id)).toEqual(result.eventIds);
  expect(JSON.stringify((await local('carrier', 'list')).result)).not.toContain('+12025550101');
  expect(JSON.stringify((await local('carrier', 'list', '--decided')).result)).toContain('+12025550101');
});

test('a number is rejected and asked about with the reason that the customer sees', async () => {
  const { local, api } = await steered({ seedPack: 'demo' });
  const number = '654c0c724a12d737ed688096';
  const asked = await local('carrier', 'request-changes', number, '--reason', 'Page 2 is missing');
  expect([asked.code, asked.result.status]).toEqual([0, 'pending_regulatory']);
  const rejected = await local('carrier', 'reject', number, '--reason', 'The passport has expired');
  expect([rejected.code, rejected.result.status]).toEqual([0, 'regulatory_declined']);
  const { body } = await api('GET', `/v1/phone-numbers/${number}`);
  expect(JSON.stringify(body)).toContain('The passport has expired');
  const again = await local('carrier', 'approve', number);
  expect([again.code, errorIn(again)['code']]).toEqual([3, 'invalid_resource_state']);
});

test('ASM-17 a registration that was requested is taken up and decided in one go', async () => {
  const { local, api } = await steered({ seedPack: 'demo' });
  const id = '6514ee9f16bacf1f90765baa';
  const { code, result } = await local('carrier', 'approve', id);
  expect([code, result.kind, result.status]).toEqual([0, 'registration', 'approved']);
  expect(result.eventIds).toHaveLength(2);
  expect(await api('GET', `/v1/sms/registrations/${id}`)).toMatchObject({ status: 200, body: { status: 'approved' } });
});

test('SMS-02 a registration shows why carriers declined it, until they say something else', async () => {
  const { local, api } = await steered({ seedPack: 'demo' });
  const id = '6514ee9f16bacf1f90765baa';
  const path = `/v1/sms/registrations/${id}`;
  const read = async () => (await api('GET', path)).body;
  await local('carrier', 'request-changes', id, '--reason', 'The samples name nobody');
  expect(await read()).toMatchObject({ status: 'changes_requested', declineReason: 'The samples name nobody' });
  await api('POST', `${path}/respond`, { body: { note: 'They do now.' } });
  const rejected = await local('carrier', 'reject', id, '--reason', 'The site is not reachable');
  expect([rejected.code, rejected.result.status]).toEqual([0, 'rejected']);
  expect(await read()).toMatchObject({ status: 'rejected', declineReason: 'The site is not reachable' });
  await api('POST', `${path}/appeal`, { body: { appealReason: 'It is.' } });
  await local('carrier', 'approve', id);
  expect(await read()).toMatchObject({ status: 'approved', declineReason: null });
});

test('ASM-16 a port-in takes two approvals, and one that was rejected goes on with a third', async () => {
  const { local } = await steered({ seedPack: 'demo' });
  const id = '659bd507e35dbce15288c8e0';
  const statusAfter = async (...words: string[]) => (await local('carrier', ...words)).result.status;
  expect(await statusAfter('reject', id, '--reason', 'The account number is wrong')).toBe('exception');
  expect(await statusAfter('approve', id)).toBe('pending');
  expect(await statusAfter('approve', '+12025550166')).toBe('foc_confirmed');
  expect(await statusAfter('approve', id)).toBe('ported');
});

test('what no carrier has to decide is not there', async () => {
  const doors = testDoors({ version: openInstallation().version });
  const { local } = await steered({ seedPack: 'demo', doors });
  expect((await local('carrier', 'approve', 'f'.repeat(24))).code).toBe(7);
  const said = await local('carrier', 'approve', '+12025559999');
  expect(said.code).toBe(7);
  expect(errorIn(said)['hint']).toContain('`svc local carrier list`');
});
