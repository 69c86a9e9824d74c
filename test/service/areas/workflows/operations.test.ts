/** Workflows as callers make them: how their graph is judged, their versions, and runs that are started by hand. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { flowAt, startFlows } from './flows.ts';

test('AUT-06 EVT-124 a run started by hand emits when it starts and when it has reached its end', async () => {
  const flows = await startFlows();
  const id = await flows.active([['start', 'trigger', { keywords: ['hours'] }]]);
  const before = (await flows.happened()).length;
  const ran = await flows.run(id, { to: '+15550100200' });
  expect(ran).toMatchObject({ status: 200, body: { execution: { status: 'running', currentNodeId: 'start' } } });
  const workflow = { id, name: 'Flow' };
  const execution = { id: ran.body['execution']?.['id'] };
  expect((await flows.happened()).slice(before)).toMatchObject([
    ['workflow.run.started', { workflow, execution }],
    ['workflow.run.completed', { workflow, execution }],
  ]);
  expect(await flows.runs(id)).toMatchObject([{ status: 'completed', stepCount: 1, waitingFor: null }]);
});

test('AUT-06 EVT-124 a run fails where the platform takes no message, and says why', async () => {
  const flows = await startFlows();
  const id = await flows.active([
    ['start', 'trigger'],
    ['hello', 'send_message', { text: 'Hello' }],
  ]);
  const { accountId } = flows;
  await flows.control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'send', outcome: 'reject' });
  await flows.run(id, { to: '15550100200' });
  const [run] = await flows.runs(id);
  expect(run).toMatchObject({ status: 'failed', currentNodeId: 'hello' });
  const failed = (await flows.happened()).find(([name]) => name === 'workflow.run.failed');
  expect(failed?.[1]).toMatchObject({ status: 'failed', reason: run?.['lastError'] });
  expect(await flows.entries(id, run)).toEqual([
    ['execution_started', null],
    ['node_started', 'start'],
    ['node_completed', 'start'],
    ['node_started', 'hello'],
    ['node_failed', 'hello'],
    ['execution_exited', null],
  ]);
});

test('AUT-06 only an active workflow is run, for somebody who is named', async () => {
  const flows = await startFlows();
  const id = await flows.draft([['start', 'trigger']]);
  expect((await flows.run(id, { to: '15550100200' })).status).toBe(409);
  await flows.api('POST', `/v1/workflows/${id}/activate`);
  expect(await flows.run(id, {})).toMatchObject({ status: 400, body: { param: 'to' } });
  expect((await flows.run(id, { to: '15550100200' })).status).toBe(200);
  await flows.api('POST', `/v1/workflows/${id}/pause`);
  expect((await flows.run(id, { to: '15550100201' })).status).toBe(409);
});

test('AUT-06 a run is started for somebody in a conversation of the account', async () => {
  const flows = await startFlows();
  const id = await flows.active([
    ['start', 'trigger', { type: 'manual' }],
    ['hello', 'send_message', { text: 'Hello {{name}}' }],
  ]);
  await flows.writes('Hi');
  const { body } = await flows.api('GET', '/v1/inbox/conversations');
  const conversation = body['data']?.['0'];
  const ran = await flows.run(id, { conversationId: conversation?.['id'] });
  expect(ran).toMatchObject({ status: 200 });
  expect(await flows.runs(id)).toMatchObject([
    { status: 'completed', conversationId: conversation?.['id'], platformIdentifier: '15550100500' },
  ]);
  expect(await flows.sent()).toMatchObject([{ text: 'Hello Ada' }]);
  const elsewhere = await flows.account('telegram');
  const inbound = { type: 'message', accountId: elsewhere._id, participant: { id: '77' }, text: 'Hi' };
  const { conversationId } = (await flows.control('POST', '/_local/inbound', inbound)).body;
  for (const other of [conversationId, '64f0a1b2c3d4e5f601234567'])
    expect(await flows.run(id, { conversationId: other })).toMatchObject({
      status: 404,
      body: { param: 'conversationId' },
    });
});

const START = { id: 'start', type: 'trigger' };
const END = { id: 'done', type: 'end' };

test('AUT-01 AUT-03 each change keeps the workflow as it was, and a version can be restored', async () => {
  const flows = await startFlows();
  const id = await flows.draft([['start', 'trigger']]);
  const at = `/v1/workflows/${id}`;
  const versions = async () => (await flows.api('GET', `${at}/versions`)).body['versions'];
  expect(await versions()).toEqual([]);
  await flows.api('PATCH', at, { body: { name: 'Second', description: 'Now with words' } });
  await flows.api('PATCH', at, { body: { nodes: [START, END], edges: [flowAt('start', 'done')] } });
  expect(await versions()).toMatchObject([
    {
      version: 1,
      name: 'Flow',
      description: null,
      restoredFromVersion: null,
      createdByEmail: expect.stringContaining('@'),
    },
    { version: 2, name: 'Second', description: 'Now with words' },
  ]);
  expect((await flows.api('GET', `${at}/versions/2`)).body).toMatchObject({
    version: { version: 2, nodes: [START], edges: [], accountId: flows.accountId },
  });
  const restored = await flows.api('POST', `${at}/versions/1/restore`);
  expect(restored.body).toMatchObject({ workflow: { id, name: 'Flow', nodeCount: 1 }, restoredFromVersion: 1 });
  const now = (await flows.api('GET', at)).body['workflow'];
  expect(now).toMatchObject({ name: 'Flow', nodes: [START], edges: [] });
  expect(now).not.toHaveProperty('description');
  expect(await versions()).toMatchObject([{ version: 1 }, { version: 2 }, { version: 3, name: 'Second' }]);
  await flows.api('PATCH', at, { body: { name: 'Fourth' } });
  expect((await flows.api('GET', `${at}/versions/4`)).body).toMatchObject({
    version: { name: 'Flow', restoredFromVersion: 1 },
  });
  expect((await flows.api('POST', `${at}/versions/9/restore`)).status).toBe(404);
});

test('AUT-01 settings that a step does not know are kept, ignored and noted', async () => {
  const flows = await startFlows();
  const id = await flows.draft([
    ['start', 'trigger', { keywords: ['hi'] }],
    ['say', 'send_message', { text: 'Hello', textt: 'Hullo', color: 'red' }],
  ]);
  const { workflow } = (await flows.api('GET', `/v1/workflows/${id}`)).body;
  expect(workflow).toMatchObject({ nodes: [{}, { config: { text: 'Hello', textt: 'Hullo', color: 'red' } }] });
  const { body } = await flows.control('GET', '/_local/requests?operation=createWorkflow');
  const [{ notes }] = body['requests'] as unknown as [Json];
  expect(notes).toMatchObject([
    { kind: 'ignored_key', param: 'nodes.1.config.textt', suggestion: 'text' },
    { kind: 'ignored_key', param: 'nodes.1.config.color' },
  ]);
});

test('AUT-06 a person is in a workflow once at a time, whoever starts the run', async () => {
  const flows = await startFlows();
  const id = await flows.active([
    ['start', 'trigger'],
    ['rest', 'delay', { hours: 1 }],
  ]);
  await flows.writes('Hello', '15550100500');
  expect(await flows.run(id, { to: '+15550100500' })).toMatchObject({ status: 409 });
  await flows.writes('Hello again', '15550100500');
  expect(await flows.runs(id)).toHaveLength(1);
  await flows.advance(3600);
  expect((await flows.run(id, { to: '+15550100500' })).status).toBe(200);
  expect(await flows.runs(id)).toHaveLength(2);
});

test('AUT-03 what happened in a run is read under its own workflow, and under no other', async () => {
  const flows = await startFlows();
  const id = await flows.active([['start', 'trigger']]);
  const other = await flows.active([['start', 'trigger', { type: 'manual' }]]);
  await flows.writes('Hello');
  const [run] = await flows.runs(id);
  const read = async (workflowId: string, runId: unknown) =>
    (await flows.api('GET', `/v1/workflows/${workflowId}/executions/${String(runId)}/events`)).status;
  expect(await read(id, run?.['id'])).toBe(200);
  expect(await read(other, run?.['id'])).toBe(404);
  expect(await read(id, '64f0a1b2c3d4e5f601234567')).toBe(404);
});
