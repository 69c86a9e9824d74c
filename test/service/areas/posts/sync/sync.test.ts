/** The hourly sync: what was done on the platforms themselves, and what never arrived there. */
import { describe, expect, test } from 'vitest';
import type { Json, ServiceUnderTest } from '../../../../support/service.ts';
import { startService } from '../../../../support/service.ts';
import { behave, idOf, names, postEvents, publish, published, read, type Account } from '../scene.ts';

const HOUR = 3600;

const native = async (service: ServiceUnderTest, account: Account, body: object): Promise<Json> =>
  (await service.control('POST', `/_local/network/${account._id}/feed`, body)).body['item'] as Json;

const itemPath = (account: Account, item: Json | undefined): string =>
  `/_local/network/${account._id}/feed/${encodeURIComponent(String(item?.['nativeId']))}`;

describe('native deletions', () => {
  test('POST-47 POST-48 ASM-29 are found with the hour, flagged and told of once', async () => {
    const service = await startService();
    const [twitter, bluesky] = [await service.account('twitter'), await service.account('bluesky')];
    const id = idOf(await publish(service, [twitter, bluesky]));
    await service.advance(60);
    const [item] = await published(service, twitter);
    await service.control('DELETE', itemPath(twitter, item));
    expect(await service.events('post.platform.deleted')).toEqual([]);
    await service.advance(HOUR);
    const at = '2026-01-05T09:01:00.000Z';
    expect((await service.events('post.platform.deleted')).map(({ payload }) => payload)).toMatchObject([
      {
        account: { accountId: twitter._id },
        platform: { name: 'twitter', status: 'deleted', deletedAt: at },
        post: { id },
      },
    ]);
    expect(await read(service, id)).toMatchObject({
      status: 'published',
      platforms: [{ status: 'published', removedFromPlatformAt: at }, { status: 'published' }],
    });
    await service.advance(3 * HOUR);
    expect(await service.events('post.platform.deleted')).toHaveLength(1);
  });

  test('EVT-35 a post that its platform lists no more is deleted there without a word', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const [old, young] = [idOf(await publish(service, [twitter])), await publishIn(60)];
    await service.advance(40 * 24 * HOUR);
    const items = await published(service, twitter);
    expect(items).toHaveLength(2);
    for (const item of items) await service.control('DELETE', itemPath(twitter, item));
    await service.advance(2 * HOUR);
    expect((await service.events('post.platform.deleted')).map(({ payload }) => payload)).toMatchObject([
      { post: { id: young } },
    ]);
    expect((await read(service, old))['platforms']).toMatchObject([{ status: 'published' }]);
    expect(JSON.stringify(await read(service, old))).not.toContain('removedFromPlatformAt');

    async function publishIn(days: number): Promise<string> {
      await service.advance(days * 24 * HOUR);
      return idOf(await publish(service, [twitter]));
    }
  });

  test('a platform that does not answer tells of no deletion until it does', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await publish(service, [twitter]);
    await behave(service, twitter, { operation: 'read', outcome: 'server_error' });
    const [item] = await published(service, twitter);
    await service.control('DELETE', itemPath(twitter, item));
    await service.advance(HOUR);
    expect(await service.events('post.platform.deleted')).toEqual([]);
    await behave(service, twitter, { operation: 'read', outcome: 'ok' });
    await service.advance(HOUR);
    expect(await service.events('post.platform.deleted')).toHaveLength(1);
  });

  test('POST-47 an unpublished post is not told of as deleted', async () => {
    const service = await startService();
    const id = idOf(await publish(service, [await service.account('twitter')]));
    await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform: 'twitter' } });
    await service.advance(2 * HOUR);
    expect(await service.events('post.platform.deleted')).toEqual([]);
  });
});

describe('reconciliation', () => {
  test('POST-44 POST-45 ASM-46 EVT-32 EVT-34 a target that never appeared makes the post partial', async () => {
    const service = await startService();
    const [good, lost] = [await service.account('twitter'), await service.account('bluesky')];
    await behave(service, lost, { outcome: 'lost', times: 1 });
    const answer = await publish(service, [good, lost]);
    expect(answer).toMatchObject({ status: 201, body: { post: { status: 'published' } } });
    await service.advance(HOUR);
    expect(await read(service, idOf(answer))).toMatchObject({
      status: 'partial',
      platforms: [
        { status: 'published' },
        { status: 'failed', errorCategory: 'platform_error', errorSource: 'platform' },
      ],
    });
    expect(names(await postEvents(service)).slice(3)).toEqual(['post.platform.failed', 'post.partial']);
    expect(await service.api('POST', `/v1/posts/${idOf(answer)}/retry`)).toMatchObject({ status: 200 });
    expect(await published(service, lost)).toHaveLength(1);
  });

  test('POST-44 POST-45 a post that appeared nowhere becomes failed', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'lost' });
    const id = idOf(await publish(service, [twitter]));
    await service.advance(HOUR);
    expect(await read(service, id)).toMatchObject({ status: 'failed' });
    expect(names(await postEvents(service)).slice(2)).toEqual(['post.platform.failed', 'post.failed']);
  });

  test('ASM-46 only the posts of the past day are looked for', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'lost', operation: 'publish' });
    await behave(service, twitter, { outcome: 'server_error', operation: 'read' });
    const id = idOf(await publish(service, [twitter]));
    await service.advance(24 * HOUR + 1);
    await behave(service, twitter, { outcome: 'ok', operation: 'read' });
    await service.advance(2 * HOUR);
    expect(await read(service, id)).toMatchObject({ status: 'published' });
  });
});

