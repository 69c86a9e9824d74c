/** Contacts: what is told when their tags and fields change. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
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
    await at.api('DELETE', path);
    expect(await fields()).toEqual({});
    expect((await at.happened()).map(([, payload]) => (payload as { field: object }).field)).toEqual([
      { slug: 'plan', value: 'gold', previousValue: null },
      { slug: 'plan', value: null, previousValue: 'gold' },
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
