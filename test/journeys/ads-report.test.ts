/** A report of ads in the background, on the command line: asked for while the quota is full, then waited for, and lost with its network. */
import { expect, test } from 'vitest';
import type { Json } from '../support/service.ts';
import { steered } from '../support/steered.ts';
import { errorIn, svc } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';

const AD_ACCOUNT = '124480196237755';

const AD = {
  adAccountId: AD_ACCOUNT,
  name: 'Spring',
  goal: 'traffic',
  budgetAmount: 20,
  budgetType: 'daily',
  headline: 'Spring',
  body: 'A third off.',
  linkUrl: 'https://example.com/spring',
  images: { landscape: 'https://example.com/wide.jpg', square: 'https://example.com/square.jpg' },
  countries: ['DE'],
};

async function bench() {
  const under = await steered();
  const { _id: accountId } = await under.account('googleads');
  const made = await under.api('POST', '/v1/ads/create', { body: { accountId, ...AD } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await under.advance(30 * 3_600);
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  /** While the command sleeps, the clock of the service goes on by ten seconds. */
  const sleep = async () => void (await under.advance(10));
  const clock = { ...testWorld().world.clock, sleep };
  const run = async (...words: string[]) => {
    const said = await svc(['ads', 'insights', ...words, '-o', 'json'], { env, doors: { clock } });
    return { ...said, result: (said.stdout === '' ? {} : JSON.parse(said.stdout)) as Json };
  };
  const create = (...more: string[]) =>
    run('reports', 'create', '--account-id', accountId, '--object-id', AD_ACCOUNT, '--level', 'account', ...more);
  const behave = (...words: string[]) =>
    under.local('network', 'behaviour', accountId, '--operation', 'insights', ...words);
  return { ...under, accountId, run, create, behave };
}

test('LIM-22 LIM-24 LIM-28 a report is refused while the quota is full, then waited for, and has the rows of insights', async () => {
  const { accountId, run, create, behave, local } = await bench();
  const query = () => run('query', '--account-id', accountId, '--level', 'account');
  const plain = await query();
  await behave('--outcome', 'rate_limited', '--retry-after', '60', '--times', '2');
  expect((await query()).result).toEqual({ ...plain.result, stale: true });
  const refused = await create();
  expect([refused.code, errorIn(refused)]).toMatchObject([
    10,
    { code: 'rate_limited', retryAfter: 60, details: { quotaExhausted: true }, hint: expect.stringContaining('60s') },
  ]);
  await local('clock', 'advance', '60s');
  const current = await query();
  const { code, result, stderr } = await create('--wait', '--timeout', '5m');
  expect([code, result['status'], result['percentCompletion']], stderr).toEqual([0, 'completed', 100]);
  expect(result['data']).toEqual(current.result['data']);
  expect(Number(result['data']?.['0']?.['spend'])).toBeGreaterThan(0);
});

test('a report that its network refuses ends the wait as a failure', async () => {
  const { accountId, run, create, behave, advance } = await bench();
  const { result } = await create();
  await behave('--outcome', 'server_error', '--times', '1');
  await advance(60);
  const said = await run('reports', 'get', String(result['reportRunId']), '--account-id', accountId, '--wait');
  expect([said.code, said.result, errorIn(said)]).toMatchObject([
    3,
    { data: [] },
    { message: 'The report is failed.', hint: expect.stringContaining(`--account-id ${accountId}`) },
  ]);
});

test('get --wait goes on with a report that was begun', async () => {
  const { accountId, create, run } = await bench();
  const id = String((await create()).result['reportRunId']);
  const { code, result } = await run('reports', 'get', id, '--account-id', accountId, '--wait');
  expect([code, result]).toMatchObject([0, { reportRunId: id, status: 'completed', data: [{}] }]);
});
