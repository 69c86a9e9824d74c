/** Posts that stand on their platforms: unpublish, edit, video data, and URLs that come late. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { behave, create, idOf, names, publish, published, read } from '../scene.ts';

const VIDEO = { mediaItems: [{ type: 'video', url: 'https://example.test/a.mp4' }] };

describe('unpublish', () => {
  test('POST-74 takes the post off one platform; the record stays and says so', async () => {
    const service = await startService();
    const [twitter, bluesky] = [await service.account('twitter'), await service.account('bluesky')];
    const id = idOf(await publish(service, [twitter, bluesky]));
    expect(await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform: 'twitter' } })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await published(service, twitter)).toMatchObject([{ removedAt: '2026-01-05T09:00:00.000Z' }]);
    expect((await published(service, bluesky))[0]).not.toHaveProperty('removedAt');
    expect(await read(service, id)).toMatchObject({
      status: 'published',
      platforms: [{ status: 'published', removedFromPlatformAt: '2026-01-05T09:00:00.000Z' }, {}],
    });
  });

  test('POST-74 off its last platform the post is cancelled', async () => {
    const service = await startService();
    const id = idOf(await publish(service, [await service.account('twitter')]));
    await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform: 'twitter' } });
    expect(await read(service, id)).toMatchObject({ status: 'cancelled' });
    expect(names(await service.events('post.cancelled'))).toHaveLength(1);
  });

  test.each([
    ['a platform that cannot', 'instagram'],
    ['a platform the post is not on', 'bluesky'],
  ])('POST-74 %s answers 400', async (_title, platform) => {
    const service = await startService();
    const id = idOf(await publish(service, [await service.account('twitter')]));
    expect(await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'platform' },
    });
  });

  test('ERR-22 a refusal of the platform is forwarded with its status and payload', async () => {
    const service = await startService();
    const facebook = await service.account('facebook');
    const id = idOf(await publish(service, [facebook]));
    await behave(service, facebook, { outcome: 'reject', status: 403, message: 'Locked.', platformError: { code: 7 } });
    expect(await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform: 'facebook' } })).toMatchObject({
      status: 403,
      body: {
        error: 'Locked.',
        type: 'platform_error',
        code: 'platform_api_error',
        platform: 'meta',
        platformError: { code: 7 },
      },
    });
    expect(await read(service, id)).toMatchObject({ status: 'published' });
  });

  test('a platform that asks to wait answers 503 with the seconds while the clock stands', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const id = idOf(await publish(service, [twitter]));
    await behave(service, twitter, { outcome: 'rate_limited', retryAfterSeconds: 30, times: 1 });
    const answer = await service.api('POST', `/v1/posts/${id}/unpublish`, { body: { platform: 'twitter' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } });
    expect(answer.headers['retry-after']).toBe('31');
  });
});

describe('edit', () => {
  test('POST-74 changes the text where it stands and on the record', async () => {
    const service = await startService();
    const [twitter, bluesky] = [await service.account('twitter'), await service.account('bluesky')];
    const id = idOf(await publish(service, [twitter, bluesky]));
    const [item] = await published(service, twitter);
    const answer = await service.api('POST', `/v1/posts/${id}/edit`, {
      body: { platform: 'twitter', content: 'Better' },
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true, id: item?.['nativeId'], url: item?.['url'] } });
    expect(await published(service, twitter)).toMatchObject([{ text: 'Better' }]);
    expect(await published(service, bluesky)).toMatchObject([{ text: 'Hello' }]);
    expect(await read(service, id)).toMatchObject({ content: 'Hello', platforms: [{ customContent: 'Better' }, {}] });
  });

  test('POST-74 of the only target is the text of the post', async () => {
    const service = await startService();
    const id = idOf(await publish(service, [await service.account('slack')]));
    await service.api('POST', `/v1/posts/${id}/edit`, { body: { platform: 'slack', content: 'Better' } });
    expect(await read(service, id)).toMatchObject({ content: 'Better', status: 'published' });
  });

  test('POST-74 is refused for drafts, for too long a text, and where an account must be named', async () => {
    const service = await startService();
    const [one, two] = [await service.account('twitter'), await service.account('twitter')];
    const edit = (id: string, body: object) =>
      service.api('POST', `/v1/posts/${id}/edit`, { body: { platform: 'twitter', content: 'Better', ...body } });
    expect(await edit(idOf(await create(service, [one])), {})).toMatchObject({
      status: 400,
      body: { param: 'platform' },
    });
    const id = idOf(await publish(service, [one, two]));
    expect(await edit(id, {})).toMatchObject({ status: 400, body: { param: 'accountId' } });
    const long = { accountId: two._id, content: 'x'.repeat(281) };
    expect(await edit(id, long)).toMatchObject({ status: 400, body: { param: 'content' } });
    expect((await edit(id, { accountId: two._id })).status).toBe(200);
    expect(await published(service, two)).toMatchObject([{ text: 'Better' }]);
  });
});

describe('video data', () => {
  test('POST-74 update-metadata changes the video and names the changed fields', async () => {
    const service = await startService();
    const youtube = await service.account('youtube');
    const id = idOf(await publish(service, [youtube], VIDEO));
    const body = { platform: 'youtube', title: 'New title', privacyStatus: 'unlisted' };
    const answer = await service.api('POST', `/v1/posts/${id}/update-metadata`, { body });
    const [item] = await published(service, youtube);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, videoId: item?.['nativeId'], updatedFields: ['title', 'privacyStatus'] },
    });
    expect(item?.['settings']).toMatchObject({ title: 'New title', privacyStatus: 'unlisted' });
    expect(
      await service.api('POST', `/v1/posts/${id}/update-metadata`, { body: { platform: 'youtube' } }),
    ).toMatchObject({ status: 400 });
  });
});

describe('late addresses', () => {
  test('POST-18 EVT-36 EVT-37 a tiktok post has no URL at first; it comes with one event', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    const id = idOf(await publish(service, [tiktok], VIDEO));
    expect(await read(service, id)).toMatchObject({ status: 'published', platforms: [{ platformPostUrl: null }] });
    await service.advance(24 * 3600);
    const [item] = await published(service, tiktok);
    expect(await read(service, id)).toMatchObject({ platforms: [{ platformPostUrl: item?.['url'] }] });
    const events = await service.events('post.tiktok.url_resolved');
    expect(events.map(({ payload }) => payload)).toMatchObject([
      {
        account: { accountId: tiktok._id },
        platform: { name: 'tiktok', status: 'published', publishedUrl: item?.['url'] },
      },
    ]);
  });

  test('EVT-36 an address set by hand is found within the hour', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    const id = idOf(await publish(service, [tiktok], VIDEO));
    const [item] = await published(service, tiktok);
    const url = 'https://www.tiktok.com/@own/video/1';
    await service.control('PATCH', `/_local/network/${tiktok._id}/feed/${String(item?.['nativeId'])}`, { url });
    await service.advance(3600);
    expect(await read(service, id)).toMatchObject({ platforms: [{ platformPostUrl: url }] });
    expect(await service.events('post.tiktok.url_resolved')).toHaveLength(1);
  });

  test.each([{ draft: true }, { privacyLevel: 'SELF_ONLY' }])(
    'EVT-38 never for drafts and private posts: %o',
    async (tiktokSettings) => {
      const service = await startService();
      const tiktok = await service.account('tiktok');
      await publish(service, [tiktok], { ...VIDEO, tiktokSettings });
      const [item] = await published(service, tiktok);
      await service.control('PATCH', `/_local/network/${tiktok._id}/feed/${String(item?.['nativeId'])}`, {
        url: 'https://example.test/x',
      });
      await service.advance(3 * 3600);
      expect(await service.events('post.tiktok.url_resolved')).toEqual([]);
    },
  );
});
