/** Steps in the words that clients use for their settings, and what the history of a run says of each. */
import { expect, test } from 'vitest';
import { DOINGS, type Step as Doing } from '../../../../src/service/areas/workflows/nodes.ts';
import { testDoors, type Json } from '../../../support/service.ts';
import { flowAt, startFlows, type Step } from './flows.ts';

const START: Step = ['start', 'trigger'];
const say = (id: string, text: string): Step => [id, 'send_message', { messageType: 'text', text }];

type Flows = Awaited<ReturnType<typeof startFlows>>;

async function eventOf(flows: Flows, id: string, nodeId: string): Promise<Json | undefined> {
  const [run] = await flows.runs(id);
  const { body } = await flows.api('GET', `/v1/workflows/${id}/executions/${String(run?.['id'])}/events`);
  const events = body['events'] as unknown as Json[];
  return events.findLast((one) => String(one['nodeId']) === nodeId);
}

test('AUT-06 a message has a file with its kind and caption, and says in the history what went to whom', async () => {
  const flows = await startFlows();
  const media = { mediaType: 'image', url: 'https://cdn.example/{{message}}.jpg', caption: 'Look, {{name}}' };
  const id = await flows.active([START, ['say', 'send_message', { messageType: 'media', media }]]);
  await flows.writes('beans');
  expect(await flows.sent()).toMatchObject([
    { text: 'Look, Ada', attachments: [{ type: 'image', url: 'https://cdn.example/beans.jpg' }] },
  ]);
  expect(await eventOf(flows, id, 'say')).toMatchObject({
    action: 'node_completed',
    meta: { text: 'Look, Ada', recipient: '15550100500' },
  });
});

test('AUT-06 a document is a file, and a message of buttons alone can run', async () => {
  const flows = await startFlows();
  const media = { mediaType: 'document', url: 'https://cdn.example/menu.pdf' };
  const action = { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] };
  const interactive = { type: 'button', body: { text: 'Shall we?' }, action };
  await flows.active([
    START,
    ['file', 'send_message', { media }],
    ['ask', 'send_message', { messageType: 'interactive', interactive }],
  ]);
  await flows.writes('Hello');
  expect(await flows.sent()).toMatchObject([{ attachments: [{ type: 'file' }] }, {}]);
  const shown = await flows.feed(flows.accountId, 'message');
  expect(JSON.stringify(shown)).toContain('Shall we?');
});

test('INB-26 AUT-06 a run sends nothing while another app has the conversation, and goes on where it is ours', async () => {
  const flows = await startFlows('facebook');
  const { accountId } = flows;
  const id = await flows.active([START, ['rest', 'delay', { delayMinutes: 5 }], say('late', 'Later')]);
  await flows.writes('Hello', '771');
  await flows.writes('Hello', '772');
  const { body } = await flows.api('GET', '/v1/inbox/conversations');
  const all = body['data'] as unknown as readonly Json[];
  const conversationId = all.find((one) => String(one['participantId']) === '771')?.['id'];
  await flows.control('POST', '/_local/inbound', { type: 'control', accountId, conversationId, owner: 'other' });
  await flows.advance(300);
  expect(await flows.said()).toEqual(['Later']);
  const runs = await flows.runs(id);
  expect(runs.find((run) => String(run['platformIdentifier']) === '771')).toMatchObject({
    status: 'failed',
    lastError: 'Another app has control of the conversation.',
  });
  expect(runs.find((run) => String(run['platformIdentifier']) === '772')).toMatchObject({ status: 'completed' });
});

async function withTemplate(): Promise<Flows> {
  const flows = await startFlows();
  const components = [{ type: 'body', text: 'Hi {{1}}, size {{2}}?', example: { body_text: [['Ada', 'XL']] } }];
  const body = { accountId: flows.accountId, name: 'size', language: 'en_US', category: 'UTILITY', components };
  const made = await flows.api('POST', '/v1/whatsapp/templates', { body });
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  await flows.advance(86_400);
  return flows;
}

test('AUT-06 a template is sent with the values that its places are mapped to', async () => {
  const flows = await withTemplate();
  const variableMapping = { 1: { field: 'name' }, 2: '{{message}}' };
  const template = { name: 'size', language: 'en_US', variableMapping };
  await flows.active([START, ['say', 'send_message', { messageType: 'template', template }]]);
  await flows.writes('XL');
  const shown = await flows.feed(flows.accountId, 'message');
  expect(JSON.stringify(shown)).toContain('"text":"XL"');
  expect(JSON.stringify(shown)).toContain('"text":"Ada"');
});

test('AUT-06 a template without a value for one of its places fails the run', async () => {
  const flows = await withTemplate();
  const template = { name: 'size', language: 'en_US', variableMapping: { 1: { field: 'email' }, 2: 'XL' } };
  const id = await flows.active([START, ['say', 'send_message', { template }]]);
  await flows.writes('Hello');
  expect(await flows.runs(id)).toMatchObject([{ status: 'failed', lastError: 'The contact has no email for {{1}}.' }]);
});

