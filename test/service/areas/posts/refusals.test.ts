/** What stands against a post: fields, times, accounts, plans. Nothing is made of a refused one. */
import { describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';
import { create, postEvents, publish, targetOf } from './scene.ts';

const LATER = '2026-01-06T09:00:00.000Z';
const ELSEWHERE = 'aaaaaaaaaaaaaaaaaaaaaaaa';

const nothingMade = async (service: ServiceUnderTest): Promise<void> => {
  expect((await service.api('GET', '/v1/posts')).body['posts']).toEqual([]);
  expect(await postEvents(service)).toEqual([]);
};

describe('fields', () => {
  test.each([
    [
      'POST-13 a target needs its platform',
      { platforms: [{ accountId: ELSEWHERE }] },
      'missing_required_field',
      'platforms.0.platform',
    ],
    [
      'POST-14 a target needs its account',
      { platforms: [{ platform: 'twitter' }] },
      'missing_required_field',
      'platforms.0.accountId',
    ],
    [
      'POST-14 the account is a text',
      { platforms: [{ platform: 'twitter', accountId: {} }] },
      'invalid_field_value',
      'platforms.0.accountId',
    ],
    [
      'POST-04 a kind of media must be known',
      { mediaItems: [{ type: 'audio', url: 'https://example.test/a.mp3' }] },
      'invalid_field_value',
      'mediaItems.0.type',
    ],
    [
      'POST-04 media needs its address',
      { mediaItems: [{ type: 'image' }] },
      'missing_required_field',
      'mediaItems.0.url',
    ],
    ['POST-05 a time is ISO 8601', { scheduledFor: 'tomorrow' }, 'invalid_field_value', 'scheduledFor'],
    ['ASM-26 a time lies ahead', { scheduledFor: '2026-01-04T09:00:00Z' }, 'invalid_field_value', 'scheduledFor'],
    [
      'POST-79 tiktok settings have their types',
      { tiktokSettings: { allowComment: 'yes' } },
      'invalid_field_value',
      'tiktokSettings.allowComment',
    ],
    [
      'POST-79 facebook settings have their types',
      { facebookSettings: { draft: 1 } },
      'invalid_field_value',
      'facebookSettings.draft',
    ],
    [
      'PLT-01 an unknown platform is refused',
      { platforms: [{ platform: 'myspace', accountId: ELSEWHERE }] },
      'invalid_field_value',
      'platforms.0.platform',
    ],
    [
      'PLT-02 sms is no platform of posts',
      { platforms: [{ platform: 'sms', accountId: ELSEWHERE }] },
      'invalid_field_value',
      'platforms.0.platform',
    ],
  ])('%s', async (_title, body, code, param) => {
    const service = await startService();
    expect(await service.api('POST', '/v1/posts', { body })).toMatchObject({ status: 400, body: { code, param } });
    await nothingMade(service);
  });

  test('POST-79 platform data has the shape of its platform', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const platforms = [
      { ...targetOf(twitter), platformSpecificData: { poll: { options: 'one', duration_minutes: 60 } } },
    ];
    const answer = await create(service, [], { platforms });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_field_value' } });
    expect(String(answer.body['param'])).toMatch(/^platforms\.0\.platformSpecificData\./);
  });

  test.each(['image', 'video', 'gif', 'document'])('POST-04 media of the kind %s is taken', async (type) => {
    const service = await startService();
    const mediaItems = [{ type, url: 'https://example.test/file' }];
    expect((await create(service, [await service.account('twitter')], { mediaItems })).status).toBe(201);
  });
});

describe('time zones', () => {
  test('POST-08 POST-09 an unknown zone answers 400 in the older shape', async () => {
    const service = await startService();
    const answer = await create(service, [await service.account('twitter')], {
      timezone: 'Mars/Base',
      scheduledFor: LATER,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).filter((key) => key !== 'error' && key !== 'details')).toEqual([]);
    await nothingMade(service);
  });

  test('ASM-25 a time without offset is read in the zone, one with an offset as it stands', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const at = async (timezone: string | undefined, scheduledFor: string) =>
      (await create(service, [twitter], { scheduledFor, ...(timezone === undefined ? {} : { timezone }) })).body[
        'post'
      ]?.['scheduledFor'];
    expect(await at('Europe/Madrid', '2026-07-01T09:00:00')).toBe('2026-07-01T07:00:00.000Z');
    expect(await at('America/New_York', '2026-07-01T09:00:00')).toBe('2026-07-01T13:00:00.000Z');
    expect(await at(undefined, '2026-07-01T09:00:00')).toBe('2026-07-01T09:00:00.000Z');
    expect(await at('Europe/Madrid', '2026-07-01T09:00:00Z')).toBe('2026-07-01T09:00:00.000Z');
  });

  test('ASM-25 a time that the clock skips in its zone is refused', async () => {
    const service = await startService();
    const gap = { timezone: 'Europe/Berlin', scheduledFor: '2026-03-29T02:30:00' };
    expect(await create(service, [await service.account('twitter')], gap)).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'scheduledFor' },
    });
  });
});

