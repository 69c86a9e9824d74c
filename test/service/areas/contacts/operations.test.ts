/** Contacts: what is told when their tags and fields change. */
import { describe, expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { watchedAccount } from '../../events/judged.ts';

describe('EVT-124 people', () => {
  test('are told by each tag that comes or goes, in their profile', async () => {
    const at = await watchedAccount();
    const made = await at.api('POST', '/v1/contacts', {
      body: { profileId: at.profile, name: 'Ana', tags: ['vip', 'new'] },
    });
    const path = `/v1/contacts/${String(made.body['contact']?.['id'])}`;
    await at.api('PATCH', path, { body: { tags: ['vip', 'regular'] } });
    await at.api('PATCH', path, { body: { notes: 'Nothing of tags.' } });
    const events = await at.happened();
    expect(events.map(([name, payload]) => [name, (payload as { tag?: string }).tag])).toEqual([
      ['contact.tag_added', 'vip'],
      ['contact.tag_added', 'new'],
      ['contact.tag_added', 'regular'],
      ['contact.tag_removed', 'new'],
    ]);
    expect(events[0]?.[1]).toMatchObject({ contact: { name: 'Ana', profileId: at.profile } });
    expect((await at.api('GET', path)).body['contact']).toMatchObject({ tags: ['vip', 'regular'] });
  });

  test('are told by each field that is set or cleared', async () => {
    const at = await watchedAccount();
    const made = await at.api('POST', '/v1/contacts', { body: { profileId: at.profile, name: 'Ana' } });
    await at.api('POST', '/v1/custom-fields', { body: { profileId: at.profile, name: 'Plan', type: 'text' } });
    const contact = `/v1/contacts/${String(made.body['contact']?.['id'])}`;
    const path = `${contact}/fields/plan`;
    expect((await at.api('PUT', `${path}s`, { body: { value: 'gold' } })).status).toBe(404);
    const fields = async () => (await at.api('GET', contact)).body['contact']?.['customFields'];
    await at.api('PUT', path, { body: { value: 'gold' } });
    expect(await fields()).toEqual({ plan: 'gold' });
    await at.api('PUT', path, { body: { value: 'silver' } });
    await at.api('DELETE', path);
    expect(await fields()).toEqual({});
    expect((await at.happened()).map(([, payload]) => (payload as { field: object }).field)).toEqual([
      { slug: 'plan', value: 'gold', previousValue: null },
      { slug: 'plan', value: 'silver', previousValue: 'gold' },
      { slug: 'plan', value: null, previousValue: 'silver' },
    ]);
  });
});

test.each(['__proto__', 'constructor', 'prototype', 'toString'])(
  'a field called %s keeps its value and can be cleared, like any other',
  async (slug) => {
    const at = await watchedAccount();
    const made = await at.api('POST', '/v1/contacts', { body: { profileId: at.profile, name: 'Ana' } });
    const contact = `/v1/contacts/${String(made.body['contact']?.['id'])}`;
    await at.api('POST', '/v1/custom-fields', { body: { profileId: at.profile, name: slug, slug, type: 'text' } });
    const fields = async (): Promise<[string, unknown][]> =>
      Object.entries(Object((await at.api('GET', contact)).body['contact']?.['customFields']));
    expect((await at.api('PUT', `${contact}/fields/${slug}`, { body: { value: 'gold' } })).status).toBe(200);
    expect(await fields()).toEqual([[slug, 'gold']]);
    await at.api('DELETE', `${contact}/fields/${slug}`);
    expect(await fields()).toEqual([]);
  },
);

test('AUT-02 a bulk import through an account that is not there adds nobody', async () => {
  const { api, profileId } = await startService();
  const contacts = [{ name: 'Ana', platformIdentifier: '77' }];
  const shared = { profileId: await profileId(), accountId: '64f0a1b2c3d4e5f601234567', platform: 'telegram' };
  expect(await api('POST', '/v1/contacts/bulk', { body: { ...shared, contacts } })).toMatchObject({
    status: 404,
    body: { param: 'accountId' },
  });
  expect((await api('GET', '/v1/contacts')).body['contacts']).toEqual([]);
});

describe('readings, "Contacts": a contact and its channel', () => {
  const scene = async () => {
    const service = await startService();
    const [{ _id: accountId }, profileId] = [await service.account('telegram'), await service.profileId()];
    const create = (fields: object) =>
      service.api('POST', '/v1/contacts', { body: { profileId, platform: 'telegram', name: 'Ana', ...fields } });
    const bulk = async (contacts: readonly object[], shared: object = { accountId }) => {
      const body = { profileId, platform: 'telegram', ...shared, contacts };
      return (await service.api('POST', '/v1/contacts/bulk', { body })).body;
    };
    const listed = async () =>
      ((await service.api('GET', '/v1/contacts')).body['contacts'] as unknown as Json[]).map(({ name }) =>
        String(name),
      );
    return { ...service, accountId, profileId, create, bulk, listed };
  };

  test('are made together, and half an address makes a contact alone, with a warning', async () => {
    const { create, accountId } = await scene();
    const whole = await create({ accountId, platformIdentifier: '77', tags: ['vip', 'vip'] });
    expect(whole.body).toMatchObject({
      contact: { tags: ['vip'] },
      channel: { platform: 'telegram', platformIdentifier: '77' },
    });
    expect(whole.body).not.toHaveProperty('warning');
    for (const half of [{ accountId }, { platformIdentifier: '78' }]) {
      const { body } = await create(half);
      expect(body['warning']).toContain('are required together');
      expect(body).not.toHaveProperty('channel');
    }
    expect((await create({})).body).not.toHaveProperty('warning');
  });

  test('an entry of many without an identifier is known by its email in any case, and without one by its name', async () => {
    const { bulk, create, listed } = await scene();
    await create({ name: 'Ana', email: 'Ana@example.com' });
    await create({ name: 'Bo' });
    const entries = [
      { name: 'Ana Price', email: ' ana@EXAMPLE.com' },
      { name: 'Bo ' },
      { name: 'Cy', email: 'cy@example.com' },
      { name: 'Cy Twice', email: 'CY@example.com' },
      { name: 'Bo', email: 'bo@example.com' },
    ];
    expect(await bulk(entries, {})).toMatchObject({ created: 2, skipped: 3, errors: [], total: 5 });
    expect((await listed()).sort()).toEqual(['Ana', 'Bo', 'Bo', 'Cy']);
  });

  test('an entry of many with an identifier is known by it, whatever its name, and what is wrong is named by its place', async () => {
    const { bulk, create, listed, accountId, account } = await scene();
    await create({ accountId, platformIdentifier: '77' });
    const entries = [
      { name: 'Ana', platformIdentifier: '77' },
      { name: 'Bo', platformIdentifier: '78' },
      { name: 'Bo again', platformIdentifier: '78' },
      { name: 'Ana', platformIdentifier: '79' },
    ];
    expect(await bulk(entries)).toMatchObject({ created: 2, skipped: 2, total: 4 });
    expect((await listed()).sort()).toEqual(['Ana', 'Ana', 'Bo']);
    const { _id: whatsapp } = await account('whatsapp');
    const wrong = await bulk(
      [
        { name: 'Di', platformIdentifier: '+15550100300' },
        { name: 'Ed', platformIdentifier: 'x' },
      ],
      {
        accountId: whatsapp,
        platform: 'whatsapp',
      },
    );
    expect(wrong).toMatchObject({
      created: 1,
      skipped: 0,
      total: 2,
      errors: [expect.stringMatching(/^contacts\[1\]: ./)],
    });
  });

  test('people of another profile are others', async () => {
    const { api, bulk, create } = await scene();
    const other = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
    await create({ name: 'Ana', profileId: other.body['profile']?.['_id'] });
    expect(await bulk([{ name: 'Ana' }], {})).toMatchObject({ created: 1, skipped: 0 });
  });
});

test('AUT-05 whoever unsubscribes leaves sequences at that moment, and no other change ends one', async () => {
  const { api, account, profileId, events } = await startService();
  const [{ _id: accountId }, profile] = [await account('telegram'), await profileId()];
  const shared = { profileId: profile, accountId, platform: 'telegram' };
  const made = await api('POST', '/v1/contacts', { body: { ...shared, platformIdentifier: '77', name: 'Ana' } });
  const id = String(made.body['contact']?.['id']);
  const steps = [{ order: 1, delayMinutes: 60, message: { text: 'One' } }];
  const sequence = await api('POST', '/v1/sequences', {
    body: { ...shared, name: 'Hello', steps, exitOnUnsubscribe: true },
  });
  const path = `/v1/sequences/${String(sequence.body['sequence']?.['id'])}`;
  await api('POST', `${path}/activate`);
  await api('POST', `${path}/enroll`, { body: { contactIds: [id] } });
  await api('PATCH', `/v1/contacts/${id}`, { body: { notes: 'Prefers mornings.', isSubscribed: true } });
  expect(await events('sequence.exited')).toEqual([]);
  await api('PATCH', `/v1/contacts/${id}`, { body: { isSubscribed: false } });
  expect(await events('sequence.exited')).toHaveLength(1);
  await api('PATCH', `/v1/contacts/${id}`, { body: { isSubscribed: false } });
  await api('PATCH', `/v1/contacts/${id}`, { body: { isSubscribed: true } });
  expect(await events('sequence.exited')).toHaveLength(1);
});

test('contacts are listed by tags, whatever stands between the words', async () => {
  const at = await watchedAccount();
  const add = (name: string, tags: readonly string[]) =>
    at.api('POST', '/v1/contacts', { body: { profileId: at.profile, name, tags } });
  await add('Ana', ['vip', 'new']);
  await add('Bo', ['vip']);
  const named = async (query: Readonly<Record<string, string>>) => {
    const { body } = await at.api('GET', '/v1/contacts', { query });
    return (body['contacts'] as unknown as readonly Json[]).map(({ name }) => name).sort();
  };
  expect(await named({ tags: 'vip' })).toEqual(['Ana', 'Bo']);
  expect(await named({ tags: ' vip ,, new ' })).toEqual(['Ana']);
  expect(await named({ tags: ' , ' })).toEqual(['Ana', 'Bo']);
  expect(await named({ tags: 'VI' })).toEqual([]);
});
