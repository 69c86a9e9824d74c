import { describe, expect, test } from 'vitest';
import { startService, TEST_NOW, type Json, type ServiceUnderTest } from '../../support/service.ts';

const NOBODY = '0123456789abcdef01234567';

interface Scene extends ServiceUnderTest {
  readonly profile: string;
  readonly accountId: string;
}

async function scene(platform = 'telegram'): Promise<Scene> {
  const service = await startService();
  const { _id } = await service.account(platform);
  return { ...service, profile: await service.profileId(), accountId: _id };
}

const STEPS = [
  { order: 1, delayMinutes: 0, message: { text: 'Hello' } },
  { order: 2, delayMinutes: 60, message: { text: 'Still there?' } },
];

const sequenceBody = ({ profile, accountId }: Scene, name: string) => ({
  profileId: profile,
  accountId,
  platform: 'telegram',
  name,
  steps: STEPS,
});

async function sequence(at: Scene, name = 'Welcome'): Promise<string> {
  const made = await at.api('POST', '/v1/sequences', { body: sequenceBody(at, name) });
  expect(made.status).toBe(200);
  return String(made.body['sequence']?.['id']);
}

async function contact(at: Scene, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const made = await at.api('POST', '/v1/contacts', { body: { profileId: at.profile, name, ...more } });
  return String(made.body['contact']?.['id']);
}

const listed = async (at: Scene, path: string, name: string, query: Readonly<Record<string, string | number>> = {}) =>
  (await at.api(`GET`, path, { query })).body[name] as unknown as Json[];

describe('a record', () => {
  test('begins in its first state, counts its parts and knows its account', async () => {
    const at = await scene();
    const id = await sequence(at);
    const { body } = await at.api('GET', `/v1/sequences/${id}`);
    expect(body['sequence']).toMatchObject({
      id,
      name: 'Welcome',
      status: 'draft',
      platform: 'telegram',
      accountId: at.accountId,
      totalEnrolled: 0,
      createdAt: new Date(TEST_NOW).toISOString(),
    });
    const [row] = await listed(at, '/v1/sequences', 'sequences');
    expect(row).toMatchObject({ id, stepsCount: 2, status: 'draft' });
  });

  test('moves between its states by the acts that are named after them', async () => {
    const at = await scene();
    const id = await sequence(at);
    for (const [act, status] of [
      ['activate', 'active'],
      ['pause', 'paused'],
    ] as const) {
      const answer = await at.api('POST', `/v1/sequences/${id}/${act}`);
      expect(answer.body['sequence']).toMatchObject({ id, status });
      expect((await at.api('GET', `/v1/sequences/${id}`)).body['sequence']).toMatchObject({ status });
    }
  });

  test('is changed in the fields that are sent, and in no other', async () => {
    const at = await scene();
    const id = await sequence(at);
    await at.advance(60);
    await at.api('PATCH', `/v1/sequences/${id}`, { body: { name: 'Hello again' } });
    const { sequence: after } = (await at.api('GET', `/v1/sequences/${id}`)).body;
    expect(after).toMatchObject({
      name: 'Hello again',
      steps: STEPS,
      updatedAt: new Date(TEST_NOW + 60_000).toISOString(),
    });
  });

  test('takes what was made below it with it when it is deleted', async () => {
    const at = await scene();
    const id = await sequence(at);
    const ana = await contact(at, 'Ana', { accountId: at.accountId, platformIdentifier: '77' });
    const enrolled = await at.api('POST', `/v1/sequences/${id}/enroll`, { body: { contactIds: [ana] } });
    expect(enrolled.body).toMatchObject({ enrolled: 1, failed: 0, results: [{ contactId: ana, success: true }] });
    expect((await at.api('GET', `/v1/sequences/${id}`)).body['sequence']).toMatchObject({ totalEnrolled: 1 });
    expect(await listed(at, `/v1/sequences/${id}/enrollments`, 'enrollments')).toMatchObject([{ contactId: ana }]);

    expect((await at.api('DELETE', `/v1/sequences/${id}`)).status).toBe(200);
    expect((await at.api('GET', `/v1/sequences/${id}`)).status).toBe(404);
    expect((await at.api('GET', `/v1/sequences/${id}/enrollments`)).status).toBe(404);
    expect(await at.service.desk.store.read.count('sequence_enrollment')).toBe(0);
  });

  test('of another owner is not found below this one', async () => {
    const at = await scene();
    const [one, other] = [await sequence(at, 'One'), await sequence(at, 'Other')];
    const ana = await contact(at, 'Ana', { accountId: at.accountId, platformIdentifier: '77' });
    await at.api('POST', `/v1/sequences/${one}/enroll`, { body: { contactIds: [ana] } });
    expect(await listed(at, `/v1/sequences/${other}/enrollments`, 'enrollments')).toEqual([]);
    expect((await at.api('DELETE', `/v1/sequences/${other}/enroll/${ana}`)).status).toBe(404);
    expect((await at.api('DELETE', `/v1/sequences/${one}/enroll/${ana}`)).status).toBe(200);
  });

  test('is copied as a draft with an id of its own', async () => {
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
    await at.api('POST', `/v1/workflows/${id}/activate`);
    const copy = await at.api('POST', `/v1/workflows/${id}/duplicate`);
    expect(copy.status).toBe(201);
    expect(copy.body['workflow']).toMatchObject({ status: 'draft', nodeCount: 1 });
    expect(copy.body['workflow']?.['id']).not.toBe(id);
    expect(await listed(at, '/v1/workflows', 'workflows')).toHaveLength(2);
  });
});