test('AUT-06 rules with ids are ways of their own, in their order, and `default` is the way when none holds', async () => {
  const flows = await startFlows();
  const rules = [
    { id: 'exact', variable: 'message', operator: 'matches', value: '^x+l$' },
    { id: 'large', variable: 'message', operator: 'contains', value: 'l' },
  ];
  const id = await flows.active(
    [START, ['size', 'condition', { rules }], say('one', 'Exact'), say('two', 'Large'), say('three', 'Which?')],
    [
      flowAt('start', 'size'),
      flowAt('size', 'one', 'exact'),
      flowAt('size', 'two', 'large'),
      flowAt('size', 'three', 'default'),
    ],
  );
  await flows.writes('XXL');
  await flows.writes('Large');
  await flows.writes('who knows');
  expect(await flows.said()).toEqual(['Exact', 'Large', 'Which?']);
  const runs = await flows.runs(id);
  const { body } = await flows.api('GET', `/v1/workflows/${id}/executions/${String(runs[0]?.['id'])}/events`);
  const chosen = (body['events'] as unknown as Json[]).find((one) => String(one['nodeId']) === 'size' && one['meta']);
  expect(chosen?.['meta']).toMatchObject({ rulesEvaluated: 2 });
});

test('AUT-06 several variables are set one after the other', async () => {
  const flows = await startFlows();
  const assignments = [
    { name: 'size', value: '{{message}}' },
    { name: 'words', value: 'Size {{size}}' },
  ];
  const id = await flows.active([START, ['set', 'set_variable', { assignments }], say('say', '{{words}}!')]);
  await flows.writes('XL');
  expect(await flows.said()).toEqual(['Size XL!']);
  expect(await flows.runs(id)).toMatchObject([{ variables: { size: 'XL', words: 'Size XL' } }]);
});

test('AUT-06 one variable is set as several are', async () => {
  const flows = await startFlows();
  const id = await flows.active([
    START,
    ['set', 'set_variable', { assignments: [{ name: 'size', value: '{{message}}' }] }],
  ]);
  await flows.writes('XL');
  expect(await flows.runs(id)).toMatchObject([{ variables: { size: 'XL' } }]);
});

test('AUT-06 an endpoint gets the body of the template, and the history keeps its answer', async () => {
  const asked: unknown[] = [];
  const post = async ({ body }: { body: unknown }) => {
    asked.push(body);
    return { status: 201, body: '{"left":3}', durationMs: 4 };
  };
  const doors = testDoors({ carrier: { post, cut: () => undefined } });
  const flows = await startFlows('whatsapp', { doors });
  const config = {
    url: 'https://shop.example/stock',
    method: 'POST',
    bodyTemplate: '{"q":"{{message}}"}',
    saveAs: 'it',
  };
  const id = await flows.active(
    [START, ['ask', 'webhook', config], say('say', '{{it.status}} {{it.ok}} {{it.body.left}}')],
    [flowAt('start', 'ask'), flowAt('ask', 'say', 'success')],
  );
  await flows.writes('xl');
  expect(asked).toEqual(['{"q":"xl"}']);
  expect(await flows.said()).toEqual(['201 true 3']);
  expect(await eventOf(flows, id, 'ask')).toMatchObject({
    durationMs: 4,
    meta: {
      url: 'https://shop.example/stock',
      method: 'POST',
      statusCode: 201,
      responseTimeMs: 4,
      responsePreview: '{"left":3}',
    },
  });
});

test('AUT-06 an ai step takes the way of the tool that the message names, else the one of success', async () => {
  const flows = await startFlows();
  const tools = [{ name: 'look_up', description: 'Looks up an order', parameters: {} }];
  const config = { provider: 'any', model: 'any', systemPrompt: 'Be kind.', userPromptTemplate: 'Say {{message}}' };
  await flows.active(
    [START, ['ask', 'ai', { ...config, tools }], say('tool', 'Tool {{ai.tool}}'), say('answer', '{{ai}}')],
    [flowAt('start', 'ask'), flowAt('ask', 'tool', 'tool:look_up'), flowAt('ask', 'answer', 'success')],
  );
  await flows.writes('Please look up my order');
  await flows.writes('Hello');
  expect(await flows.said()).toEqual(['Tool look_up', '[ai] Say Hello']);
});

test('AUT-06 an answer in JSON has its text in a field', async () => {
  const flows = await startFlows();
  const config = { userPromptTemplate: '{{message}}', outputType: 'json' };
  const id = await flows.active([START, ['ask', 'ai', config]]);
  await flows.writes('Hello');
  expect(await flows.runs(id)).toMatchObject([{ variables: { ai: { text: '[ai] Hello' } } }]);
});

test('AUT-06 a handoff keeps its note for whoever comes next, and sends nothing without a message', async () => {
  const flows = await startFlows();
  const id = await flows.active([START, ['pass', 'handoff', { note: 'Wants XL', assignTo: 'sales' }]]);
  await flows.writes('Hello');
  expect(await flows.said()).toEqual([]);
  expect(await flows.runs(id)).toMatchObject([{ status: 'exited' }]);
  const passed = (await eventOf(flows, id, 'pass'))?.['meta'];
  expect(passed).toEqual({ note: 'Wants XL', assignTo: 'sales' });
});

