/** Publishing: what platforms answer, what becomes of target and post, what is told. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { asked, behave, create, idOf, names, postEvents, publish, published, read, targetOf } from '../scene.ts';

/** Lets everything else go on that is ready to. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const IN_10_MINUTES = '2026-01-05T09:10:00.000Z';

describe('publish-now', () => {
  test('POST-33 POST-34 POST-37 POST-53 some failing targets make the post partial and the answer 207', async () => {
    const service = await startService();
    const [good, bad] = [await service.account('twitter'), await service.account('bluesky')];
    await behave(service, bad, { outcome: 'reject', message: 'Not here.' });
    const answer = await publish(service, [good, bad]);
    expect(answer).toMatchObject({
      status: 207,
      body: {
        error: 'Bluesky: Not here.',
        post: { status: 'partial', platforms: [{ status: 'published' }, { status: 'failed' }] },
        platformResults: [
          { platform: 'twitter', status: 'published', error: null },
          { platform: 'bluesky', status: 'failed', error: 'Not here.' },
        ],
      },
    });
    expect(await read(service, idOf(answer))).toMatchObject({ status: 'partial' });
    const events = await postEvents(service);
    expect(names(events)).toEqual(['post.platform.published', 'post.platform.failed', 'post.partial']);
    expect(events[1]?.payload).toMatchObject({
      account: { accountId: bad._id },
      platform: { name: 'bluesky', status: 'failed', error: 'Not here.' },
      post: { status: 'publishing' },
    });
  });

  test('POST-35 POST-36 only failing targets make the post failed and the answer 207', async () => {
    const service = await startService();
    const accounts = [await service.account('twitter'), await service.account('bluesky')];
    for (const account of accounts) await behave(service, account, { outcome: 'reject' });
    expect(await publish(service, accounts)).toMatchObject({ status: 207, body: { post: { status: 'failed' } } });
    expect(names(await postEvents(service))).toEqual(['post.platform.failed', 'post.platform.failed', 'post.failed']);
  });

  test('POST-19 POST-20 a failed target says what happened, of which category, and whose it is', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'reject', message: 'Too bold.', errorCategory: 'user_content' });
    const answer = await publish(service, [twitter]);
    expect(answer.body['post']?.['platforms']).toMatchObject([
      { errorMessage: 'Too bold.', errorCategory: 'user_content', errorSource: 'user' },
    ]);
  });

  test('POST-68 POST-69 a rejection by the chat platform shows its own message', async () => {
    const service = await startService();
    const discord = await service.account('discord');
    await behave(service, discord, { outcome: 'reject', message: 'Missing Access' });
    const platforms = [{ ...targetOf(discord), platformSpecificData: { channelId: '121395413380137' } }];
    expect(await publish(service, [], { platforms })).toMatchObject({
      status: 207,
      body: { post: { status: 'failed', platforms: [{ errorMessage: 'Missing Access' }] } },
    });
  });

  test('POST-20 an expired token fails the target as auth_expired and ends the connection', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await behave(service, twitter, { outcome: 'token_expired' });
    expect(await publish(service, [twitter])).toMatchObject({
      status: 207,
      body: { post: { platforms: [{ errorCategory: 'auth_expired', errorSource: 'user' }] } },
    });
    expect(names(await service.events('account.disconnected'))).toHaveLength(1);
    expect(await publish(service, [twitter])).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DISCONNECTED' } });
  });

  test('EVT-33 a target that is done is told of before a slow one ends', async () => {
    const service = await startService();
    const [fast, slow] = [await service.account('twitter'), await service.account('bluesky')];
    await behave(service, slow, { outcome: 'ok', delaySeconds: 0.3 });
    const answer = publish(service, [fast, slow]);
    while ((await service.events('post.platform.published')).length === 0) await turn();
    expect(names(await postEvents(service))).toEqual(['post.platform.published']);
    expect((await answer).body['post']).toMatchObject({ status: 'published' });
  });
});

describe('a scheduled post', () => {
  test('POST-67 goes out at its time with the events of publish-now', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const answer = await create(service, [twitter], { scheduledFor: IN_10_MINUTES });
    await service.advance(599);
    expect(await published(service, twitter)).toEqual([]);
    await service.advance(1);
    expect(await read(service, idOf(answer))).toMatchObject({
      status: 'published',
      platforms: [{ status: 'published', publishedAt: IN_10_MINUTES }],
    });
    expect(names(await postEvents(service))).toEqual(['post.scheduled', 'post.platform.published', 'post.published']);
  });

  test('POST-66 that fails shows it on the post', async () => {
    const service = await startService();
    const [good, bad] = [await service.account('twitter'), await service.account('bluesky')];
    await behave(service, bad, { outcome: 'reject', message: 'No.' });
    const both = await create(service, [good, bad], { scheduledFor: IN_10_MINUTES });
    const one = await create(service, [bad], { scheduledFor: IN_10_MINUTES });
    await service.advance(600);
    expect(await read(service, idOf(both))).toMatchObject({ status: 'partial' });
    expect(await read(service, idOf(one))).toMatchObject({
      status: 'failed',
      platforms: [{ errorMessage: 'No.', errorCategory: 'platform_rejected', errorSource: 'platform' }],
    });
  });

  test('POST-67 a target whose account has gone since fails, the others go out', async () => {
    const service = await startService();
    const [stays, goes] = [await service.account('twitter'), await service.account('bluesky')];
    const answer = await create(service, [stays, goes], { scheduledFor: IN_10_MINUTES });
    await service.control('POST', `/_local/accounts/${goes._id}/disconnect`, {});
    await service.advance(600);
    expect(await read(service, idOf(answer))).toMatchObject({
      status: 'partial',
      platforms: [{ status: 'published' }, { status: 'failed', errorCategory: 'auth_expired' }],
    });
    expect(await asked(service, goes)).toBe(0);
  });
});

describe('settings', () => {
  const sent = async (platform: string, root: object, own?: object): Promise<Readonly<Record<string, unknown>>> => {
    const service = await startService();
    const account = await service.account(platform);
    const platforms = [{ ...targetOf(account), ...(own === undefined ? {} : { platformSpecificData: own }) }];
    const mediaItems = [{ type: 'video', url: 'https://example.test/a.mp4' }];
    expect((await publish(service, [], { platforms, mediaItems, ...root })).status).toBe(201);
    const [item] = await published(service, account);
    return item?.['settings'] as unknown as Readonly<Record<string, unknown>>;
  };

  test('POST-21 POST-22 POST-23 the settings objects and platform data reach the platform', async () => {
    expect(await sent('tiktok', { tiktokSettings: { privacyLevel: 'SELF_ONLY' } })).toMatchObject({
      privacyLevel: 'SELF_ONLY',
    });
    expect(await sent('facebook', { facebookSettings: { draft: true } })).toMatchObject({ draft: true });
    expect(await sent('bluesky', {}, { langs: ['de'] })).toMatchObject({ langs: ['de'] });
    expect(await sent('bluesky', { tiktokSettings: { draft: true } })).not.toHaveProperty('draft');
  });

  test('POST-24 ASM-06 the target wins over the settings object, that over the platform data of the post', async () => {
    const root = {
      platformSpecificData: { privacyLevel: 'SELF_ONLY', allowDuet: true, locationId: 'x' },
      tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE', allowDuet: false },
    };
    expect(await sent('tiktok', root, { privacyLevel: 'MUTUAL_FOLLOW_FRIENDS' })).toMatchObject({
      privacyLevel: 'MUTUAL_FOLLOW_FRIENDS',
      allowDuet: false,
      locationId: 'x',
    });
    expect(await sent('tiktok', root)).toMatchObject({ privacyLevel: 'PUBLIC_TO_EVERYONE' });
    const nested = await sent(
      'facebook',
      { facebookSettings: { draft: true } },
      { facebookSettings: { draft: false } },
    );
    expect(nested).toMatchObject({ draft: false });
  });

  test('a target has its own text and media', async () => {
    const service = await startService();
    const [one, other] = [await service.account('twitter'), await service.account('bluesky')];
    const customMedia = [{ type: 'image', url: 'https://example.test/own.png' }];
    const platforms = [targetOf(one), { ...targetOf(other), customContent: 'Own', customMedia }];
    await publish(service, [], { platforms, title: 'Title' });
    expect(await published(service, one)).toMatchObject([{ text: 'Hello', media: [], title: 'Title' }]);
    expect(await published(service, other)).toMatchObject([{ text: 'Own', media: customMedia }]);
  });
});
