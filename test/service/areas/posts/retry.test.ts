/** Retrying failed targets. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { asked, behave, create, idOf, names, postEvents, publish, published, publishMany, read } from './scene.ts';

describe('retry', () => {
  test('POST-39 POST-41 POST-42 a failed post whose platform works again is published, after post.scheduled', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'reject', times: 1 });
    const id = idOf(await publish(service, [twitter]));
    expect(await service.api('POST', `/v1/posts/${id}/retry`)).toMatchObject({
      status: 200,
      body: { message: 'Post published.', post: { _id: id, status: 'published' } },
    });
    expect(names(await postEvents(service)).slice(2)).toEqual([
      'post.scheduled',
      'post.platform.published',
      'post.published',
    ]);
    const [target] = (await read(service, id))['platforms'] as unknown as Record<string, unknown>[];
    expect(target).not.toHaveProperty('errorMessage');
    expect(await published(service, twitter)).toHaveLength(1);
  });

  test('POST-40 POST-41 of a partial post only the failed target runs, 207 while it fails, no post.scheduled', async () => {
    const service = await startService();
    const [good, bad] = [await service.account('twitter'), await service.account('bluesky')];
    await behave(service, bad, { outcome: 'reject', times: 2 });
    const id = idOf(await publish(service, [good, bad]));
    expect(await service.api('POST', `/v1/posts/${id}/retry`)).toMatchObject({
      status: 207,
      body: { post: { status: 'partial' } },
    });
    expect(await service.api('POST', `/v1/posts/${id}/retry`)).toMatchObject({
      status: 200,
      body: { post: { status: 'published' } },
    });
    expect([await asked(service, good), await asked(service, bad)]).toEqual([1, 3]);
    expect(names(await service.events('post.scheduled'))).toEqual([]);
    expect(names(await postEvents(service)).filter((name) => !name.includes('platform'))).toEqual([
      'post.partial',
      'post.partial',
      'post.published',
    ]);
  });

  test.each(['draft', 'scheduled', 'published'])('POST-39 a %s post has nothing to retry', async (status) => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const more = { draft: {}, scheduled: { scheduledFor: '2026-02-01T00:00:00Z' }, published: { publishNow: true } }[
      status
    ];
    const id = idOf(await create(service, [twitter], more));
    expect(await service.api('POST', `/v1/posts/${id}/retry`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value' },
    });
    expect(await read(service, id)).toMatchObject({ status });
  });

  test('POST-60 with a failed payment it answers 402 with the error alone', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'reject' });
    const id = idOf(await publish(service, [twitter]));
    await service.control('PATCH', '/_local/team', { paymentFailed: true });
    const answer = await service.api('POST', `/v1/posts/${id}/retry`);
    expect(answer.status).toBe(402);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(await asked(service, twitter)).toBe(1);
  });

  test('ASM-21 beyond a cap it answers 429 and leaves the post as it was', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'reject', times: 1 });
    const id = idOf(await publish(service, [twitter]));
    await publishMany(service, twitter, 25);
    expect(await service.api('POST', `/v1/posts/${id}/retry`)).toMatchObject({
      status: 429,
      body: { details: { limit: 25 } },
    });
    expect(await read(service, id)).toMatchObject({ status: 'failed', platforms: [{ status: 'failed' }] });
  });

  test('POST-41 an account that has gone since fails its target again', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'token_expired' });
    const id = idOf(await publish(service, [twitter]));
    expect(await service.api('POST', `/v1/posts/${id}/retry`)).toMatchObject({
      status: 207,
      body: { post: { status: 'failed', platforms: [{ errorCategory: 'auth_expired' }] } },
    });
    expect(await asked(service, twitter)).toBe(1);
  });
});
