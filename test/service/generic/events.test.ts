/** Events of generic operations: emitted with the change, valid, attributed, and no others. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { fits } from '../../../src/schema/judge.ts';
import { startService, type ServiceUnderTest } from '../../support/service.ts';

const { schemas } = openCatalog('dist/cards').file('events');

const FORM = '121183644686538';

/** What happened since the last look, by name, every payload held against its schema. */
async function told(service: ServiceUnderTest, since: number): Promise<readonly (readonly [string, unknown])[]> {
  const events = (await service.events()).slice(since);
  for (const { event, payload } of events) expect(fits(schemas[event] ?? {}, payload, schemas), event).toBe(true);
  return events.map(({ event, payload }) => [event, payload] as const);
}

async function scene(platform = 'telegram') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const since = (await service.events()).length;
  const names = async () => (await told(service, since)).map(([name]) => name);
  return { ...service, accountId, profile: await service.profileId(), since, names };
}

describe('EVT-124 people', () => {
  test('are told by each tag that comes or goes, in their profile', async () => {
    const at = await scene();
    const made = await at.api('POST', '/v1/contacts', {
      body: { profileId: at.profile, name: 'Ana', tags: ['vip', 'new'] },
    });
    const path = `/v1/contacts/${String(made.body['contact']?.['id'])}`;
    await at.api('PATCH', path, { body: { tags: ['vip', 'regular'] } });
    await at.api('PATCH', path, { body: { notes: 'Nothing of tags.' } });
    const events = await told(at, at.since);
    expect(events.map(([name, payload]) => [name, (payload as { tag?: string }).tag])).toEqual([
      ['contact.tag_added', 'vip'],
      ['contact.tag_added', 'new'],
      ['contact.tag_added', 'regular'],
      ['contact.tag_removed', 'new'],
    ]);
    expect(events[0]?.[1]).toMatchObject({ contact: { name: 'Ana', profileId: at.profile } });
  });

  test('are told by each field that is set or cleared', async () => {
    const at = await scene();
    const made = await at.api('POST', '/v1/contacts', { body: { profileId: at.profile, name: 'Ana' } });
    const path = `/v1/contacts/${String(made.body['contact']?.['id'])}/fields/plan`;
    await at.api('PUT', path, { body: { value: 'gold' } });
    await at.api('DELETE', path);
    expect((await told(at, at.since)).map(([, payload]) => (payload as { field: object }).field)).toEqual([
      { slug: 'plan', value: 'gold', previousValue: null },
      { slug: 'plan', value: null, previousValue: 'gold' },
    ]);
  });

  test('are told when they enter a sequence and when they leave it, with it or alone', async () => {
    const at = await scene();
    const body = { profileId: at.profile, accountId: at.accountId, platform: 'telegram', name: 'Hello', steps: [] };
    const made = await at.api('POST', '/v1/sequences', { body });
    const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
    const person = async (name: string) =>
      String((await at.api('POST', '/v1/contacts', { body: { profileId: at.profile, name } })).body['contact']?.['id']);
    const contactIds = [await person('Ana'), await person('Bo')];
    await at.api('POST', `${path}/enroll`, { body: { contactIds } });
    await at.api('DELETE', `${path}/enroll/${contactIds[0] ?? ''}`);
    expect(await at.names()).toEqual(['sequence.enrolled', 'sequence.enrolled', 'sequence.exited']);
    await at.api('DELETE', path);
    expect(await at.names()).toHaveLength(4);
  });
});

test('EVT-124 AUT-06 a run of a workflow is told when it starts and when it has come to its end', async () => {
  const at = await scene('whatsapp');
  const nodes = [{ id: 'start', type: 'trigger', config: { keywords: ['hours'] } }];
  const body = {
    profileId: at.profile,
    accountId: at.accountId,
    platform: 'whatsapp',
    name: 'Hours',
    nodes,
    edges: [],
  };
  const made = await at.api('POST', '/v1/workflows', { body: { ...body, entryNodeId: 'start' } });
  const id = String(made.body['workflow']?.['id']);
  const ran = await at.api('POST', `/v1/workflows/${id}/executions`, {
    body: { contactId: '0123456789abcdef01234567' },
  });
  expect(ran.status, JSON.stringify(ran.body)).toBeLessThan(300);
  const workflow = { id, name: 'Hours' };
  expect(await told(at, at.since)).toMatchObject([
    ['workflow.run.started', { workflow }],
    ['workflow.run.completed', { workflow }],
  ]);
  const runs = await at.api('GET', `/v1/workflows/${id}/executions`);
  expect(runs.body['executions']).toMatchObject([{ status: 'completed' }]);
});

test('EVT-101 a test lead is told with its answers', async () => {
  const service = await startService({ seedPack: 'demo' });
  const since = (await service.events()).length;
  const fieldData = [{ name: 'email', values: ['ada@example.com'] }];
  const body = { accountId: '65fe42477cd47c66c5f4bf9f', fieldData };
  expect((await service.api('POST', `/v1/ads/lead-forms/${FORM}/test-leads`, { body })).status).toBe(200);
  expect(await told(service, since)).toMatchObject([
    ['lead.received', { lead: { formId: FORM, adId: null, fields: { email: 'ada@example.com' } } }],
  ]);
});

test('EVT-102 an ad whose status changes is told once, and not when it stays', async () => {
  const service = await startService({ seedPack: 'demo' });
  const path = '/v1/ads/6570ba33708cbfb103f1a8e3';
  const act = (status: string) => service.api('PUT', `${path}/status`, { body: { status } });
  await act('active');
  const since = (await service.events()).length;
  expect((await act('paused')).status).toBe(200);
  await act('paused');
  expect(await told(service, since)).toMatchObject([
    ['ad.status_changed', { adObject: { level: 'AD' }, status: { raw: 'PAUSED' } }],
  ]);
});

test('EVT-103 a template is told when it is handed in and when it is deleted', async () => {
  const at = await scene('whatsapp');
  const components = [{ type: 'body', text: 'We are open.' }];
  const body = { accountId: at.accountId, name: 'hours', category: 'UTILITY', language: 'en_US', components };
  expect((await at.api('POST', '/v1/whatsapp/templates', { body })).status).toBeLessThan(300);
  const gone = await at.api('DELETE', '/v1/whatsapp/templates/hours', { query: { accountId: at.accountId } });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  expect(await told(at, at.since)).toMatchObject([
    ['whatsapp.template.status_updated', { template: { name: 'hours', status: 'PENDING' } }],
    ['whatsapp.template.status_updated', { template: { name: 'hours', status: 'PENDING_DELETION' } }],
  ]);
});
