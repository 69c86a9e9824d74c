/** Recycling: clones of published posts, their texts, their number. */
import { expect, test } from 'vitest';
import type { Json, ServiceUnderTest } from '../../../../support/service.ts';
import { startService } from '../../../../support/service.ts';
import { create, idOf, names, postEvents, publish, published, read } from '../scene.ts';

const WEEK = 7 * 86_400;

const clonesOf = async (service: ServiceUnderTest, id: string): Promise<Json[]> => {
  const { body } = await service.api('GET', '/v1/posts?limit=100&sortBy=scheduled-asc');
  return (body['posts'] as unknown as Json[]).filter((post) => (post['recycledFromPostId'] as unknown) === id);
};

test('POST-75 ASM-42 a published post begets a scheduled clone one gap later and tells of both', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const recycling = { gap: 1, gapFreq: 'week', expireCount: 1 };
  const id = idOf(await publish(service, [twitter], { recycling }));
  expect(await clonesOf(service, id)).toMatchObject([
    { status: 'scheduled', scheduledFor: '2026-01-12T09:00:00.000Z', recycledFromPostId: id, content: 'Hello' },
  ]);
  expect(names(await postEvents(service)).slice(2)).toEqual(['post.recycled', 'post.scheduled']);
  expect((await service.events('post.recycled'))[0]?.payload['post']).toMatchObject({ id });
  await service.advance(WEEK);
  expect(await clonesOf(service, id)).toMatchObject([{ status: 'published' }]);
  expect(await published(service, twitter)).toHaveLength(2);
  expect((await read(service, id))['recycling']).toMatchObject({
    enabled: true,
    recycleCount: 1,
    nextRecycleAt: '2026-01-12T09:00:00.000Z',
    lastRecycledAt: '2026-01-05T09:00:00.000Z',
  });
});

test('ASM-42 each clone begets the next, with the next variation, until the count is reached', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const recycling = { gap: 1, gapFreq: 'week', expireCount: 3, contentVariations: ['One', 'Two'] };
  const id = idOf(await publish(service, [twitter], { recycling }));
  await service.advance(10 * WEEK);
  expect((await published(service, twitter)).map((item) => String(item['text']))).toEqual([
    'Hello',
    'One',
    'Two',
    'One',
  ]);
  expect(await clonesOf(service, id)).toHaveLength(3);
  expect(await service.events('post.recycled')).toHaveLength(3);
});

test('ASM-42 nothing is cloned beyond the expiry date or when it is switched off', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  await publish(service, [twitter], { recycling: { gap: 1, gapFreq: 'week', expireDate: '2026-01-13T00:00:00Z' } });
  await publish(service, [twitter], { recycling: { gap: 1, enabled: false } });
  await service.advance(10 * WEEK);
  expect(await published(service, twitter)).toHaveLength(3);
});

test('ASM-42 a month keeps the local time over a clock change', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const recycling = { gap: 3, gapFreq: 'month', expireCount: 1 };
  const at = { scheduledFor: '2026-01-10T09:00:00', timezone: 'Europe/Berlin' };
  const id = idOf(await create(service, [twitter], { recycling, ...at }));
  await service.advance(WEEK);
  expect(await clonesOf(service, id)).toMatchObject([{ scheduledFor: '2026-04-10T07:00:00.000Z' }]);
});

test('ASM-42 an unpublished original is not recycled any more', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const id = idOf(await publish(service, [twitter], { recycling: { gap: 1, gapFreq: 'week' } }));
  await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform: 'twitter' } });
  await service.advance(10 * WEEK);
  expect(await clonesOf(service, id)).toHaveLength(1);
});
