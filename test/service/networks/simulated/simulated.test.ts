import { beforeEach, describe, expect, test } from 'vitest';
import type { Publication } from '../../../../src/service/networks/driver.ts';
import type { NetworkAccount } from '../../../../src/service/records/account.ts';
import { POSTING_PLATFORMS, traitsOf } from '../../../../src/platforms/platforms.ts';
import { DIRECT_POST_ACCOUNTS } from '../../../../src/service/networks/simulated/direct-post.ts';
import { LATE_URL_SECONDS, simulatedNetworks } from '../../../../src/service/networks/simulated/simulated.ts';
import {
  addNativePost,
  deleteFeed,
  listFeed,
  patchFeed,
  setBehaviour,
} from '../../../../src/service/networks/simulated/steer.ts';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { NOW, storeParts, type StoreParts } from '../../../support/store.ts';

const TEAM = 'a'.repeat(24);
const catalog = openCatalog('dist/cards');
const { fixtures } = catalog;

let parts: StoreParts;

beforeEach(async () => {
  parts = await storeParts();
});

const account = (platform: string, more: Partial<NetworkAccount> = {}): NetworkAccount => ({
  id: 'b'.repeat(24),
  platform,
  username: 'northwind',
  ...more,
});

const publication = (more: Partial<Publication> = {}): Publication => ({
  idempotencyKey: 'post/account/1',
  text: 'Hello',
  media: [],
  settings: {},
  ...more,
});

const VIDEO = { type: 'video', url: 'https://a.example/v.mp4' };

const driver = () => simulatedNetworks({ ...parts, fixtures }).driver('any');
const behave = (outcome: Parameters<typeof setBehaviour>[2], on = account('twitter')) =>
  setBehaviour(parts, { id: on.id, teamId: TEAM }, outcome);
const attempts = async (on = account('twitter')) =>
  (await listFeed(parts, on.id, 'attempt')).map((row) => row['outcome']);

