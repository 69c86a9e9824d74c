/** The hourly word that figures were brought up to date. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';

test('EVT-01 EVT-98 each account with analytics has one about every hour', async () => {
  const service = await startService();
  const accounts = [await service.account('bluesky'), await service.account('instagram')];
  await service.account('discord');
  await service.advance(3 * 3_600);
  const told = await service.events('analytics.synced');
  const countOf = (id: string) =>
    told.filter(({ payload }) => (payload['account']?.['accountId'] as unknown) === id).length;
  expect(accounts.map(({ _id }) => countOf(_id))).toEqual([3, 3]);
  expect(told).toHaveLength(6);
});

test('EVT-97 it holds no figures and no cursor', async () => {
  const service = await startService();
  await service.account('bluesky');
  await service.advance(3_600);
  const [event] = await service.events('analytics.synced');
  expect(Object.keys(event?.payload ?? {}).sort()).toEqual(['account', 'event', 'id', 'sync', 'timestamp']);
  expect(Object.keys(event?.payload['sync'] ?? {}).sort()).toEqual(['postsUpdated', 'syncedAt']);
});

test('a plan without analytics, and an account whose connection has ended, have none', async () => {
  const service = await startService();
  const account = await service.account('bluesky');
  await service.control('POST', `/_local/accounts/${account._id}/disconnect`, {});
  await service.advance(3_600);
  await service.account('instagram');
  await service.control('PATCH', '/_local/team', { preset: 'no_analytics' });
  await service.advance(3_600);
  expect(await service.events('analytics.synced')).toEqual([]);
});
