/** Posting caps at work: refused at once, waited for when scheduled, held on tiktok. */
import { describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../../support/service.ts';
import {
  behave,
  create,
  idOf,
  names,
  postEvents,
  publish,
  published,
  publishMany,
  read,
  type Account,
} from '../scene.ts';

const VIDEO = { mediaItems: [{ type: 'video', url: 'https://example.test/a.mp4' }] };
const PHOTO = { mediaItems: [{ type: 'image', url: 'https://example.test/a.png' }] };
const HOUR = 3600;

/** Publishes up to a daily cap, as fast as the hourly one allows. */
async function fill(service: ServiceUnderTest, account: Account, count: number): Promise<void> {
  for (let done = 0; done < count; done += 25) {
    await publishMany(service, account, Math.min(25, count - done), PHOTO);
    await service.advance(HOUR);
  }
}

describe('publish-now', () => {
  test('LIM-29 LIM-30 LIM-31 ASM-21 the 26th post of an hour is refused, names the wait and makes nothing', async () => {
    const service = await startService();
    const [twitter, other] = [await service.account('twitter'), await service.account('twitter')];
    await publishMany(service, twitter, 25);
    const answer = await publish(service, [twitter], { content: 'One more' });
    expect(answer).toMatchObject({
      status: 429,
      body: { details: { accountId: twitter._id, platform: 'twitter', limit: 25, retryAfterSeconds: HOUR } },
    });
    expect(Object.keys(answer.body)).toEqual(['error', 'details']);
    expect(String(answer.body['error'])).toContain('2026-01-05T10:00:00.000Z');
    expect(answer.headers['retry-after']).toBe(String(HOUR));
    expect((await service.api('GET', '/v1/posts?limit=100')).body['posts']).toHaveLength(25);
    expect((await publish(service, [other])).status).toBe(201);
    await service.advance(HOUR);
    expect((await publish(service, [twitter])).status).toBe(201);
  });

  test.each([
    ['LIM-32 instagram', 'instagram', 100],
    ['LIM-33 facebook', 'facebook', 100],
    ['LIM-34 threads', 'threads', 250],
    ['LIM-35 twitter', 'twitter', 50],
    ['LIM-36 pinterest', 'pinterest', 25],
    ['LIM-37 bluesky', 'bluesky', 50],
  ])('%s refuses the post beyond its daily cap', async (_title, platform, cap) => {
    const service = await startService();
    const account = await service.account(platform);
    await fill(service, account, cap);
    expect(await publish(service, [account], PHOTO)).toMatchObject({ status: 429, body: { details: { limit: cap } } });
    await service.advance(24 * HOUR);
    expect((await publish(service, [account], PHOTO)).status).toBe(201);
  });

  test.each([
    ['LIM-41 a legacy plan of 5', 'twitter', 5, 5],
    ['LIM-41 a legacy plan of 8', 'twitter', 8, 8],
    ['LIM-42 a legacy plan of 20 on a platform that takes 25', 'pinterest', 20, 20],
  ])('%s applies its own cap', async (_title, platform, legacyDailyCap, cap) => {
    const service = await startService();
    await service.control('PATCH', '/_local/team', { legacyDailyCap });
    const account = await service.account(platform);
    await publishMany(service, account, cap, PHOTO);
    await service.advance(2 * HOUR);
    expect(await publish(service, [account], PHOTO)).toMatchObject({ status: 429, body: { details: { limit: cap } } });
  });

  test('LIM-29 what the platform refused does not count', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'reject', times: 30 });
    for (let index = 0; index < 30; index += 1) expect((await publish(service, [twitter])).status).toBe(207);
    expect((await publish(service, [twitter])).status).toBe(201);
  });

  test('LIM-29 many calls at one moment share the room', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const answers = await Promise.all(Array.from({ length: 40 }, () => publish(service, [twitter])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(25);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await published(service, twitter)).toHaveLength(25);
  });
});

describe('scheduled posts', () => {
  test('ASM-22 ASM-59 26 posts due at once: the last waits untold until the hour frees', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const ids: string[] = [];
    for (let index = 0; index < 26; index += 1)
      ids.push(idOf(await create(service, [twitter], { scheduledFor: '2026-01-05T09:10:00Z' })));
    await service.advance(600);
    expect(await published(service, twitter)).toHaveLength(25);
    const last = String(ids.at(-1));
    expect(await read(service, last)).toMatchObject({
      status: 'scheduled',
      scheduledFor: '2026-01-05T10:10:00.000Z',
      platforms: [{ status: 'pending' }],
    });
    const before = names(await postEvents(service)).filter((name) => name === 'post.scheduled');
    expect(before).toHaveLength(26);
    await service.advance(HOUR);
    expect(await read(service, last)).toMatchObject({ status: 'published' });
    expect(names(await service.events('post.scheduled'))).toHaveLength(26);
  });
});