describe('publishing', () => {
  test('PLT-01 every posting platform publishes and names an address of its own', async () => {
    const addresses = [];
    for (const platform of POSTING_PLATFORMS) {
      const media = traitsOf(platform).posting?.needsMedia === true ? [VIDEO] : [];
      const answer = await driver().publish(account(platform), publication({ idempotencyKey: platform, media }));
      if (answer.outcome !== 'ok') throw new Error(platform);
      expect(answer.value.nativeId).not.toBe('');
      addresses.push(answer.value.url);
    }
    expect(new Set(addresses).size).toBe(POSTING_PLATFORMS.length);
    expect(addresses.filter((url) => url === '')).toHaveLength(1);
    for (const url of addresses) if (url !== '') expect(new URL(url).protocol).toBe('https:');
  });

  test('what was sent stands in the feed, settings and media included', async () => {
    const sent = {
      text: 'Hi',
      title: 'T',
      media: [{ type: 'image', url: 'https://a.example/i.png' }],
      settings: { a: { b: 1 } },
    };
    await driver().publish(account('twitter'), publication(sent));
    expect(await listFeed(parts, account('twitter').id)).toEqual([
      expect.objectContaining({ ...sent, kind: 'post', at: '2026-12-01T08:00:00.000Z', origin: 'service' }),
    ]);
  });

  test('the same key is the same publication', async () => {
    const first = await driver().publish(account('twitter'), publication());
    const again = await driver().publish(account('twitter'), publication({ text: 'changed' }));
    expect(again).toEqual(first);
    expect(await listFeed(parts, account('twitter').id)).toHaveLength(1);
    expect(await attempts()).toEqual(['ok', 'ok']);
  });

  test('the same key at the same time on two calls is one publication', async () => {
    await Promise.all([1, 2, 3].map(() => driver().publish(account('twitter'), publication())));
    expect(await listFeed(parts, account('twitter').id)).toHaveLength(1);
  });

  test('what a platform does not take is declined as the content of a user', async () => {
    const long = await driver().publish(account('twitter'), publication({ text: 'a'.repeat(281) }));
    expect(long).toMatchObject({ outcome: 'rejected', category: 'user_content' });
    const large = { type: 'image', url: 'https://a.example/i.png', size: 6 * 1024 * 1024 };
    expect(await driver().publish(account('twitter'), publication({ media: [large] }))).toMatchObject({
      outcome: 'rejected',
    });
  });

  test('tiktok names the address later', async () => {
    const tiktok = account('tiktok');
    const answer = await driver().publish(tiktok, publication({ media: [VIDEO] }));
    if (answer.outcome !== 'ok') throw new Error('not published');
    expect(answer.value).toMatchObject({ url: '', urlAfterSeconds: LATE_URL_SECONDS });
    const { nativeId } = answer.value;
    expect(await driver().url(tiktok, nativeId)).toEqual({ outcome: 'ok', value: '' });
    parts.clock.moveTo(NOW + LATE_URL_SECONDS * 1000);
    expect(await driver().url(tiktok, nativeId)).toMatchObject({ value: expect.stringContaining(nativeId) });
  });

  test.each([{ draft: true }, { privacyLevel: 'SELF_ONLY' }])(
    'tiktok never names the address of %o',
    async (settings) => {
      const tiktok = account('tiktok');
      const answer = await driver().publish(tiktok, publication({ settings, media: [VIDEO] }));
      if (answer.outcome !== 'ok') throw new Error('not published');
      expect(answer.value.urlAfterSeconds).toBeUndefined();
      parts.clock.moveTo(NOW + 86_400_000);
      expect(await driver().url(tiktok, answer.value.nativeId)).toEqual({ outcome: 'ok', value: '' });
    },
  );

  test('a late address can be set by hand', async () => {
    const tiktok = account('tiktok');
    const answer = await driver().publish(tiktok, publication({ media: [VIDEO] }));
    if (answer.outcome !== 'ok') throw new Error('not published');
    const place = { accountId: tiktok.id, nativeId: answer.value.nativeId };
    expect(await patchFeed(parts, place, { url: 'https://t.example/v' })).toBe(true);
    expect(await driver().url(tiktok, place.nativeId)).toEqual({ outcome: 'ok', value: 'https://t.example/v' });
  });

  test('LIM-43 the shared cap of direct posting holds for developer apps and not for business apps', async () => {
    const tiktok = (n: number, variant?: string) =>
      account('tiktok', { id: String(n).padStart(24, '0'), ...(variant ? { variant } : {}) });
    for (let n = 0; n < DIRECT_POST_ACCOUNTS; n += 1) {
      expect((await driver().publish(tiktok(n, 'developer_app'), publication({ media: [VIDEO] }))).outcome).toBe('ok');
    }
    const over = tiktok(DIRECT_POST_ACCOUNTS, 'developer_app');
    expect(await driver().publish(over, publication({ media: [VIDEO] }))).toMatchObject({
      outcome: 'rejected',
      category: 'quota_exhausted',
    });
    expect((await driver().publish(tiktok(99), publication({ media: [VIDEO] }))).outcome).toBe('ok');
    expect(
      (await driver().publish(tiktok(0, 'developer_app'), publication({ idempotencyKey: 'b', media: [VIDEO] })))
        .outcome,
    ).toBe('ok');
    parts.clock.moveTo(NOW + 86_400_000);
    expect((await driver().publish(over, publication({ media: [VIDEO] }))).outcome).toBe('ok');
  });
});

