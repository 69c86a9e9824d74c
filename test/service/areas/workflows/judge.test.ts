/** What is wrong with a step is said at the setting as the caller spells it. */
import { expect, test } from 'vitest';
import { startFlows, type Step } from './flows.ts';

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