describe('tiktok', () => {
  test('LIM-38 LIM-39 POST-49 POST-06 ASM-59 the 16th video and photo are held with their new time, not refused', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    await publishMany(service, tiktok, 15, VIDEO);
    await service.advance(HOUR);
    await publishMany(service, tiktok, 10, PHOTO);
    await service.advance(HOUR);
    await publishMany(service, tiktok, 5, PHOTO);
    for (const media of [VIDEO, PHOTO]) {
      const held = await publish(service, [tiktok], media);
      expect(held).toMatchObject({
        status: 201,
        body: { post: { status: 'scheduled', platforms: [{ status: 'pending' }] } },
      });
    }
    const events = names(await postEvents(service));
    expect(events.filter((name) => name.endsWith('failed') || name === 'post.scheduled')).toEqual([]);
    expect((await service.api('GET', '/v1/posts?status=scheduled')).body['posts']).toMatchObject([
      { scheduledFor: '2026-01-06T10:00:00.000Z' },
      { scheduledFor: '2026-01-06T09:00:00.000Z' },
    ]);
  });

  test('LIM-40 POST-50 a held post goes out by itself when the oldest leaves the window', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    await publishMany(service, tiktok, 1, VIDEO);
    await service.advance(HOUR);
    await publishMany(service, tiktok, 14, VIDEO);
    const held = await create(service, [tiktok], { ...VIDEO, scheduledFor: '2026-01-05T12:00:00Z' });
    await service.advance(2 * HOUR);
    expect(await read(service, idOf(held))).toMatchObject({
      status: 'scheduled',
      scheduledFor: '2026-01-06T09:00:00.000Z',
    });
    await service.advance(21 * HOUR - 1);
    expect(await published(service, tiktok)).toHaveLength(15);
    await service.advance(1);
    expect(await read(service, idOf(held))).toMatchObject({ status: 'published' });
  });

  test('LIM-40 POST-06 each held post waits for a slot of its own, and keeps it', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    for (let hour = 0; hour < 3; hour += 1) {
      await publishMany(service, tiktok, hour === 2 ? 13 : 1, VIDEO);
      await service.advance(HOUR);
    }
    const now = idOf(await publish(service, [tiktok], VIDEO));
    const next = [await create(service, [tiktok], { ...VIDEO, scheduledFor: '2026-01-05T12:30:00Z' })];
    next.push(await create(service, [tiktok], { ...VIDEO, scheduledFor: '2026-01-05T12:30:00Z' }));
    await service.advance(HOUR);
    const last = idOf(await publish(service, [tiktok], VIDEO));
    const held = [now, ...next.map(idOf), last];
    const times = async () => Promise.all(held.map(async (id) => (await read(service, id))['scheduledFor']));
    const promised = ['2026-01-06T09', '2026-01-06T10', '2026-01-06T11', '2026-01-06T11'].map(
      (at) => `${at}:00:00.000Z`,
    );
    expect(await times()).toEqual(promised);
    for (const [at, count] of [
      ['2026-01-06T09:00:00Z', 16],
      ['2026-01-06T10:00:00Z', 17],
      ['2026-01-06T11:00:00Z', 19],
    ] as const) {
      await service.control('POST', '/_local/clock/advance', { to: at });
      expect(await times()).toEqual(promised);
      expect(await published(service, tiktok)).toHaveLength(count);
    }
  });

  test('a slot whose held post was deleted is promised again', async () => {
    const service = await startService();
    const tiktok = await service.account('tiktok');
    await publishMany(service, tiktok, 1, VIDEO);
    await service.advance(HOUR);
    await publishMany(service, tiktok, 14, VIDEO);
    const [first, second] = [await publish(service, [tiktok], VIDEO), await publish(service, [tiktok], VIDEO)];
    await service.api('DELETE', `/v1/posts/${idOf(first)}`);
    const third = idOf(await publish(service, [tiktok], VIDEO));
    expect(await read(service, third)).toMatchObject({ scheduledFor: '2026-01-06T09:00:00.000Z' });
    expect(await read(service, idOf(second))).toMatchObject({ scheduledFor: '2026-01-06T10:00:00.000Z' });
  });

  test('POST-49 beside another target the held one waits alone', async () => {
    const service = await startService();
    const [tiktok, twitter] = [await service.account('tiktok'), await service.account('twitter')];
    await publishMany(service, tiktok, 15, VIDEO);
    const answer = await publish(service, [tiktok, twitter], VIDEO);
    expect(answer).toMatchObject({
      status: 201,
      body: { post: { status: 'scheduled', platforms: [{ status: 'pending' }, { status: 'published' }] } },
    });
    await service.advance(24 * HOUR);
    expect(await read(service, idOf(answer))).toMatchObject({ status: 'published' });
    expect(await published(service, twitter)).toHaveLength(1);
    const own = (await service.events('post.published')).filter(
      ({ payload }) => String(payload['post']?.['id']) === idOf(answer),
    );
    expect(own).toHaveLength(1);
  });

  test('LIM-43 the shared cap on accounts binds older connections only', async () => {
    const service = await startService();
    for (let index = 0; index < 25; index += 1)
      await publishMany(service, await service.account('tiktok', { kind: 'developer_app' }), 1, VIDEO);
    const older = await service.account('tiktok', { kind: 'developer_app' });
    expect(await publish(service, [older], VIDEO)).toMatchObject({ status: 207, body: { post: { status: 'failed' } } });
    expect((await publish(service, [await service.account('tiktok')], VIDEO)).status).toBe(201);
  });
});