describe('a list', () => {
  test('is filtered by fields, by words of a list, and searched', async () => {
    const at = await scene();
    await contact(at, 'Ana Silva', { tags: ['vip', 'berlin'] });
    await contact(at, 'Bo Lind', { tags: ['berlin'] });
    const names = async (query: Readonly<Record<string, string>>) =>
      (await listed(at, '/v1/contacts', 'contacts', query)).map(({ name }) => name);
    expect(await names({ tag: 'vip' })).toEqual(['Ana Silva']);
    expect(await names({ tag: 'berlin' })).toEqual(['Ana Silva', 'Bo Lind']);
    expect(await names({ search: 'lind' })).toEqual(['Bo Lind']);
    expect(await names({ search: 'nobody' })).toEqual([]);
  });

  test('is filtered by state', async () => {
    const at = await scene();
    const active = await sequence(at, 'Active');
    await sequence(at, 'Draft');
    await at.api('POST', `/v1/sequences/${active}/activate`);
    expect(await listed(at, '/v1/sequences', 'sequences', { status: 'active' })).toMatchObject([{ name: 'Active' }]);
    expect(await listed(at, '/v1/sequences', 'sequences', { status: 'paused' })).toEqual([]);
  });

  test('of a key that reaches one profile shows no other', async () => {
    const at = await scene();
    const other = await at.api('POST', '/v1/profiles', { body: { name: 'Other' } });
    const otherId = String(other.body['profile']?.['_id']);
    await contact(at, 'Here');
    await at.api('POST', '/v1/contacts', { body: { profileId: otherId, name: 'There' } });
    const made = await at.api('POST', '/v1/api-keys', {
      body: { name: 'narrow', scope: 'profiles', profileIds: [otherId] },
    });
    const key = String(made.body['apiKey']?.['key']);
    const seen = await at.api('GET', '/v1/contacts', { key });
    expect(seen.body['contacts']).toMatchObject([{ name: 'There' }]);
  });
});

describe('ERR-20 what is not there', () => {
  test('is refused by the code of its kind, else by the general one', async () => {
    const at = await scene();
    const codes = async (method: string, path: string, body?: unknown) =>
      (await at.api(method, path, body === undefined ? {} : { body })).body['code'];
    expect(await codes('GET', `/v1/sequences/${NOBODY}`)).toBe('not_found');
    expect(await codes('GET', `/v1/accounts/${NOBODY}/telegram-commands`)).toBe('account_not_found');
    expect(await codes('POST', '/v1/contacts', { profileId: NOBODY, name: 'Ana' })).toBe('profile_not_found');
    expect(await codes('DELETE', `/v1/ads/${NOBODY}`)).toBe('ad_not_found');
  });
});
