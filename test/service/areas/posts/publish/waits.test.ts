/** Platforms that answer "later": retries, their waits on the clock, and what the caller hears meanwhile. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { manualClock } from '../manual-clock.ts';
import { asked, behave, create, idOf, names, postEvents, publish, published, read } from '../scene.ts';

const SOON = '2026-01-05T09:10:00.000Z';

describe('a frozen clock', () => {
  test('POST-38 a temporary failure emits nothing, and the next try publishes', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'server_error', times: 1 });
    const answer = await publish(service, [twitter]);
    expect(answer).toMatchObject({
      status: 201,
      body: { post: { status: 'publishing', platforms: [{ status: 'pending' }] } },
    });
    expect(await postEvents(service)).toEqual([]);
    await service.advance(1);
    expect(await read(service, idOf(answer))).toMatchObject({ status: 'published' });
    expect(names(await postEvents(service))).toEqual(['post.platform.published', 'post.published']);
  });

  test('LIM-44 ASM-45 a lasting failure is asked 4 times, after 1, 2 and 4 seconds', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'server_error', message: 'Down.' });
    const answer = await create(service, [twitter], { scheduledFor: SOON });
    const counts: number[] = [];
    for (const seconds of [600, 0.9, 0.1, 1.9, 0.1, 3.9, 0.1, 60]) {
      await service.advance(seconds);
      counts.push(await asked(service, twitter));
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(await read(service, idOf(answer))).toMatchObject({
      status: 'failed',
      platforms: [{ errorMessage: 'Down.', errorCategory: 'platform_error' }],
    });
    expect(names(await postEvents(service))).toEqual(['post.scheduled', 'post.platform.failed', 'post.failed']);
  });

  test('LIM-45 a reset in 60 seconds is asked again after 61', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'rate_limited', retryAfterSeconds: 60, times: 1 });
    const answer = await publish(service, [twitter]);
    expect(answer.body['post']).toMatchObject({ status: 'publishing' });
    await service.advance(60);
    expect(await asked(service, twitter)).toBe(1);
    await service.advance(1);
    expect(await asked(service, twitter)).toBe(2);
    expect(await read(service, idOf(answer))).toMatchObject({ status: 'published' });
  });

  test.each([
    ['LIM-46 a reset in 6 minutes', { retryAfterSeconds: 360, message: 'Come back later.' }],
    ['LIM-47 an exhausted quota', { retryAfterSeconds: 30, remaining: 0, message: 'Quota used up.' }],
  ])('%s fails at once with the message of the platform', async (_title, limit) => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'rate_limited', ...limit });
    expect(await publish(service, [twitter])).toMatchObject({
      status: 207,
      body: { post: { status: 'failed', platforms: [{ errorMessage: limit.message }] } },
    });
    await service.advance(3600);
    expect(await asked(service, twitter)).toBe(1);
  });

  test('ASM-45 a platform that does not answer in time is asked again under the same key', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'timeout', times: 4 });
    const answer = await publish(service, [twitter]);
    await service.advance(10);
    expect(await read(service, idOf(answer))).toMatchObject({ status: 'failed' });
    await service.api('POST', `/v1/posts/${idOf(answer)}/retry`);
    expect(await published(service, twitter)).toHaveLength(1);
  });

  test('a post that waits for its platform is neither changed nor deleted', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'server_error', times: 1 });
    const path = `/v1/posts/${idOf(await publish(service, [twitter]))}`;
    expect(await service.api('PUT', path, { body: { content: 'New' } })).toMatchObject({ status: 400 });
    expect(await service.api('DELETE', path)).toMatchObject({ status: 400 });
  });
});

describe('reddit', () => {
  test.each([
    ['LIM-48 LIM-49 with its quota header at 0', { remaining: 0 }],
    ['LIM-50 with a rate error', {}],
  ])('%s answers 429 with the seconds, asked once, and keeps nothing', async (_title, limit) => {
    const service = await startService();
    const reddit = await service.account('reddit');
    await behave(service, reddit, {
      outcome: 'rate_limited',
      retryAfterSeconds: 42,
      message: 'Slow down.',
      times: 1,
      ...limit,
    });
    const answer = await publish(service, [reddit]);
    expect(answer).toMatchObject({ status: 429, body: { type: 'rate_limit_error', code: 'rate_limited' } });
    expect(String(answer.body['error'])).toContain('42');
    expect(answer.headers['retry-after']).toBe('42');
    expect(await asked(service, reddit)).toBe(1);
    expect((await service.api('GET', '/v1/posts')).body['posts']).toEqual([]);
    await service.advance(43);
    expect((await publish(service, [reddit])).status).toBe(201);
  });

  test('LIM-48 beside other targets fails alone, and the answer is 207', async () => {
    const service = await startService();
    const [reddit, twitter] = [await service.account('reddit'), await service.account('twitter')];
    await behave(service, reddit, {
      outcome: 'rate_limited',
      retryAfterSeconds: 42,
      remaining: 0,
      message: 'Slow down.',
    });
    expect(await publish(service, [reddit, twitter])).toMatchObject({
      status: 207,
      body: { post: { status: 'partial', platforms: [{ errorMessage: 'Slow down. Retry in 42 seconds.' }, {}] } },
    });
  });
});

describe('a real clock', () => {
  test('LIM-45 PLT-21 publish-now waits inside the call for a near reset, then answers published', async () => {
    const clock = manualClock();
    const service = await startService({ clock: { mode: 'real' }, doors: clock.doors });
    const discord = await service.account('discord');
    await behave(service, discord, { outcome: 'rate_limited', retryAfterSeconds: 60, times: 1 });
    const answer = publish(service, [], {
      platforms: [
        { platform: 'discord', accountId: discord._id, platformSpecificData: { channelId: '121395413380137' } },
      ],
    });
    await clock.slept(61_000);
    expect(await asked(service, discord)).toBe(1);
    clock.pass(61_000);
    expect(await answer).toMatchObject({ status: 201, body: { post: { status: 'published' } } });
    expect(await asked(service, discord)).toBe(2);
    expect(await service.service.desk.store.read.due({ kind: 'publish' })).toEqual([]);
  });
});
