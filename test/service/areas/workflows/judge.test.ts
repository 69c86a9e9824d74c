/** What is wrong with a graph, and with a step at the setting as the caller spells it. */
import { expect, test } from 'vitest';
import { flowAt, startFlows, type Step } from './flows.ts';

const START = { id: 'start', type: 'trigger' };
const END = { id: 'done', type: 'end' };

test.each([
  ['an end that does not exist', [START, END], [{ id: 'e', source: 'start', target: 'gone' }], 'edges.0.target'],
  ['a beginning that does not exist', [START, END], [{ id: 'e', source: 'gone', target: 'done' }], 'edges.0.source'],
  ['a step that no way leads to', [START, END], [], 'nodes.1'],
  ['two steps of one id', [START, START], [], 'nodes.1.id'],
  [
    'an outcome that the step cannot have',
    [{ ...START, type: 'wait_for_reply' }, END],
    [{ id: 'e', source: 'start', target: 'done', sourceHandle: 'maybe' }],
    'edges.0.sourceHandle',
  ],
  [
    'two ways from one outcome',
    [START, END],
    [flowAt('start', 'done'), flowAt('start', 'start')],
    'edges.1.sourceHandle',
  ],
  [
    'a sequence that does not exist',
    [START, { id: 'join', type: 'enroll_sequence', config: { sequenceId: '0123456789abcdef01234567' } }],
    [flowAt('start', 'join')],
    'nodes.1.config.sequenceId',
  ],
  [
    'a contact field that does not exist',
    [START, { id: 'set', type: 'set_field', config: { slug: 'size', value: 'L' } }],
    [flowAt('start', 'set')],
    'nodes.1.config.slug',
  ],
])('AUT-01 a graph with %s is refused when it is saved', async (_what, nodes, edges, param) => {
  const flows = await startFlows();
  const body = { profileId: flows.profile, accountId: flows.accountId, name: 'Flow', nodes, edges };
  expect(await flows.api('POST', '/v1/workflows', { body })).toMatchObject({ status: 400, body: { param } });
  const id = await flows.draft([['start', 'trigger']]);
  expect(await flows.api('PATCH', `/v1/workflows/${id}`, { body: { nodes, edges } })).toMatchObject({
    status: 400,
    body: { param },
  });
});

test('AUT-01 a first step that does not exist is refused', async () => {
  const flows = await startFlows();
  const id = await flows.draft([['start', 'trigger']]);
  const changed = await flows.api('PATCH', `/v1/workflows/${id}`, { body: { entryNodeId: 'gone' } });
  expect(changed).toMatchObject({ status: 400, body: { param: 'entryNodeId' } });
});

test.each([
  ['send_message', {}, 400, 'nodes.1.config.text'],
  ['delay', {}, 400, 'nodes.1.config.minutes'],
  ['webhook', {}, 400, 'nodes.1.config.url'],
  ['webhook', { url: 'ftp://example.com' }, 400, 'nodes.1.config.url'],
  ['webhook', { url: 'https://' }, 400, 'nodes.1.config.url'],
  ['add_tag', {}, 400, 'nodes.1.config.tag'],
  ['remove_tag', { tags: [] }, 400, 'nodes.1.config.tags'],
  ['set_field', { value: 1 }, 400, 'nodes.1.config.field'],
  ['set_variable', { value: 1 }, 400, 'nodes.1.config.name'],
  ['condition', { field: 'name', operator: 'resembles' }, 400, 'nodes.1.config.operator'],
  ['enroll_sequence', {}, 400, 'nodes.1.config.sequenceId'],
] as const)('AUT-01 a workflow whose step %s cannot run is a draft only', async (type, config, status, param) => {
  const flows = await startFlows();
  const id = await flows.draft([
    ['start', 'trigger'],
    ['step', type, config],
  ]);
  expect(await flows.api('POST', `/v1/workflows/${id}/activate`)).toMatchObject({ status, body: { param } });
  expect((await flows.api('GET', `/v1/workflows/${id}`)).body).toMatchObject({ workflow: { status: 'draft' } });
});

test.each(['https://example.com/hook', 'HTTP://example.com'])('AUT-01 a webhook to %s can run', async (url) => {
  const flows = await startFlows();
  await flows.active([
    ['start', 'trigger'],
    ['step', 'webhook', { url }],
  ]);
});

test.each([{ minutes: 5 }, { until: '2030-01-01T00:00:00Z' }])('AUT-01 a delay of %j can run', async (config) => {
  const flows = await startFlows();
  await flows.active([
    ['start', 'trigger'],
    ['step', 'delay', config],
  ]);
});

test('AUT-01 a workflow without a trigger is not activated', async () => {
  const flows = await startFlows();
  const id = await flows.draft([]);
  const activated = await flows.api('POST', `/v1/workflows/${id}/activate`);
  expect(activated).toMatchObject({ status: 400, body: { code: 'missing_required_field', param: 'nodes' } });
});

test('AUT-01 an active workflow stays one that can run', async () => {
  const flows = await startFlows();
  const id = await flows.active([['start', 'trigger']]);
  const changed = await flows.api('PATCH', `/v1/workflows/${id}`, { body: { nodes: [], edges: [] } });
  expect(changed).toMatchObject({ status: 400, body: { param: 'nodes' } });
});

test.each<[type: string, config: object, param: string, message: string]>([
  ['trigger', { triggerType: 'full_moon' }, 'triggerType', 'No trigger has this type.'],
  ['trigger', { keyword: '(', matchType: 'regex' }, 'keyword', 'This is not a regular expression.'],
  ['trigger', { keywords: ['a', '['], matchMode: 'regex' }, 'keywords', 'This is not a regular expression.'],
  ['set_variable', { assignments: [{ name: 'a' }, { value: 1 }] }, 'name', 'requires'],
  ['condition', { rules: [{ id: 'a', variable: 'x', operator: 'matches', value: '(' }] }, 'operator', 'requires'],
  ['condition', { rules: [{ id: 'a', variable: 'x', operator: 'resembles', value: 'y' }] }, 'operator', 'requires'],
  ['send_message', { messageType: 'media', media: { mediaType: 'image' } }, 'text', 'requires'],
])('AUT-01 a %s with %j is refused at %s', async (type, config, param, message) => {
  const flows = await startFlows();
  const step: Step = ['step', type, config];
  const id = await flows.draft(type === 'trigger' ? [step] : [['start', 'trigger'], step]);
  const { status, body } = await flows.api('POST', `/v1/workflows/${id}/activate`);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: {
      param: `nodes.${type === 'trigger' ? '0' : '1'}.config.${param}`,
      error: expect.stringContaining(message),
    },
  });
});

test('AUT-01 settings of clients are known, and what no call here has is noted', async () => {
  const flows = await startFlows();
  await flows.draft([
    ['start', 'trigger', { triggerType: 'inbound_message', matchType: 'any', onlyFirstMessage: true }],
    ['say', 'send_message', { messageType: 'text', text: 'Hello' }],
    ['ask', 'ai', { provider: 'any', model: 'any', systemPrompt: 'Be kind', temperature: 0, maxTokens: 9 }],
    ['ring', 'start_call', { forwardTo: '+15550100900', requirePermissionFirst: true }],
    ['pass', 'handoff', { note: 'Wants XL', assignTo: 'sales' }],
  ]);
  const { body } = await flows.control('GET', '/_local/requests?operation=createWorkflow');
  const [{ notes }] = body['requests'] as unknown as [{ notes: readonly { param: string }[] }];
  expect(notes.map(({ param }) => param)).toEqual(['nodes.3.config.requirePermissionFirst']);
});
