/** Branded calling: what carriers decide about an identity and about a number, each once. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { wrongEvents } from '../../../events/judged.ts';
import { openLine } from '../line.ts';

async function scene() {
  const line = await openLine(await startService());
  const inbound = (type: string, given: object) => line.control('POST', '/_local/inbound', { type, ...given });
  return {
    ...line,
    identity: (name: string, status: string, reason?: string) =>
      inbound('branded_calling_identity', { name, status, reason }),
    branding: (numberId: string, status: string, reason?: string) =>
      inbound('branded_calling', { numberId, status, reason }),
    told: async () => (await line.events()).filter(({ event }) => event.startsWith('branded_calling.')),
  };
}

test('EVT-127 ASM-44 what carriers decide about an identity is an event, and what they repeat is none', async () => {
  const { identity, told } = await scene();
  const { identityId: id } = (await identity('Harbor Books', 'in_review')).body;
  for (const [status, reason] of [
    ['action_required', 'document_missing'],
    ['action_required', 'document_missing'],
    ['approved', undefined],
    ['approved', undefined],
  ] as const)
    expect(await identity('Harbor Books', status, reason)).toMatchObject({ status: 201, body: { identityId: id } });
  const block = { id, name: 'Harbor Books' };
  const all = await told();
  expect(all.map(({ event, payload }) => [event, payload['identity'], payload['status'], payload['reason']])).toEqual([
    ['branded_calling.identity.status_updated', block, 'in_review', null],
    ['branded_calling.identity.action_required', block, 'action_required', 'document_missing'],
    ['branded_calling.identity.status_updated', block, 'approved', null],
  ]);
  expect(wrongEvents(all)).toEqual([]);
  expect((await identity('Harbor Café', 'approved')).body['identityId']).not.toBe(id);
  expect(await identity('Harbor Books', 'vanished')).toMatchObject({ status: 400, body: { param: 'status' } });
});

test('EVT-127 ASM-44 what carriers decide about the branding of a number is an event, once', async () => {
  const { active, branding, german, ownerId, told } = await scene();
  const { id, phoneNumber } = await active();
  for (const status of ['pending', 'active', 'active'])
    expect(await branding(String(id), status)).toMatchObject({ status: 201 });
  await branding(String(id), 'suspended', 'Complaints.');
  const all = await told();
  const number = { id, phoneNumber, profileId: ownerId };
  expect(all).toMatchObject([
    { event: 'branded_calling.number.status_updated', payload: { number, status: 'pending', reason: null } },
    { payload: { number, status: 'active', reason: null } },
    { payload: { number, status: 'suspended', reason: 'Complaints.' } },
  ]);
  expect(all).toHaveLength(3);
  expect(wrongEvents(all)).toEqual([]);
  expect(await branding('0123456789abcdef01234567', 'active')).toMatchObject({ status: 404 });
  expect(await branding(await german(), 'active')).toMatchObject({ status: 409 });
});
