/** Ad accounts and what hangs on them, from the command line: nothing is opened twice, and each network has its audiences and insights. */
import { expect, test } from 'vitest';
import { steered } from '../support/steered.ts';
import { errorIn, svc } from '../support/svc.ts';

async function bench() {
  const under = await steered();
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  const run = (...argv: readonly string[]) => svc([...argv, '-o', 'json'], { env });
  return { ...under, run };
}

test('ADS-62 a new ad account is asked for once, whatever becomes of the answer, and the command says to look first', async () => {
  const { run, control, account } = await bench();
  await account('metaads');
  const fault = { match: { operation: 'createAdAccount' }, action: { status: 503 }, times: 5 };
  await control('POST', '/_local/faults', fault);
  const words = ['--account-id', 'metaads', '--business-id', '123879675774356', '--name', 'New'];
  const said = await run('ads', 'accounts', 'create', ...words, '--currency', 'EUR', '--timezone-id', '1', '--yes');
  expect(said.code).not.toBe(0);
  expect(String(errorIn(said)['hint'])).toMatch(/check/i);
  const { body } = await control('GET', '/_local/requests?operation=createAdAccount');
  expect(body['requests']).toHaveLength(1);
});

const NETWORKS = ['metaads', 'googleads', 'linkedinads', 'tiktokads', 'pinterestads', 'xads', 'openaiads'];

test('ADS-67 audiences and insights are read on every ad network', async () => {
  const { run, account, api } = await bench();
  for (const network of NETWORKS) {
    const { _id: accountId } = await account(network);
    const { body } = await api('GET', '/v1/ads/accounts', { query: { accountId } });
    const id = String(body['accounts']?.['0']?.['id']);
    const audiences = await run('ads', 'audiences', 'list', '--account-id', network, '--ad-account-id', id);
    expect(audiences.code, `${network}: ${audiences.stderr}`).toBe(0);
    const insights = await run('ads', 'insights', 'query', '--account-id', network);
    expect(insights.code, `${network}: ${insights.stderr}`).toBe(0);
  }
});
