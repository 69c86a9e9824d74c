/** The import of an ad account, told when it is done, and when it fails and recovers. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

test('EVT-96 an ad account is told as imported a minute after it was connected, and no other account is', async () => {
  const { account, advance, api, events } = await startService();
  const { _id: accountId } = await account('metaads');
  await account('instagram');
  const told = () => events('account.ads.initial_sync_completed');
  expect(await told()).toEqual([]);
  await advance(61);
  expect(await told()).toMatchObject([
    { payload: { account: { accountId, platform: 'metaads' }, sync: { status: 'success', failed: 0 } } },
  ]);
  expect(wrongEvents(await told())).toEqual([]);
  await advance(2 * 3_600);
  expect(await told()).toHaveLength(1);
  const { logs } = (await api('GET', '/v1/logs', { query: { type: 'connections' } })).body;
  expect(logs).toContainEqual(
    expect.objectContaining({ action: 'ads.initial_sync_completed', account_id: accountId, status: 'success' }),
  );
});

test('an account that is cut before is not told', async () => {
  const { account, advance, events, api } = await startService();
  const { _id: accountId } = await account('metaads');
  await api('DELETE', `/v1/accounts/${accountId}`);
  await advance(61);
  expect(await events('account.ads.initial_sync_completed')).toEqual([]);
});

describe('later imports, once an hour', () => {
  const HOUR = 3600;
  const scene = async () => {
    const service = await startService();
    const { _id: accountId } = await service.account('metaads');
    const behave = (behaviour: object) =>
      service.control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'ad', ...behaviour });
    const told = async () => (await service.events()).filter(({ event }) => event.startsWith('account.ads.sync_'));
    const inbound = (outcome: string, more: object = {}) =>
      service.control('POST', '/_local/inbound', { type: 'ads_sync', accountId, outcome, ...more });
    return { ...service, accountId, behave, told, inbound };
  };

  test('EVT-125 tell of a network that fails them, and of its recovery, once each', async () => {
    const { accountId, advance, api, behave, told } = await scene();
    await advance(2 * HOUR);
    expect(await told()).toEqual([]);
    await behave({ outcome: 'reject', status: 403, message: 'The ad account is disabled.' });
    await advance(3 * HOUR);
    await behave({ outcome: 'ok' });
    await advance(3 * HOUR);
    expect((await told()).map(({ event }) => event)).toEqual(['account.ads.sync_failed', 'account.ads.sync_recovered']);
    expect(await told()).toMatchObject([
      { payload: { account: { accountId }, status: 'failed', reason: 'The ad account is disabled.' } },
      { payload: { account: { accountId }, status: 'recovered', reason: null } },
    ]);
    expect(wrongEvents(await told())).toEqual([]);
    const { logs } = (await api('GET', '/v1/logs', { query: { type: 'connections' } })).body;
    for (const logged of [
      { action: 'ads.sync_failed', status: 'failed' },
      { action: 'ads.sync_recovered', status: 'success' },
    ])
      expect(logs).toContainEqual(expect.objectContaining({ ...logged, account_id: accountId }));
  });

  test('end with the connection', async () => {
    const { accountId, advance, behave, control, told } = await scene();
    await control('POST', `/_local/accounts/${accountId}/disconnect`, {});
    await behave({ outcome: 'timeout' });
    await advance(3 * HOUR);
    expect(await told()).toEqual([]);
  });

  test('EVT-125 fail and recover where the network says so by itself', async () => {
    const { accountId, advance, inbound, told } = await scene();
    expect((await inbound('recovered')).status).toBe(409);
    expect((await inbound('failed', { error: 'Closed.' })).status).toBe(201);
    expect((await inbound('failed')).status).toBe(409);
    expect(await told()).toMatchObject([{ payload: { account: { accountId }, status: 'failed', reason: 'Closed.' } }]);
    await advance(2 * HOUR);
    expect((await told()).map(({ event }) => event)).toEqual(['account.ads.sync_failed', 'account.ads.sync_recovered']);
  });
});
