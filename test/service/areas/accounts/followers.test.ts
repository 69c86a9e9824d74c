import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

type Points = { date: string; followers: number }[];

const stats = (query: Record<string, string> = {}) => service.api('GET', '/v1/accounts/follower-stats', { query });

describe('follower stats', () => {
  test('without a range the last thirty days are shown, today included', async () => {
    const { _id } = await service.account('twitter');
    const { status, body } = await stats();
    expect(status).toBe(200);
    const points = body['stats']?.[_id] as unknown as Points;
    expect(points).toHaveLength(31);
    expect(points.at(-1)?.date).toBe('2026-01-05');
    expect(body['accounts']).toMatchObject([{ _id, currentFollowers: points.at(-1)?.followers, dataPoints: 31 }]);
  });

  test('the same day has the same figure whenever it is read', async () => {
    const { _id } = await service.account('twitter');
    const range = { fromDate: '2026-01-01', toDate: '2026-01-04' };
    const before = (await stats(range)).body['stats']?.[_id];
    await service.advance(10 * 86_400);
    expect((await stats(range)).body['stats']?.[_id]).toEqual(before);
  });

  test.each([
    ['weekly', ['2026-01-04', '2026-01-05']],
    ['monthly', ['2025-11-30', '2025-12-31', '2026-01-05']],
  ])('%s shows the ends of its spans and the last day', async (granularity, dates) => {
    const { _id } = await service.account('twitter');
    const fromDate = granularity === 'weekly' ? '2026-01-01' : '2025-11-15';
    const { body } = await stats({ granularity, fromDate });
    expect((body['stats']?.[_id] as unknown as Points).map(({ date }) => date)).toEqual(dates);
  });

  test('a profile filters, and a range that runs backwards is refused', async () => {
    await service.account('twitter');
    const made = await service.api('POST', '/v1/profiles', { body: { name: 'Second' } });
    const profileId = made.body['profile']?.['_id'] as unknown as string;
    expect((await stats({ profileId })).body['accounts']).toEqual([]);
    expect((await stats({ fromDate: '2026-01-05', toDate: '2026-01-01' })).status).toBe(400);
    expect((await stats({ fromDate: '1990-01-01' })).status).toBe(400);
  });

  test('an unknown account is named', async () => {
    expect(await stats({ accountIds: 'f'.repeat(24) })).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
  });

  test('several accounts are named with commas between', async () => {
    const first = await service.account('twitter');
    const second = await service.account('bluesky');
    await service.account('linkedin');
    const { body } = await stats({ accountIds: `${first._id},${second._id}` });
    expect(body['accounts']).toMatchObject([{ _id: first._id }, { _id: second._id }]);
  });

  test('a plan without analytics is refused in the older shape', async () => {
    await service.control('PATCH', '/_local/team', { preset: 'no_analytics' });
    const { status, body } = await stats();
    expect(status).toBe(403);
    expect(body).toEqual({ error: expect.any(String), message: expect.any(String), requiresAddon: true });
  });
});
