/** A report of ads in the background, on the command line: asked for while the quota is full, then waited for, and lost with its network. */
import { expect, test } from 'vitest';
import { fieldsIn } from '../../src/kernel/json.ts';
import { TransportFault } from '../../src/kernel/transport.ts';
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

/** @param clock `running` for a command to which time passes while it waits: it does not see that the clock is frozen */
async function bench(clock: 'frozen' | 'running' = 'frozen') {
  const under = await steered();
  const { _id: accountId } = await under.account('googleads');
  const made = await under.api('POST', '/v1/ads/create', { body: { accountId, ...AD } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await under.advance(30 * 3_600);
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  const slept: number[] = [];
  /** While the command sleeps, the clock of the service goes on as long, and by ten seconds at least. */
  const sleep = async (ms: number) => {
    slept.push(ms / 1_000);
    await under.advance(Math.max(10, Math.ceil(ms / 1_000)));
  };
  const { world } = testWorld();
  const send: typeof world.http.single.send = async (request) =>
    clock === 'running' && request.url.endsWith('/_local/health')
      ? Promise.reject(new TransportFault('connect', false, undefined))
      : world.http.single.send(request);
  const http = { ...world.http, single: { ...world.http.single, send } };
  const run = async (...words: string[]) => {
    const said = await svc(['ads', 'insights', ...words, '-o', 'json'], {
      env,
      doors: { clock: { ...world.clock, sleep }, http },
    });
    return { ...said, result: (said.stdout === '' ? {} : JSON.parse(said.stdout)) as Json };
  };
  const create = (...more: string[]) =>
    run('reports', 'create', '--account-id', accountId, '--object-id', AD_ACCOUNT, '--level', 'account', ...more);
  const behave = (...words: string[]) =>
    under.local('network', 'behaviour', accountId, '--operation', 'insights', ...words);
  return { ...under, accountId, run, create, behave, slept };
}

test('LIM-22 LIM-24 LIM-28 while the quota is full a report is refused and nothing is begun; with quota again it has the rows of insights', async () => {
  const { accountId, run, create, behave, local } = await bench();
  const query = () => run('query', '--account-id', accountId, '--level', 'account');
  const plain = await query();
  await behave('--outcome', 'rate_limited', '--retry-after', '60');
  expect((await query()).result).toEqual({ ...plain.result, stale: true });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const refused = await create('--wait');
    expect([refused.code, refused.stdout, errorIn(refused)]).toMatchObject([
      10,
      '',
      { code: 'rate_limited', retryAfter: 60, details: { quotaExhausted: true }, hint: expect.stringContaining('60s') },
    ]);
    await local('clock', 'advance', '60s');
  }
  expect((await query()).result).toMatchObject({ stale: true });
  await behave('--outcome', 'ok');
  const current = await query();
  expect(current.result['stale']).toBeUndefined();
  const { code, result, stderr } = await create('--wait', '--timeout', '5m');
  expect([code, result['status'], result['percentCompletion']], stderr).toEqual([0, 'completed', 100]);
  expect(result['data']).toEqual(current.result['data']);
  expect(Number(result['data']?.['0']?.['spend'])).toBeGreaterThan(0);
});

test('LIM-20 LIM-23 get --wait meets a full quota, waits as long as it says, and ends with the report', async () => {
  const { accountId, create, run, behave, control, slept } = await bench('running');
  const id = String((await create()).result['reportRunId']);
  await behave('--outcome', 'rate_limited', '--retry-after', '45', '--times', '1');
  const { code, result, stderr } = await run('reports', 'get', id, '--account-id', accountId, '--wait');
  expect([code, result], stderr).toMatchObject([0, { reportRunId: id, status: 'completed', data: [{}] }]);
  const { requests } = (await control('GET', '/_local/requests')).body;
  const statuses = fieldsIn(requests)
    .filter(({ path }) => path === `/v1/ads/insights/reports/${id}`)
    .map(({ status }) => status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true);
  expect(slept[0]).toBe(45);
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
