/** Creating posts: what comes of a body, and how it reads afterwards. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { create, idOf, names, postEvents, publish, published, read, targetOf } from './scene.ts';

const LATER = '2026-01-06T09:00:00.000Z';

describe('the ways into the world', () => {
  test('POST-01 POST-26 POST-27 POST-52 a time makes the post scheduled, with one event', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const answer = await create(service, [twitter], { scheduledFor: LATER });
    expect(answer).toMatchObject({
      status: 201,
      body: { message: 'Post scheduled.', post: { status: 'scheduled', scheduledFor: LATER } },
    });
    expect(idOf(answer)).toMatch(/^[0-9a-f]{24}$/);
    const [event, ...others] = await postEvents(service);
    expect(event).toMatchObject({
      event: 'post.scheduled',
      payload: { post: { id: idOf(answer), status: 'scheduled' } },
    });
    expect(others).toEqual([]);
  });

  test('POST-28 POST-29 without a time and publish-now the post is a draft, and nothing is told', async () => {
    const service = await startService();
    const answer = await create(service, [await service.account('twitter')]);
    expect(answer).toMatchObject({ status: 201, body: { post: { status: 'draft' } } });
    expect(await postEvents(service)).toEqual([]);
  });

  test('POST-30 POST-31 POST-32 POST-16 POST-17 publish-now publishes each target and tells of each and of all', async () => {
    const service = await startService();
    const accounts = [await service.account('twitter'), await service.account('bluesky')];
    const answer = await publish(service, accounts);
    expect(answer).toMatchObject({ status: 201, body: { message: 'Post published.', post: { status: 'published' } } });
    const targets = answer.body['post']?.['platforms'] as unknown as Record<string, string>[];
    for (const target of targets)
      expect(target).toMatchObject({
        status: 'published',
        platformPostUrl: expect.stringMatching(/^https:/),
      });
    const events = await postEvents(service);
    expect(names(events)).toEqual(['post.platform.published', 'post.platform.published', 'post.published']);
    expect(events.slice(0, 2).map(({ payload }) => payload['account']?.['accountId'])).toEqual(
      accounts.map(({ _id }) => _id),
    );
  });

  test('ASM-05 publish-now wins over a time, and the draft flag over both', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const now = await create(service, [twitter], { publishNow: true, scheduledFor: '2020-01-01T00:00:00Z' });
    expect(now).toMatchObject({ status: 201, body: { post: { status: 'published' } } });
    const draft = await create(service, [twitter], { publishNow: true, isDraft: true, scheduledFor: LATER });
    expect(draft).toMatchObject({ status: 201, body: { post: { status: 'draft', scheduledFor: LATER } } });
    expect(await published(service, twitter)).toHaveLength(1);
  });

  test('POST-78 two hundred drafts are no problem', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const answers = await Promise.all(Array.from({ length: 200 }, () => create(service, [twitter])));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });

  test('POST-77 POST-12 one post goes to several accounts and platforms', async () => {
    const service = await startService();
    const accounts = [
      await service.account('twitter'),
      await service.account('twitter'),
      await service.account('slack'),
    ];
    const answer = await publish(service, accounts);
    expect(answer.status).toBe(201);
    expect((await read(service, idOf(answer)))['platforms']).toHaveLength(3);
    for (const account of accounts) expect(await published(service, account)).toHaveLength(1);
  });
});

describe('what is kept', () => {
  test('POST-02 POST-03 POST-07 POST-10 POST-51 every field comes back, publishNow never', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    const kept = {
      content: 'Text',
      title: 'Title',
      tags: ['one'],
      hashtags: ['#two'],
      mentions: ['@three'],
      metadata: { own: 1 },
      timezone: 'Europe/Madrid',
      mediaItems: [{ type: 'video', url: 'https://example.test/a.mp4', altText: 'A', title: 'B' }],
      tiktokSettings: { allowComment: false },
      facebookSettings: { draft: false },
      platformSpecificData: { allowDuet: true },
    };
    const answer = await service.api('POST', '/v1/posts', {
      body: { ...kept, platforms: [targetOf(tiktok)], publishNow: false, scheduledFor: LATER },
    });
    const post = await read(service, idOf(answer));
    expect(post).toMatchObject({ ...kept, scheduledFor: LATER });
    expect(post).not.toHaveProperty('publishNow');
    expect(answer.body['post']).not.toHaveProperty('publishNow');
  });

  test('POST-15 a target names its account by id on a write and in full on a read', async () => {
    const service = await startService();
    const twitter = await service.account('twitter', { username: 'brand' });
    const answer = await create(service, [twitter]);
    expect(answer.body['post']?.['platforms']).toMatchObject([{ accountId: twitter._id }]);
    const account = { _id: twitter._id, platform: 'twitter', username: 'brand' };
    expect((await read(service, idOf(answer)))['platforms']).toMatchObject([{ accountId: account }]);
  });

  test('POST-16 targets of a scheduled post are pending', async () => {
    const service = await startService();
    const answer = await create(service, [await service.account('twitter')], { scheduledFor: LATER });
    expect(answer.body['post']?.['platforms']).toMatchObject([{ status: 'pending' }]);
  });

  test('an own time of a target is kept beside the common one, and each target goes out at its own', async () => {
    const service = await startService();
    const [first, second] = [await service.account('twitter'), await service.account('bluesky')];
    const platforms = [targetOf(first), { ...targetOf(second), scheduledFor: '2026-01-05T11:00:00Z' }];
    const answer = await create(service, [], { platforms, scheduledFor: '2026-01-05T10:00:00Z' });
    await service.advance(3600);
    expect(await read(service, idOf(answer))).toMatchObject({ status: 'scheduled' });
    expect([await published(service, first), await published(service, second)].map(({ length }) => length)).toEqual([
      1, 0,
    ]);
    await service.advance(3600);
    expect(await read(service, idOf(answer))).toMatchObject({ status: 'published' });
    expect(names(await postEvents(service)).filter((name) => name === 'post.published')).toHaveLength(1);
  });
});

describe('a repeated create', () => {
  test('the same request id makes one post, also after its publication', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const headers = { 'x-request-id': '3f0b6a52-6a0e-4c3a-9d4f-0d2f1a7b1c11' };
    const body = { content: 'Once', publishNow: true, platforms: [targetOf(twitter)] };
    const first = await service.api('POST', '/v1/posts', { body, headers });
    const second = await service.api('POST', '/v1/posts', { body, headers });
    expect(second).toMatchObject({ status: 201, body: { post: { _id: idOf(first), status: 'published' } } });
    expect(await published(service, twitter)).toHaveLength(1);
  });
});

describe('a dry run', () => {
  test('answers 200 with the post and writes nothing', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const answer = await create(service, [twitter], { publishNow: true, dryRun: true });
    expect(answer).toMatchObject({ status: 200, body: { post: { content: 'Hello' } } });
    expect(answer.body['post']).not.toHaveProperty('_id');
    expect((await service.api('GET', '/v1/posts')).body['posts']).toEqual([]);
    expect(await published(service, twitter)).toEqual([]);
    expect(await postEvents(service)).toEqual([]);
  });

  test('says of each tiktok account whether it has room', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    const media = { mediaItems: [{ type: 'video', url: 'https://example.test/a.mp4' }] };
    const free = await create(service, [tiktok], { publishNow: true, dryRun: true, ...media });
    expect(free.body).toMatchObject({
      dryRun: true,
      canPublish: true,
      tiktok: [{ accountId: tiktok._id, canPublish: true, alreadyPostedToday: false }],
    });
  });

  test('is refused for the same reasons as the create itself', async () => {
    const service = await startService();
    const answer = await create(service, [await service.account('twitter')], {
      publishNow: true,
      dryRun: true,
      content: '',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'missing_required_field' } });
  });
});