test('AUT-06 a field of the contact is set', async () => {
  const flows = await startFlows();
  const made = await flows.api('POST', '/v1/custom-fields', {
    body: { profileId: flows.profile, name: 'Size', type: 'text' },
  });
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  const slug = String(made.body['field']?.['slug']);
  const id = await flows.active([START, ['size', 'set_field', { field: slug, value: '{{message}}' }]]);
  await flows.writes('XL');
  expect(await flows.runs(id)).toMatchObject([{ status: 'completed' }]);
  const contacts = await flows.api('GET', '/v1/contacts');
  expect(contacts.body['contacts']).toMatchObject([{ customFields: { [slug]: 'XL' } }]);
});

test('AUT-06 a call to somebody without a phone number fails the run', async () => {
  const flows = await startFlows('telegram');
  const id = await flows.active([START, ['ring', 'start_call', { to: '{{contact.phone}}' }]]);
  await flows.writes('Hello', 'ada');
  expect(await flows.runs(id)).toMatchObject([{ status: 'failed', lastError: 'The person has no phone number.' }]);
});

test('AUT-06 the history says which way a split took', async () => {
  const flows = await startFlows();
  const id = await flows.active([START, ['split', 'a_b_split', { percentage: 100 }]]);
  await flows.writes('Hello');
  expect(await eventOf(flows, id, 'split')).toMatchObject({
    sourceHandle: 'a',
    meta: { percentage: 100, chosen: 'a' },
  });
});

test('AUT-06 a split takes each way as often as it weighs, and one without weight never', () => {
  const taken = (config: object): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (let at = 0; at < 3_000; at += 1) {
      const step = { config, run: { id: `run-${String(at)}` }, node: { id: 'split' } } as unknown as Doing;
      const { handle = '' } = DOINGS.a_b_split(step) as { handle?: string };
      counts[handle] = (counts[handle] ?? 0) + 1;
    }
    return counts;
  };
  const even = { config: {}, run: { id: 'run' }, node: { id: 'split' } } as unknown as Doing;
  expect(DOINGS.a_b_split(even)).toMatchObject({ meta: { percentage: 50 } });
  expect(taken({ percentage: 100 })).toEqual({ a: 3_000 });
  expect(taken({ percentage: 0 })).toEqual({ b: 3_000 });
  expect(taken({})['a']).toBeGreaterThan(1_400);
  expect(taken({})['a']).toBeLessThan(1_600);
  const weights = (...all: readonly number[]) => ({ variants: all.map((weight, at) => ({ id: String(at), weight })) });
  expect(taken(weights(1))).toEqual({ 0: 3_000 });
  expect(taken(weights(1, 0, 0))).toEqual({ 0: 3_000 });
  expect(taken(weights(-5, 1, 0))).toEqual({ 1: 3_000 });
  const unweighed = taken({ variants: ['0', { id: '1', weight: 1 }] });
  expect(unweighed['0']).toBeGreaterThan(1_400);
  expect(unweighed['0']).toBeLessThan(1_600);
  expect(taken(weights(2, 1))['0']).toBeGreaterThan(1_900);
  expect(taken(weights(2, 1))['0']).toBeLessThan(2_100);
});

async function sequenceOf(flows: Flows): Promise<string> {
  const steps = [{ order: 1, delayMinutes: 5, message: { text: 'Later' } }];
  const { profile: profileId, accountId } = flows;
  const body = { profileId, accountId, platform: 'whatsapp', name: 'Drip', exitOnReply: false, steps };
  const sequenceId = String((await flows.api('POST', '/v1/sequences', { body })).body['sequence']?.['id']);
  await flows.api('POST', `/v1/sequences/${sequenceId}/activate`);
  return sequenceId;
}

test('AUT-06 whoever is in the sequence already takes the way for errors, where there is one', async () => {
  const flows = await startFlows();
  const sequenceId = await sequenceOf(flows);
  const steps: readonly Step[] = [
    START,
    ['join', 'enroll_sequence', { sequenceId, saveAs: 'drip' }],
    say('yes', 'Joined {{drip.sequenceId}}'),
    say('no', 'Already in'),
  ];
  await flows.active(steps, [flowAt('start', 'join'), flowAt('join', 'yes', 'success'), flowAt('join', 'no', 'error')]);
  await flows.writes('Hello');
  await flows.writes('Hello');
  expect(await flows.said()).toEqual([`Joined ${sequenceId}`, 'Already in']);
});

test('AUT-06 whoever is in the sequence already goes on, where there is no way for errors', async () => {
  const flows = await startFlows();
  const sequenceId = await sequenceOf(flows);
  const id = await flows.active([START, ['join', 'enroll_sequence', { sequenceId }], say('hi', 'Hi')]);
  await flows.writes('Hello');
  await flows.writes('Hello');
  expect(await flows.said()).toEqual(['Hi', 'Hi']);
  const runs = await flows.runs(id);
  const entries = await Promise.all(runs.map((run) => flows.entries(id, run)));
  expect(entries.flat()).toContainEqual(['node_skipped', 'join']);
});
