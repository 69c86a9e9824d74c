/** A command that asks an ads account again and again ends when the account needs reconnecting, and the list has its new id. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';

test('ACC-38 repeats stop at the first ads_connection_required, and the list has the id of the account that is connected then', async () => {
  const { service, account, control, profileId } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const { _id: before } = await account('metaads', { username: 'acme_ads' });
  const down = { operation: 'ad', outcome: 'server_error', status: 503 };
  await control('POST', `/_local/network/${before}/behaviour`, down);

  // The network is down; while the command waits to ask again, the connection ends.
  let waits = 0;
  const { clock } = testWorld().world;
  const sleep = async (): Promise<void> => {
    waits += 1;
    if (waits === 2) await control('POST', `/_local/accounts/${before}/disconnect`, {});
  };
  const read = (accountId: string) => ['ads', 'campaigns', 'list', '--account-id', accountId, '-o', 'json'];
  const said = await svc(read(before), { env, doors: { clock: { ...clock, sleep } } });
  expect(errorIn(said)).toMatchObject({
    status: 409,
    code: 'ads_connection_required',
    hint: expect.stringContaining('`svc accounts list`') as string,
  });
  const { requests } = (await control<{ requests: Json[] }>('GET', '/_local/requests?operation=listAdCampaigns')).body;
  expect(requests.map(({ status }) => status)).toEqual([409, 503, 503]);

  const words = ['connect', 'ads', 'facebook', '--profile-id', await profileId(), '-o', 'json'];
  const { state } = JSON.parse((await svc(words, { env })).stdout) as { state: string };
  await control('POST', `/_local/connect/${state}`, { decision: 'approve', username: 'acme_ads' });
  const { stdout } = await svc(['accounts', 'list', '-o', 'json'], { env });
  const accounts = JSON.parse(stdout) as { accounts: { _id: string; platform: string; isActive: boolean }[] };
  const now = accounts.accounts.filter(({ platform, isActive }) => platform === 'metaads' && isActive);
  expect(now).toHaveLength(1);
  expect(now[0]?._id).not.toBe(before);
  expect((await svc(read(String(now[0]?._id)), { env })).code).toBe(0);
});