describe('natively written posts', () => {
  test('POST-25 EVT-39 EVT-09 are told of as external, once, and listed', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await native(service, twitter, { text: 'By hand', media: [{ type: 'image', url: 'https://example.test/a.png' }] });
    expect(await postEvents(service)).toEqual([]);
    await service.advance(2 * HOUR);
    const events = await postEvents(service);
    expect(events).toMatchObject([
      {
        event: 'post.external.created',
        payload: {
          account: { accountId: twitter._id },
          post: { source: 'external', accountId: twitter._id, content: 'By hand', mediaType: 'image' },
        },
      },
    ]);
    expect((await service.api('GET', '/v1/posts?source=external')).body['posts']).toMatchObject([
      { content: 'By hand', source: 'external', status: 'published' },
    ]);
    expect((await service.api('GET', '/v1/posts?source=service')).body['posts']).toEqual([]);
  });

  test('EVT-40 EVT-41 a change of text or kinds of media is told of, a new address of the same media is not', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const item = await native(service, twitter, {
      text: 'By hand',
      media: [{ type: 'image', url: 'https://example.test/a.png' }],
    });
    await service.advance(HOUR);
    const change = async (body: object): Promise<number> => {
      await service.control('PATCH', itemPath(twitter, item), body);
      await service.advance(HOUR);
      return (await service.events('post.external.updated')).length;
    };
    expect(await change({ media: [{ type: 'image', url: 'https://example.test/b.png' }] })).toBe(0);
    expect(await change({ text: 'Better' })).toBe(1);
    expect(await change({ media: [{ type: 'video', url: 'https://example.test/b.mp4' }] })).toBe(2);
  });

  test('EVT-42 EVT-43 a deletion is told of with its time, of indexed posts only', async () => {
    const service = await startService();
    const [known, unknown] = [await service.account('twitter'), await service.account('bluesky')];
    const item = await native(service, known, { text: 'By hand' });
    await service.advance(HOUR);
    const never = await native(service, unknown, { text: 'Gone before anybody looked' });
    await service.control('DELETE', itemPath(known, item));
    await service.control('DELETE', itemPath(unknown, never));
    await service.advance(2 * HOUR);
    expect((await service.events('post.external.deleted')).map(({ payload }) => payload['post'])).toMatchObject([
      { accountId: known._id, deletedAt: '2026-01-05T10:00:00.000Z' },
    ]);
    expect(names(await service.events('post.external.created'))).toHaveLength(1);
  });
});

describe('sync-external', () => {
  test('POST-64 pulls natively written posts at once', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const item = await native(service, twitter, { text: 'By hand' });
    const body = { accountId: twitter._id };
    expect(await service.api('POST', '/v1/posts/sync-external', { body })).toMatchObject({
      status: 200,
      body: {
        synced: { postsFound: 1, postsSynced: 1, skipped: false },
        posts: [{ content: 'By hand', platform: 'twitter' }],
      },
    });
    const one = await service.api('POST', '/v1/posts/sync-external', { body: { ...body, postId: item['nativeId'] } });
    expect(one.body).toMatchObject({
      found: true,
      post: { platformPostId: item['nativeId'] },
      synced: { postsSynced: 0 },
    });
    const none = await service.api('POST', '/v1/posts/sync-external', { body: { ...body, postId: 'x' } });
    expect(none.body).toMatchObject({ found: false, post: null });
    expect((await service.api('GET', '/v1/posts?source=external')).body['posts']).toMatchObject([
      { source: 'external' },
    ]);
  });

  test('POST-63 answers 409 for a disconnected account and 404 for an unknown one', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await service.control('POST', `/_local/accounts/${twitter._id}/disconnect`, {});
    const sync = (accountId: string) => service.api('POST', '/v1/posts/sync-external', { body: { accountId } });
    expect(await sync(twitter._id)).toMatchObject({ status: 409, body: { code: 'ads_connection_required' } });
    expect(await sync('aaaaaaaaaaaaaaaaaaaaaaaa')).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
  });
});
