/** The import of an ad account, told when it is done, and when it fails and recovers. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

test('EVT-96 an ad account is told as imported a minute after it was connected, and no other account is', async () => {
  const { account, advance, events } = await startService();
  const { _id: accountId } = await account('metaads');
  await account('instagram');
  const told = () => events('account.ads.initial_sync_completed');
  expect(await told()).toEqual([]);
  await advance(61);
  expect(await told()).toMatchObject([
    { payload: { account: { accountId, platform: 'metaads' }, sync: { status: 'success', failed: 0 } } },
  ]);
  expect(wrongEvents(await told())).toEqual([]);
});

test('an account that is cut before is not told', async () => {
  const { account, advance, events, api } = await startService();
  const { _id: accountId } = await account('metaads');
  await api('DELETE', `/v1/accounts/${accountId}`);
  await advance(61);
  expect(await events('account.ads.initial_sync_completed')).toEqual([]);
});

test('EVT-125 later imports fail and recover as they are told to', async () => {
  const { account, control, events } = await startService();
  const { _id: accountId } = await account('metaads');
  for (const status of ['failed', 'recovered'])
    expect((await control('POST', '/_local/inbound', { type: 'ads_sync', accountId, status })).status).toBe(201);
  const told = (await events()).filter(({ event }) => event.startsWith('account.ads.sync_'));
  expect(told.map(({ event }) => event)).toEqual(['account.ads.sync_failed', 'account.ads.sync_recovered']);
  for (const { payload } of told) expect(payload).toMatchObject({ account: { accountId } });
  expect(wrongEvents(told)).toEqual([]);
});