describe('behaviours', () => {
  test('a rejection carries status, category and the raw payload unchanged', async () => {
    const raw = { error_subcode: 324, Odd: [1] };
    await behave({
      outcome: 'reject',
      status: 422,
      message: 'No.',
      errorCategory: 'account_issue',
      platformError: raw,
    });
    expect(await driver().publish(account('twitter'), publication())).toEqual({
      outcome: 'rejected',
      status: 422,
      message: 'No.',
      category: 'account_issue',
      platformError: raw,
    });
    expect(await listFeed(parts, account('twitter').id)).toEqual([]);
  });

  test.each([
    [{ outcome: 'rate_limited', retryAfterSeconds: 60 } as const, { outcome: 'rate_limited', retryAfterSeconds: 60 }],
    [{ outcome: 'rate_limited', remaining: 0 } as const, { outcome: 'rate_limited', remaining: 0 }],
    [{ outcome: 'server_error', status: 503 } as const, { outcome: 'unavailable', status: 503 }],
    [{ outcome: 'timeout' } as const, { outcome: 'timeout' }],
    [{ outcome: 'token_expired' } as const, { outcome: 'token_expired' }],
    [{ outcome: 'reject' } as const, { outcome: 'rejected', status: 400, category: 'platform_rejected' }],
  ])('%o answers %o', async (behaviour, answer) => {
    await behave(behaviour);
    expect(await driver().publish(account('twitter'), publication())).toMatchObject(answer);
  });

  test('discord declines with the words that mean a hidden channel', async () => {
    await behave({ outcome: 'reject' }, account('discord'));
    const answer = await driver().publish(account('discord'), publication());
    expect(answer).toMatchObject({ message: 'Missing Access' });
  });

  test('`times` counts down, then the platform works', async () => {
    await behave({ outcome: 'server_error', times: 2 });
    const outcomes = [];
    for (let n = 0; n < 3; n += 1) outcomes.push((await driver().publish(account('twitter'), publication())).outcome);
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'ok']);
    expect(await attempts()).toEqual(['server_error', 'server_error', 'ok']);
  });

  test('two calls at once do not both take the last time', async () => {
    await behave({ outcome: 'timeout', times: 1 });
    const keys = ['a', 'b', 'c'];
    const answers = await Promise.all(
      keys.map((idempotencyKey) => driver().publish(account('twitter'), publication({ idempotencyKey }))),
    );
    expect(answers.map((answer) => answer.outcome).sort()).toEqual(['ok', 'ok', 'timeout']);
  });

  test('a lost publication is answered with ok and stands in no feed', async () => {
    await behave({ outcome: 'lost', times: 1 });
    expect((await driver().publish(account('twitter'), publication())).outcome).toBe('ok');
    expect(await driver().list(account('twitter'))).toEqual({ outcome: 'ok', value: [] });
    expect(await attempts()).toEqual(['lost']);
  });

  test('the newest behaviour answers, and a limited one falls back to the unlimited one', async () => {
    await behave({ outcome: 'reject' });
    await behave({ outcome: 'ok', times: 1 });
    const call = async (idempotencyKey: string) =>
      (await driver().publish(account('twitter'), publication({ idempotencyKey }))).outcome;
    expect([await call('a'), await call('b')]).toEqual(['ok', 'rejected']);
    await behave({ outcome: 'ok' });
    expect(await call('c')).toBe('ok');
  });

  test('a behaviour for another operation leaves publishing alone', async () => {
    await behave({ operation: 'read', outcome: 'server_error' });
    expect((await driver().publish(account('twitter'), publication())).outcome).toBe('ok');
    expect((await driver().list(account('twitter'))).outcome).toBe('unavailable');
  });

  test('a read in the background does not use up what was set for any operation', async () => {
    await behave({ outcome: 'timeout', times: 1 });
    expect((await driver().list(account('twitter'))).outcome).toBe('ok');
    expect((await driver().publish(account('twitter'), publication())).outcome).toBe('timeout');
  });

  test.each([
    ['pinterest', { boardId: '1' }, 'rejected'],
    ['pinterest', { boardId: '123834157027224' }, 'ok'],
    ['reddit', { subreddit: 'u_northwind' }, 'ok'],
    ['reddit', { subreddit: 'nosuchplace' }, 'rejected'],
  ])('%s answers a post with %j: %s', async (platform, settings, outcome) => {
    const media = [{ type: 'image', url: 'https://a.example/i.jpg' }];
    const answer = await driver().publish(account(platform), publication({ title: 'A roast', media, settings }));
    expect(answer.outcome).toBe(outcome);
  });

  test('behaviours outlive the process', async () => {
    await behave({ outcome: 'token_expired' });
    const reopened = simulatedNetworks({ ...parts, fixtures }).driver('twitter');
    expect((await reopened.publish(account('twitter'), publication())).outcome).toBe('token_expired');
  });

  test('a slow platform answers after its delay, and not at all beyond the time-out', async () => {
    const slept: number[] = [];
    const wallClock = { ...parts.wallClock, sleep: async (ms: number) => void slept.push(ms) };
    const slow = simulatedNetworks({ ...parts, fixtures, wallClock }).driver('twitter');
    await behave({ outcome: 'ok', delaySeconds: 3 });
    expect((await slow.publish(account('twitter'), publication())).outcome).toBe('ok');
    await behave({ outcome: 'ok', delaySeconds: 60 });
    expect((await slow.publish(account('twitter'), publication())).outcome).toBe('timeout');
    expect(slept).toEqual([3_000, 10_000]);
  });
});

