/** Deleting posts, and posts that lose their accounts. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { behave, create, idOf, names, postEvents, publish, published, read } from '../scene.ts';

const LATER = '2026-01-06T09:00:00.000Z';

describe('deleting', () => {
  test('POST-76 ASM-08 a draft is gone afterwards, and nothing is told', async () => {
    const service = await startService();
    const path = `/v1/posts/${idOf(await create(service, [await service.account('twitter')]))}`;
    expect(await service.api('DELETE', path)).toMatchObject({ status: 200, body: { message: 'Post deleted.' } });
    expect(await service.api('GET', path)).toMatchObject({ status: 404, body: { code: 'post_not_found' } });
    expect(await service.api('DELETE', path)).toMatchObject({ status: 404 });
    expect(await postEvents(service)).toEqual([]);
  });

  test('ASM-10 a scheduled post is told of as cancelled, gone, and never goes out', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const id = idOf(await create(service, [twitter], { scheduledFor: LATER }));
    expect((await service.api('DELETE', `/v1/posts/${id}`)).status).toBe(200);
    expect((await service.events('post.cancelled')).map(({ payload }) => payload['post'])).toMatchObject([
      { id, status: 'cancelled', platforms: [{ accountId: twitter._id }] },
    ]);
    await service.advance(48 * 3600);
    expect(await published(service, twitter)).toEqual([]);
    expect((await service.api('GET', `/v1/posts/${id}`)).status).toBe(404);
  });

  test('ASM-08 a failed post may go, live and publishing ones stay and name unpublish', async () => {
    const service = await startService();
    const [good, bad, slow] = [
      await service.account('twitter'),
      await service.account('bluesky'),
      await service.account('slack'),
    ];
    await behave(service, bad, { outcome: 'reject' });
    await behave(service, slow, { outcome: 'rate_limited', retryAfterSeconds: 200 });
    const failed = idOf(await publish(service, [bad]));
    expect((await service.api('DELETE', `/v1/posts/${failed}`)).status).toBe(200);
    for (const accounts of [[good], [good, bad], [slow]]) {
      const id = idOf(await publish(service, accounts));
      const answer = await service.api('DELETE', `/v1/posts/${id}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_field_value' } });
      expect(String(answer.body['error'])).toMatch(/unpublish/i);
      expect(await read(service, id)).toMatchObject({ _id: id });
    }
  });

  test('ASM-08 a post that was removed from every platform may go', async () => {
    const service = await startService();
    const id = idOf(await publish(service, [await service.account('twitter')]));
    await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform: 'twitter' } });
    expect(await read(service, id)).toMatchObject({ status: 'cancelled' });
    expect((await service.api('DELETE', `/v1/posts/${id}`)).status).toBe(200);
  });
});

describe('losing accounts', () => {
  test('ASM-09 the last account gone cancels a scheduled post, which stays readable', async () => {
    const service = await startService();
    const [one, two] = [await service.account('twitter'), await service.account('bluesky')];
    const id = idOf(await create(service, [one, two], { scheduledFor: LATER }));
    await service.control('POST', `/_local/accounts/${one._id}/disconnect`, {});
    expect(await read(service, id)).toMatchObject({ status: 'scheduled' });
    expect((await service.api('DELETE', `/v1/accounts/${two._id}`)).status).toBe(200);
    expect(await read(service, id)).toMatchObject({ status: 'cancelled' });
    expect(names(await service.events('post.cancelled'))).toHaveLength(1);
    await service.advance(48 * 3600);
    expect(await read(service, id)).toMatchObject({ status: 'cancelled' });
    expect(names(await postEvents(service))).toEqual(['post.scheduled', 'post.cancelled']);
  });

  test('ASM-09 drafts and published posts are left as they are', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const draft = idOf(await create(service, [twitter]));
    const live = idOf(await publish(service, [twitter]));
    await service.control('POST', `/_local/accounts/${twitter._id}/disconnect`, {});
    expect(await read(service, draft)).toMatchObject({ status: 'draft' });
    expect(await read(service, live)).toMatchObject({ status: 'published' });
  });

  test('ACC-11 a reconnected account keeps its waiting posts under its new id', async () => {
    const service = await startService();
    const old = await service.account('twitter', { username: 'brand' });
    const live = idOf(await publish(service, [old]));
    const id = idOf(await create(service, [old], { scheduledFor: LATER }));
    const fresh = await service.account('twitter', { username: 'brand' });
    expect(fresh._id).not.toBe(old._id);
    await service.advance(24 * 3600);
    expect(await read(service, id)).toMatchObject({
      status: 'published',
      platforms: [{ accountId: { _id: fresh._id } }],
    });
    expect(await read(service, live)).toMatchObject({ status: 'published', platforms: [{ accountId: old._id }] });
    expect(await service.service.desk.store.read.due({ kind: 'publish' })).toEqual([]);
  });
});
