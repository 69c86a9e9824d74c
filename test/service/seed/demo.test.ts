import { describe, expect, test } from 'vitest';
import { POSTING_PLATFORMS } from '../../../src/platforms/platforms.ts';
import { ACCOUNTS } from '../../../src/service/seed/demo-content.ts';
import { startService, TEST_NOW, type Json, type ServiceUnderTest } from '../../support/service.ts';

const DAY_MS = 86_400_000;

const demo = (seed = 1): Promise<ServiceUnderTest> => startService({ seedPack: 'demo', seed });

const posts = async (service: ServiceUnderTest, status?: string) => {
  const query = { limit: 100, ...(status === undefined ? {} : { status }) };
  return (await service.api('GET', '/v1/posts', { query })).body['posts'] as unknown as (Json & {
    scheduledFor?: string;
  })[];
};

describe('the empty pack', () => {
  test('it has one default profile and nothing else', async () => {
    const service = await startService();
    expect((await service.api('GET', '/v1/profiles')).body).toMatchObject({
      profiles: [{ isDefault: true }],
      total: 1,
    });
    expect((await service.api('GET', '/v1/accounts')).body['accounts']).toEqual([]);
    expect(await posts(service)).toEqual([]);
    expect(await service.events()).toEqual([]);
  });
});

describe('the demo pack', () => {
  test('it has three profiles and an account on every platform and ad network, one of which needs reconnecting', async () => {
    const service = await demo();
    expect((await service.api('GET', '/v1/profiles')).body['total']).toBe(3);
    const { accounts, summary } = (await service.api('GET', '/v1/accounts/health')).body;
    const rows = accounts as unknown as { platform: string }[];
    expect(rows.map(({ platform }) => platform)).toEqual(expect.arrayContaining([...POSTING_PLATFORMS, 'metaads']));
    expect(summary).toMatchObject({ error: 1, needsReconnect: 1, healthy: ACCOUNTS.length - 1 });
  });

  test('its week has published posts behind it and scheduled ones ahead', async () => {
    const service = await demo();
    const published = await posts(service, 'published');
    expect(published.length).toBeGreaterThanOrEqual(5);
    for (const { scheduledFor } of published) {
      const age = TEST_NOW - Date.parse(scheduledFor ?? '');
      expect(age).toBeGreaterThan(0);
      expect(age).toBeLessThan(7 * DAY_MS);
    }
    const scheduled = await posts(service, 'scheduled');
    expect(scheduled.length).toBeGreaterThanOrEqual(6);
    for (const { scheduledFor } of scheduled) expect(Date.parse(scheduledFor ?? '')).toBeGreaterThan(TEST_NOW);
    expect(await posts(service, 'draft')).toHaveLength(1);
    expect(await posts(service, 'partial')).toHaveLength(1);
    expect(await posts(service, 'failed')).toHaveLength(1);
  });

  test('what was published stands in the feeds at its time', async () => {
    const service = await demo();
    for (const post of await posts(service, 'published')) {
      for (const target of post['platforms'] as unknown as {
        accountId: string | { _id: string };
        platformPostId: string;
        platform: string;
      }[]) {
        const accountId = typeof target.accountId === 'string' ? target.accountId : target.accountId._id;
        const item = (await service.feed(accountId)).find(
          (one) => (one['nativeId'] as unknown) === target.platformPostId,
        );
        expect(item).toMatchObject({ kind: 'post', at: post.scheduledFor });
      }
    }
  });

  test('its events happened when they are said to have', async () => {
    const service = await demo();
    const events = await service.events('post.published');
    expect(events.length).toBeGreaterThanOrEqual(5);
    for (const { timestamp } of events) expect(Date.parse(timestamp)).toBeLessThan(TEST_NOW);
    expect(await service.events('account.connected')).toHaveLength(ACCOUNTS.length);
    expect(await service.events('account.disconnected')).toHaveLength(1);
    expect(await service.events('post.tiktok.url_resolved')).toHaveLength(1);
  });

  test('it has a queue with posts in its slots', async () => {
    const service = await demo();
    const profileId = await service.profileId();
    const { body } = await service.api('GET', '/v1/queue/slots', { query: { profileId } });
    expect(body).toMatchObject({ exists: true, schedule: { timezone: 'Europe/Berlin' } });
    const queued = (await posts(service, 'scheduled')).filter((post) => post['queueId'] !== undefined);
    expect(queued).toHaveLength(2);
  });

  test('nothing is overdue when it begins, and the week goes on when the clock does', async () => {
    const service = await demo();
    const before = (await posts(service, 'scheduled')).length;
    await service.advance(2 * 86_400);
    expect((await posts(service, 'scheduled')).length).toBeLessThan(before);
    expect(await posts(service, 'failed')).toHaveLength(1);
  });

  test('the same seed gives the same bytes, another seed others', async () => {
    const paths = ['/v1/profiles', '/v1/accounts', '/v1/posts', '/v1/accounts/health'];
    const bytes = async (seed: number) => {
      const service = await demo(seed);
      const answers = [];
      for (const path of paths) answers.push(JSON.stringify((await service.api('GET', path)).body));
      answers.push(JSON.stringify(await service.events()));
      return answers;
    };
    const first = await bytes(7);
    expect(await bytes(7)).toEqual(first);
    expect(await bytes(8)).not.toEqual(first);
  });

  test('a reset to the pack begins the week again', async () => {
    const service = await demo();
    await service.advance(3 * 86_400);
    await service.control('POST', '/_local/reset', {});
    expect(await posts(service, 'partial')).toHaveLength(1);
    expect((await posts(service, 'scheduled')).length).toBeGreaterThanOrEqual(6);
  });
});