describe('by hand on the network', () => {
  const onTwitter = account('twitter');

  test('a native post is listed with its origin', async () => {
    const { nativeId } = await addNativePost({ ...parts, catalog }, onTwitter, { text: 'by hand' });
    expect(await driver().list(onTwitter)).toMatchObject({ value: [{ nativeId, text: 'by hand', origin: 'native' }] });
  });

  test('a native edit shows its text and time', async () => {
    const { nativeId } = await addNativePost({ ...parts, catalog }, onTwitter, { text: 'one' });
    parts.clock.moveTo(NOW + 1000);
    await patchFeed(parts, { accountId: onTwitter.id, nativeId }, { text: 'two' });
    expect(await driver().list(onTwitter)).toMatchObject({ value: [{ text: 'two', updatedAt: NOW + 1000 }] });
  });

  test('a native deletion keeps the item and dates its removal once', async () => {
    const { nativeId } = await addNativePost({ ...parts, catalog }, onTwitter, { text: 'one' });
    const place = { accountId: onTwitter.id, nativeId };
    expect(await deleteFeed(parts, place)).toBe(true);
    parts.clock.moveTo(NOW + 1000);
    expect(await deleteFeed(parts, place)).toBe(true);
    expect(await listFeed(parts, onTwitter.id)).toMatchObject([{ removedAt: '2026-12-01T08:00:00.000Z' }]);
  });

  test('an unknown item can be neither edited nor deleted', async () => {
    const place = { accountId: onTwitter.id, nativeId: 'nothing' };
    expect(await patchFeed(parts, place, { text: 'x' })).toBe(false);
    expect(await deleteFeed(parts, place)).toBe(false);
  });

  test('the driver edits and removes what it published', async () => {
    const answer = await driver().publish(onTwitter, publication({ settings: { a: 1 } }));
    if (answer.outcome !== 'ok') throw new Error('not published');
    const { nativeId } = answer.value;
    expect((await driver().edit(onTwitter, nativeId, { text: 'new', settings: { b: 2 } })).outcome).toBe('ok');
    expect(await listFeed(parts, onTwitter.id)).toMatchObject([{ text: 'new', settings: { a: 1, b: 2 } }]);
    expect((await driver().remove(onTwitter, nativeId)).outcome).toBe('ok');
    expect((await driver().remove(onTwitter, nativeId)).outcome).toBe('ok');
    expect(await driver().edit(onTwitter, nativeId, { text: 'x' })).toMatchObject({ outcome: 'rejected', status: 404 });
    expect(await driver().remove(onTwitter, 'nothing')).toMatchObject({ outcome: 'rejected', status: 404 });
  });
});