describe('content', () => {
  test.each([{ publishNow: true }, { scheduledFor: LATER }])(
    'ASM-27 what goes out needs a target and something to say: %o',
    async (way) => {
      const service = await startService();
      const twitter = await service.account('twitter');
      expect(await create(service, [], way)).toMatchObject({
        status: 400,
        body: { code: 'missing_required_field', param: 'platforms' },
      });
      expect(await create(service, [twitter], { content: ' ', ...way })).toMatchObject({
        status: 400,
        body: { code: 'missing_required_field', param: 'content' },
      });
      const media = { content: '', mediaItems: [{ type: 'image', url: 'https://example.test/a.png' }] };
      expect((await create(service, [twitter], { ...media, ...way })).status).toBe(201);
    },
  );

  test('ASM-27 ASM-13 a draft may be empty or too long', async () => {
    const service = await startService();
    expect((await service.api('POST', '/v1/posts', { body: {} })).status).toBe(201);
    expect((await create(service, [await service.account('twitter')], { content: 'x'.repeat(281) })).status).toBe(201);
  });

  test.each([{ publishNow: true }, { scheduledFor: LATER }])(
    'ASM-13 text beyond the limit of a target is refused: %o',
    async (way) => {
      const service = await startService();
      const accounts = [await service.account('facebook'), await service.account('twitter')];
      expect((await create(service, accounts, { content: 'x'.repeat(280), ...way })).status).toBe(201);
      expect(await create(service, accounts, { content: 'x'.repeat(281), ...way })).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_field_value',
          param: 'content',
          details: { platform: 'twitter', count: 281, limit: 280 },
        },
      });
    },
  );

  test('ASM-13 the own text of a target is what its platform counts', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const platforms = [{ ...targetOf(twitter), customContent: 'short' }];
    expect((await create(service, [], { platforms, content: 'x'.repeat(400), publishNow: true })).status).toBe(201);
  });

  test('PLT-11 a discord poll cannot stand beside media, not even in a draft', async () => {
    const service = await startService();
    const discord = await service.account('discord');
    const poll = { question: { text: 'Tea?' }, answers: [{ poll_media: { text: 'Yes' } }] };
    const platforms = [{ ...targetOf(discord), platformSpecificData: { channelId: '121395413380137', poll } }];
    const mediaItems = [{ type: 'image', url: 'https://example.test/a.png' }];
    expect(await create(service, [], { platforms, mediaItems })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value' },
    });
    expect((await create(service, [], { platforms })).status).toBe(201);
  });
});

describe('accounts and plans', () => {
  test('ERR-30 an unknown account is 404', async () => {
    const service = await startService();
    const answer = await create(service, [], {
      platforms: [{ platform: 'twitter', accountId: ELSEWHERE }],
      publishNow: true,
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'account_not_found', param: 'platforms.0.accountId' } });
  });

  test('a target names the platform of its account, and an account once', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    expect(await create(service, [], { platforms: [{ platform: 'bluesky', accountId: twitter._id }] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'platforms.0.platform' },
    });
    expect(await create(service, [twitter, twitter])).toMatchObject({
      status: 400,
      body: { param: 'platforms.1.accountId' },
    });
  });

  test.each([{}, { publishNow: true }, { scheduledFor: LATER }])(
    'POST-71 an expired connection is 403 ACCOUNT_DISCONNECTED: %o',
    async (way) => {
      const service = await startService();
      const twitter = await service.account('twitter');
      await service.control('POST', `/_local/accounts/${twitter._id}/disconnect`, {});
      expect(await create(service, [twitter], way)).toMatchObject({
        status: 403,
        body: { code: 'ACCOUNT_DISCONNECTED', type: 'permission_error' },
      });
      await nothingMade(service);
    },
  );

  test('POST-72 an account that is switched off for posting is refused', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const record = await service.service.desk.store.read.get('account', twitter._id);
    if (record === undefined) throw new Error('no record');
    await service.service.desk.store.transact((tx) => tx.put({ ...record, doc: { ...record.doc, enabled: false } }));
    expect(await publish(service, [twitter])).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_NOT_ENABLED_FOR_POSTING' },
    });
  });

  test('ASM-28 PLT-15 a shop account takes no posts', async () => {
    const service = await startService();
    const shop = await service.account('shopify');
    expect(await create(service, [shop])).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_NOT_ENABLED_FOR_POSTING' },
    });
    await nothingMade(service);
  });

  test('POST-73 a platform that is switched off is refused', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    await service.control('PATCH', '/_local/team', { disabledPlatforms: ['twitter'] });
    expect(await publish(service, [twitter])).toMatchObject({ status: 403, body: { code: 'PLATFORM_DISABLED' } });
  });

  test('ASM-24 an account of a profile beyond the plan is refused', async () => {
    const service = await startService();
    const { body } = await service.api('POST', '/v1/profiles', { body: { name: 'Second' } });
    const twitter = await service.account('twitter', { profileId: body['profile']?.['_id'] });
    await service.control('PATCH', '/_local/team', { profileCap: 1 });
    expect(await publish(service, [twitter])).toMatchObject({ status: 403, body: { code: 'PROFILE_OVER_LIMIT' } });
    expect((await publish(service, [await service.account('twitter')])).status).toBe(201);
  });
});
