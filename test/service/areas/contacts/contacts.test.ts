/** Contacts: what is told when their tags and fields change. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { fits } from '../../../../src/schema/judge.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

const { schemas } = openCatalog('dist/cards').file('events');

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
});
