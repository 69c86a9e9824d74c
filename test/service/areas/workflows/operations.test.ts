/** Runs of workflows: where they wait, how they end, and what is told of it. */
import { expect, test } from 'vitest';
import { watchedAccount } from '../../events/judged.ts';

test('EVT-124 AUT-06 a run of a workflow is told when it starts and when it has come to its end', async () => {
  const at = await watchedAccount('whatsapp');
  const nodes = [{ id: 'start', type: 'trigger', config: { keywords: ['hours'] } }];
  const body = {
    profileId: at.profile,
    accountId: at.accountId,
    platform: 'whatsapp',
    name: 'Hours',
    nodes,
    edges: [],
  };
  const made = await at.api('POST', '/v1/workflows', { body: { ...body, entryNodeId: 'start' } });
  const id = String(made.body['workflow']?.['id']);
  const ran = await at.api('POST', `/v1/workflows/${id}/executions`, {
    body: { contactId: '0123456789abcdef01234567' },
  });
  expect(ran.status, JSON.stringify(ran.body)).toBeLessThan(300);
  const workflow = { id, name: 'Hours' };
  expect(await at.happened()).toMatchObject([
    ['workflow.run.started', { workflow }],
    ['workflow.run.completed', { workflow }],
  ]);
  const runs = await at.api('GET', `/v1/workflows/${id}/executions`);
  expect(runs.body['executions']).toMatchObject([{ status: 'completed' }]);
});

test('AUT-06 EVT-124 a run waits where it has to, and fails where the platform takes no message', async () => {
  const at = await watchedAccount('whatsapp');
  const { accountId, control, profile } = at;
  let seen = 0;
  const names = async () => {
    const all = await at.names();
    const since = all.slice(seen);
    seen = all.length;
    return since;
  };
  const post = async (path: string, body: object) => (await at.api('POST', path, { body })).body;
  const flow = async (...types: readonly string[]) => {
    const nodes = types.map((type, at) => ({ id: `n${String(at)}`, type, config: {} }));
    const made = await post('/v1/workflows', {
      profileId: profile,
      accountId,
      name: 'Flow',
      nodes,
      edges: [],
    });
    return post(`/v1/workflows/${String(made['workflow']?.['id'])}/executions`, { to: '+15550100200' });
  };
  const waiting = await flow('trigger', 'send_message', 'wait_for_reply', 'end');
  expect(waiting['execution']).toMatchObject({ status: 'waiting', waitingFor: { kind: 'reply', nodeId: 'n2' } });
  expect(await names()).toEqual(['workflow.run.started']);
  await control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'send', outcome: 'reject' });
  expect((await flow('trigger', 'send_message', 'end'))['execution']).toMatchObject({ status: 'failed' });
  expect(await names()).toEqual(['workflow.run.started', 'workflow.run.failed']);
});
