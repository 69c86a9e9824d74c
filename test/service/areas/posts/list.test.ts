/** Listing posts: every filter and order, pages, and what a limited key sees. */
import { describe, expect, test } from 'vitest';
import type { Json, ServiceUnderTest } from '../../../support/service.ts';
import { startService } from '../../../support/service.ts';
import { behave, create, idOf, publish, targetOf } from './scene.ts';

const list = async (service: ServiceUnderTest, query: Readonly<Record<string, string | number | boolean>> = {}) => {
  const { status, body } = await service.api('GET', '/v1/posts', { query });
  return {
    status,
    body,
    contents: ((body['posts'] ?? []) as unknown as Json[]).map((post) => String(post['content'])),
  };
};

/** Five posts over two profiles, each in another status. */
async function five(service: ServiceUnderTest) {
  const second = (await service.api('POST', '/v1/profiles', { body: { name: 'Second' } })).body['profile'] as Json;
  const [twitter, bluesky] = [
    await service.account('twitter'),
    await service.account('bluesky', { profileId: second['_id'] }),
  ];
  await behave(service, bluesky, { outcome: 'reject' });
  const day = (date: string) => ({ scheduledFor: `2026-01-${date}T09:00:00Z` });
  const ids = {
    draft: idOf(await create(service, [twitter], { content: 'a draft' })),
    published: idOf(await publish(service, [twitter], { content: 'b published' })),
    failed: idOf(await publish(service, [bluesky], { content: 'c failed' })),
    soon: idOf(await create(service, [twitter], { content: 'd soon', title: 'Über Tea', ...day('08') })),
    later: idOf(await create(service, [twitter, bluesky], { content: 'e later', ...day('10') })),
  };
  return { twitter, bluesky, second: String(second['_id']), ids };
}

describe('filters', () => {
  test('POST-54 POST-56 each filter narrows the list', async () => {
    const service = await startService();
    const { twitter, bluesky, second } = await five(service);
    const cases: [Record<string, string>, string[]][] = [
      [{}, ['e later', 'd soon', 'c failed', 'b published', 'a draft']],
      [{ status: 'draft' }, ['a draft']],
      [{ status: 'scheduled' }, ['e later', 'd soon']],
      [{ platform: 'bluesky' }, ['e later', 'c failed']],
      [{ accountId: bluesky._id }, ['e later', 'c failed']],
      [{ accountId: twitter._id, status: 'scheduled' }, ['e later', 'd soon']],
      [{ profileId: second }, ['e later', 'c failed']],
      [{ search: 'über tea' }, ['d soon']],
      [{ search: 'LATER' }, ['e later']],
      [{ source: 'service', status: 'failed' }, ['c failed']],
      [{ source: 'external' }, []],
      [{ fromDate: '2026-01-08' }, ['e later', 'd soon']],
      [{ fromDate: '2026-01-06', toDate: '2026-01-08' }, ['d soon']],
      [{ dateFrom: '2026-01-09', dateTo: '2026-01-10' }, ['e later']],
      [{ toDate: '2026-01-08T08:59:59Z', status: 'scheduled' }, []],
      [{ createdBy: 'aaaaaaaaaaaaaaaaaaaaaaaa' }, []],
    ];
    for (const [query, contents] of cases)
      expect((await list(service, query)).contents, JSON.stringify(query)).toEqual(contents);
  });

  test('POST-56 hidden posts show only when asked for', async () => {
    const service = await startService();
    const { ids } = await five(service);
    const { store } = service.service.desk;
    const post = await store.read.post(ids.draft);
    if (post === undefined) throw new Error('no post');
    await store.transact((tx) => tx.putPost({ ...post, hidden: true }));
    expect((await list(service, { status: 'draft' })).contents).toEqual([]);
    expect((await list(service, { status: 'draft', includeHidden: true })).contents).toEqual(['a draft']);
  });

  test.each([
    ['status', 'gone'],
    ['sortBy', 'size'],
    ['fromDate', 'yesterday'],
    ['limit', '101'],
    ['limit', '0'],
    ['page', '0'],
    ['offset', '-1'],
  ])('POST-56 %s=%s is refused', async (name, value) => {
    const service = await startService();
    expect(await list(service, { [name]: value })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: name },
    });
  });
});

describe('orders and pages', () => {
  test.each([
    ['scheduled-asc', 'abcde'],
    ['scheduled-desc', 'edcba'],
    ['created-asc', 'abcde'],
    ['created-desc', 'edcba'],
    ['status', 'acbed'],
    ['platform', 'cedba'],
  ])('POST-56 sortBy %s', async (sortBy, order) => {
    const service = await startService();
    await five(service);
    expect((await list(service, { sortBy })).contents.map((content) => content[0]).join('')).toBe(order);
  });

  test('POST-56 GEN-21 pages and offsets walk through the list', async () => {
    const service = await startService();
    await five(service);
    expect(await list(service, { limit: 2 })).toMatchObject({
      contents: ['e later', 'd soon'],
      body: { pagination: { page: 1, limit: 2, total: 5, pages: 3 } },
    });
    expect(await list(service, { limit: 2, page: 3 })).toMatchObject({
      contents: ['a draft'],
      body: { pagination: { page: 3 } },
    });
    expect((await list(service, { limit: 2, offset: 1 })).contents).toEqual(['d soon', 'c failed']);
    expect(await list(service, { limit: 2, page: 9 })).toMatchObject({
      contents: [],
      body: { pagination: { total: 5 } },
    });
  });
});

describe('a key limited to a profile', () => {
  test('AUTH-12 lists, reads and changes the posts of its profile only', async () => {
    const service = await startService();
    const { second, ids, twitter } = await five(service);
    const { body } = await service.api('POST', '/v1/api-keys', {
      body: { name: 'Limited', scope: 'profiles', profileIds: [second] },
    });
    const key = String(body['apiKey']?.['key'] ?? body['key']);
    const { body: listed } = await service.api('GET', '/v1/posts', { key });
    expect((listed['posts'] as unknown as Json[]).map((post) => String(post['content']))).toEqual([
      'e later',
      'c failed',
    ]);
    expect(await service.api('GET', `/v1/posts/${ids.draft}`, { key })).toMatchObject({
      status: 404,
      body: { code: 'post_not_found' },
    });
    expect((await service.api('DELETE', `/v1/posts/${ids.draft}`, { key })).status).toBe(404);
    expect((await service.api('GET', `/v1/posts/${ids.failed}`, { key })).status).toBe(200);
    const create = await service.api('POST', '/v1/posts', {
      key,
      body: { content: 'x', platforms: [targetOf(twitter)] },
    });
    expect(create).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
  });
});
