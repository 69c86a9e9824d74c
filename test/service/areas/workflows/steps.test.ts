/** What the steps of workflows do, each begun by what people do, by a call or by the clock. */
import { expect, test } from 'vitest';
import { testDoors, type Json } from '../../../support/service.ts';
import { flowAt, startFlows, type Step } from './flows.ts';

const START: Step = ['start', 'trigger'];
const say = (id: string, text: string): Step => [id, 'send_message', { text }];

test('EVT-54 EVT-55 EVT-15 AUT-06 a message that comes in runs a workflow, which sends its own as a workflow', async () => {
  const flows = await startFlows();
  const id = await flows.active([
    ['start', 'trigger', { keywords: ['hours'] }],
    say('answer', 'We are open, {{name}}. You wrote: {{message}}'),
    ['done', 'end'],
  ]);
  await flows.writes('Good morning');
  expect(await flows.runs(id)).toEqual([]);
  await flows.writes('Your HOURS?');
  const [run] = await flows.runs(id);
  expect(run).toMatchObject({ status: 'completed', stepCount: 3, platformIdentifier: '15550100500' });
  expect(await flows.sent()).toMatchObject([
    {
      text: 'We are open, Ada. You wrote: Your HOURS?',
      sentVia: 'workflow',
      workflowId: id,
      executionId: run?.['id'],
      conversationId: run?.['conversationId'],
    },
  ]);
  expect(await flows.feed(flows.accountId, 'message')).toMatchObject([
    { text: 'We are open, Ada. You wrote: Your HOURS?' },
  ]);
  expect((await flows.happened()).map(([name]) => name).filter((name) => name.startsWith('workflow.'))).toEqual([
    'workflow.run.started',
    'workflow.run.completed',
  ]);
  expect(await flows.entries(id, run)).toEqual([
    ['execution_started', null],
    ...['start', 'answer', 'done'].flatMap((node) => [
      ['node_started', node],
      ['node_completed', node],
    ]),
    ['execution_completed', null],
  ]);
});

test('AUT-06 a workflow that is paused or a draft starts nothing, one that was paused goes on', async () => {
  const flows = await startFlows();
  await flows.draft([START, say('draft', 'From a draft')]);
  const id = await flows.active([START, ['rest', 'delay', { minutes: 5 }], say('late', 'Later')]);
  await flows.writes('Hello');
  await flows.api('POST', `/v1/workflows/${id}/pause`);
  await flows.writes('Hello', '15550100501');
  expect(await flows.runs(id)).toMatchObject([{ status: 'waiting', waitingFor: { kind: 'timer', nodeId: 'rest' } }]);
  expect(await flows.said()).toEqual([]);
  await flows.advance(299);
  expect(await flows.said()).toEqual([]);
  await flows.advance(1);
  expect(await flows.said()).toEqual(['Later']);
});

test.each([
  ['exact', 'hours', 'hours', true],
  ['exact', 'hours', 'your hours', false],
  ['word', 'hour', 'your hours', false],
  ['word', 'hours', 'your hours?', true],
  ['starts_with', 'your', 'Your hours', true],
  ['starts_with', 'hours', 'Your hours', false],
  ['contains', 'our', 'Your hours', true],
])('AUT-06 a trigger whose words match as %s: %s in %s', async (matchMode, keyword, text, isMet) => {
  const flows = await startFlows();
  const id = await flows.active([['start', 'trigger', { keyword, matchMode }]]);
  await flows.writes(text);
  expect(await flows.runs(id)).toHaveLength(isMet ? 1 : 0);
});

const WAITING: readonly Step[] = [START, ['ask', 'wait_for_reply', { timeoutMinutes: 10, saveAs: 'size' }]];
const ASKED = [flowAt('start', 'ask'), flowAt('ask', 'thanks', 'reply'), flowAt('ask', 'nudge', 'timeout')];

test('AUT-06 a run that waits for a reply gets it, and the reply starts nothing else', async () => {
  const flows = await startFlows();
  const steps = [...WAITING, say('thanks', 'Size {{size}} it is'), say('nudge', 'Still there?')];
  const id = await flows.active(steps, ASKED);
  await flows.writes('Hello');
  expect(await flows.runs(id)).toMatchObject([{ status: 'waiting', waitingFor: { kind: 'reply', nodeId: 'ask' } }]);
  await flows.writes('Not me', '15550100501');
  await flows.writes('XL');
  expect(await flows.said()).toEqual(['Size XL it is']);
  await flows.advance(599);
  expect(await flows.said()).toEqual(['Size XL it is']);
  await flows.advance(1);
  expect(await flows.said()).toEqual(['Size XL it is', 'Still there?']);
  const runs = await flows.runs(id);
  expect(runs.map(({ status, stepCount }) => [status, stepCount])).toEqual([
    ['completed', 3],
    ['completed', 3],
  ]);
});

test('AUT-06 a run that nobody answers is left where there is no way for it', async () => {
  const flows = await startFlows();
  const id = await flows.active([...WAITING, say('thanks', 'Thanks')]);
  await flows.writes('Hello');
  await flows.advance(600);
  expect(await flows.said()).toEqual([]);
  expect(await flows.runs(id)).toMatchObject([{ status: 'exited', waitingFor: null }]);
  expect((await flows.api('GET', `/v1/workflows`)).body).toMatchObject({
    workflows: [{ totalStarted: 1, totalCompleted: 0, totalExited: 1 }],
  });
});

const CONDITION = [flowAt('start', 'if'), flowAt('if', 'yes', 'true'), flowAt('if', 'no', 'false')];

test.each([
  [{ variable: 'message', operator: 'contains', value: 'L' }, 'size l', 'yes'],
  [{ field: '{{message}}', operator: 'equals', value: 'L' }, 'XL', 'no'],
  [{ operator: 'not_equals', value: 'L' }, 'XL', 'yes'],
  [{ field: 'message', operator: '>', value: 10 }, '11', 'yes'],
  [{ field: 'message', operator: 'less_than', value: '10' }, '11', 'no'],
  [{ field: 'email', operator: 'is_empty' }, 'Hello', 'yes'],
  [{ field: 'message', operator: 'in', value: ['s', 'm'] }, 'M', 'yes'],
  [
    {
      logic: 'any',
      conditions: [
        { operator: 'equals', value: 'a' },
        { operator: 'equals', value: 'b' },
      ],
    },
    'b',
    'yes',
  ],
  [
    {
      conditions: [
        { operator: 'equals', value: 'a' },
        { operator: 'equals', value: 'b' },
      ],
    },
    'b',
    'no',
  ],
])('AUT-06 the condition %j of the message %s leads to %s', async (config, text, expected) => {
  const flows = await startFlows();
  await flows.active([START, ['if', 'condition', config], say('yes', 'yes'), say('no', 'no')], CONDITION);
  await flows.writes(text);
  expect(await flows.said()).toEqual([expected]);
});

test('AUT-06 a condition with branches takes the first that holds, else the one without rules', async () => {
  const flows = await startFlows();
  const branches = [
    { id: 'small', operator: 'equals', value: 's' },
    { id: 'large', operator: 'equals', value: 'l' },
    { id: 'rest' },
  ];
  const ids = ['small', 'large', 'rest'];
  await flows.active(
    [START, ['if', 'condition', { branches }], ...ids.map((id) => say(id, id))],
    [flowAt('start', 'if'), ...ids.map((id) => flowAt('if', id, id))],
  );
  await flows.writes('L');
  await flows.writes('who knows');
  expect(await flows.said()).toEqual(['large', 'rest']);
});

test('AUT-06 variables are set and read, and a run in circles fails', async () => {
  const flows = await startFlows();
  const id = await flows.active(
    [START, ['set', 'set_variable', { name: 'greeting', value: 'Hi {{name}}' }], say('hi', '{{greeting}}!')],
    undefined,
  );
  await flows.writes('Hello');
  expect(await flows.said()).toEqual(['Hi Ada!']);
  expect(await flows.runs(id)).toMatchObject([{ variables: { message: 'Hello', greeting: 'Hi Ada' } }]);
  const circle = await flows.active(
    [START, ['set', 'set_variable', { name: 'a', value: 1 }]],
    [flowAt('start', 'set'), flowAt('set', 'set')],
  );
  await flows.run(circle, { to: '15550100502' });
  expect(await flows.runs(circle)).toMatchObject([{ status: 'failed', stepCount: 1000 }]);
});

test('AUT-06 a split takes each way about as often as it weighs', async () => {
  const flows = await startFlows();
  const variants = [
    { id: 'often', weight: 90 },
    { id: 'seldom', weight: 10 },
  ];
  const id = await flows.active(
    [
      START,
      ['split', 'a_b_split', { variants }],
      ['set', 'set_variable', { name: 'way', value: 'often' }],
      ['end', 'end'],
    ],
    [flowAt('start', 'split'), flowAt('split', 'set', 'often'), flowAt('split', 'end', 'seldom')],
  );
  for (let at = 0; at < 40; at += 1) await flows.run(id, { to: `1555010${String(1000 + at)}` });
  const { body } = await flows.api('GET', `/v1/workflows/${id}/executions`, { query: { limit: 100 } });
  const often = (body['executions'] as unknown as { variables: { way?: string } }[]).filter(
    ({ variables }) => variables.way === 'often',
  );
  expect(often.length).toBeGreaterThan(28);
  expect(often.length).toBeLessThan(40);
});

async function withContact(platform?: string) {
  const flows = await startFlows(platform);
  const body = {
    profileId: flows.profile,
    name: 'Ada Example',
    accountId: flows.accountId,
    platform: 'whatsapp',
    platformIdentifier: '15550100500',
  };
  const made = await flows.api('POST', '/v1/contacts', { body });
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  const contactId = String(made.body['contact']?.['id']);
  const contact = async () => (await flows.api('GET', `/v1/contacts/${contactId}`)).body['contact'];
  return { ...flows, contactId, contact };
}

test('AUT-04 AUT-06 steps tag the contact and set its fields, each with its event', async () => {
  const flows = await withContact();
  const field = { profileId: flows.profile, name: 'Size', type: 'text' };
  await flows.api('POST', '/v1/custom-fields', { body: field });
  await flows.active([
    START,
    ['tag', 'add_tag', { tags: ['vip', 'new'] }],
    ['untag', 'remove_tag', { tag: 'new' }],
    ['set', 'set_field', { slug: 'size', value: '{{message}}' }],
    say('hi', '{{contact.name}} takes {{size}}'),
  ]);
  await flows.writes('XL');
  expect(await flows.contact()).toMatchObject({ tags: ['vip'], customFields: { size: 'XL' } });
  expect(await flows.said()).toEqual(['Ada Example takes XL']);
  const names = (await flows.happened()).map(([name]) => name).filter((name) => name.startsWith('contact.'));
  expect(names).toEqual(['contact.tag_added', 'contact.tag_added', 'contact.tag_removed', 'contact.field_changed']);
});

test('AUT-06 what needs a contact is skipped for somebody who is none', async () => {
  const flows = await startFlows('instagram');
  const { accountId } = flows;
  const id = await flows.active([
    ['start', 'trigger', { type: 'comment' }],
    ['tag', 'add_tag', { tag: 'vip' }],
    say('hi', 'Hi'),
  ]);
  const author = { id: '17840001', name: 'Ada' };
  await flows.control('POST', '/_local/inbound', { type: 'comment', accountId, nativeId: 'p1', author, text: 'Nice' });
  await flows.settle();
  const [run] = await flows.runs(id);
  expect(await flows.entries(id, run)).toContainEqual(['node_skipped', 'tag']);
  expect(await flows.said()).toEqual(['Hi']);
});

test('AUT-04 AUT-06 a tag that is given, by a call or by another workflow, runs a workflow', async () => {
  const flows = await withContact();
  await flows.writes('Good morning');
  await flows.active([['start', 'trigger', { type: 'tag_added', tag: 'vip' }], say('hi', 'Welcome, {{name}}')]);
  await flows.active([['start', 'trigger', { type: 'tag_removed', tag: 'vip' }], say('bye', 'Goodbye')]);
  const any = await flows.active([['start', 'trigger', { type: 'tag_added' }]]);
  await flows.active([
    ['start', 'trigger', { keyword: 'join' }],
    ['tag', 'add_tag', { tag: 'vip' }],
  ]);
  const tagged = (tags: readonly string[]) => flows.api('PATCH', `/v1/contacts/${flows.contactId}`, { body: { tags } });
  await tagged(['other']);
  await tagged(['other', 'vip']);
  await flows.settle();
  expect(await flows.said()).toEqual(['Welcome, Ada Example']);
  await tagged([]);
  await flows.settle();
  await flows.writes('join');
  expect(await flows.said()).toEqual(['Welcome, Ada Example', 'Goodbye', 'Welcome, Ada Example']);
  // That all tags are taken away begins none.
  const runs = await flows.runs(any);
  expect(runs.map(({ variables }) => (variables as unknown as Json)['tag']).sort()).toEqual(['other', 'vip', 'vip']);
});

test('AUT-05 AUT-06 a step enrols the contact in a sequence', async () => {
  const flows = await withContact();
  const steps = [{ order: 1, delayMinutes: 5, message: { text: 'Five minutes later' } }];
  const { profile: profileId, accountId } = flows;
  const body = { profileId, accountId, platform: 'whatsapp', name: 'Drip', steps };
  const made = await flows.api('POST', '/v1/sequences', { body });
  const sequenceId = String(made.body['sequence']?.['id']);
  await flows.api('POST', `/v1/sequences/${sequenceId}/activate`);
  await flows.active([START, ['join', 'enroll_sequence', { sequenceId }]]);
  await flows.writes('Hello');
  expect((await flows.happened()).map(([name]) => name)).toContain('sequence.enrolled');
  await flows.advance(300);
  expect(await flows.said()).toEqual(['Five minutes later']);
});

test('AUT-06 a comment runs a workflow that writes to its author', async () => {
  const flows = await startFlows('instagram');
  const { accountId } = flows;
  await flows.active([['start', 'trigger', { type: 'comment', keywords: ['price'] }], say('hi', 'Hi, {{name}}')]);
  const author = { id: '17840001', username: 'ada', name: 'Ada' };
  const comment = (text: string) =>
    flows.control('POST', '/_local/inbound', { type: 'comment', accountId, nativeId: 'post-1', author, text });
  await comment('Nice');
  await comment('What is the price?');
  await flows.settle();
  expect(await flows.said()).toEqual(['Hi, Ada']);
});

test('AUT-06 an ai step says and chooses what follows from the message alone', async () => {
  const flows = await startFlows();
  const id = await flows.active(
    [
      START,
      ['sort', 'ai', { categories: [{ id: 'order', keywords: ['parcel'] }, 'refund'], saveAs: 'intent' }],
      ['tell', 'ai', { prompt: 'Answer: {{message}}', send: true }],
    ],
    [flowAt('start', 'sort'), flowAt('sort', 'tell', 'order')],
  );
  await flows.writes('Where is my parcel?');
  expect(await flows.said()).toEqual(['[ai] Answer: Where is my parcel?']);
  await flows.writes('Good morning');
  const runs = await flows.runs(id);
  expect(runs.map(({ variables }) => variables?.['intent']).toSorted()).toEqual(['order', 'other']);
});

test('AUT-06 a handoff ends the run and leaves the conversation to others', async () => {
  const flows = await startFlows('facebook');
  const id = await flows.active(
    [START, ['pass', 'handoff', { message: 'Somebody will write.' }], say('never', 'Never')],
    [flowAt('start', 'pass'), flowAt('pass', 'never')],
  );
  await flows.writes('Hello');
  expect(await flows.said()).toEqual(['Somebody will write.']);
  expect(await flows.runs(id)).toMatchObject([{ status: 'exited' }]);
  expect((await flows.happened()).map(([name]) => name)).toContain('conversation.control_changed');
  await flows.writes('Anybody?');
  expect(await flows.runs(id)).toHaveLength(1);
});

test('AUT-06 that an endpoint is asked is in the history before it answers', async () => {
  const histories: (readonly unknown[])[] = [];
  let history = async (): Promise<readonly unknown[]> => Promise.resolve([]);
  const post = async () => {
    histories.push(await history());
    return { status: 200, body: '{}', durationMs: 4 };
  };
  const flows = await startFlows('whatsapp', { doors: testDoors({ carrier: { post, cut: () => undefined } }) });
  const id = await flows.active([START, ['ask', 'webhook', { url: 'https://shop.example/stock' }]]);
  history = async () => {
    const { executions } = (await flows.api('GET', `/v1/workflows/${id}/executions`)).body;
    return flows.entries(id, executions?.['0'] as unknown as Json);
  };
  await flows.writes('hours');
  expect(histories).toHaveLength(1);
  expect(histories[0]?.at(-1)).toEqual(['node_started', 'ask']);
});

test('AUT-06 a step asks an endpoint, and goes on by its answer', async () => {
  const asked: object[] = [];
  let status = 200;
  const post = async ({
    url,
    method,
    headers,
    body,
  }: {
    url: string;
    method?: string;
    headers: object;
    body: unknown;
  }) => {
    asked.push({ url, method, headers, body: JSON.parse(String(body)) as unknown });
    return { status, body: '{"stock":{"xl":3}}', durationMs: 4 };
  };
  const flows = await startFlows('whatsapp', { doors: testDoors({ carrier: { post, cut: () => undefined } }) });
  const id = await flows.active(
    [
      START,
      [
        'ask',
        'webhook',
        { url: 'https://shop.example/stock?q={{message}}', method: 'PUT', body: { q: '{{message}}' } },
      ],
      say('stock', '{{webhook.body.stock.xl}} left'),
      say('sorry', 'Sorry'),
    ],
    [flowAt('start', 'ask'), flowAt('ask', 'stock', 'success'), flowAt('ask', 'sorry', 'error')],
  );
  await flows.writes('xl');
  const [run] = await flows.runs(id);
  expect(asked).toEqual([
    {
      url: 'https://shop.example/stock?q=xl',
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'idempotency-key': `${String(run?.['id'])}-1` },
      body: { q: 'xl' },
    },
  ]);
  status = 500;
  await flows.writes('xl');
  expect(await flows.said()).toEqual(['3 left', 'Sorry']);
  expect(await flows.entries(id, run)).toEqual([
    ['execution_started', null],
    ...['start', 'ask', 'stock'].flatMap((node) => [
      ['node_started', node],
      ['node_completed', node],
    ]),
    ['execution_completed', null],
  ]);
});

test('AUT-06 a run whose endpoint is not reached fails, where there is no way for that', async () => {
  const flows = await startFlows();
  const id = await flows.active([START, ['ask', 'webhook', { url: 'https://shop.example/' }], say('never', 'Never')]);
  await flows.writes('xl');
  expect(await flows.runs(id)).toMatchObject([{ status: 'failed', lastError: 'There is no network here.' }]);
  expect(await flows.said()).toEqual([]);
});

test('AUT-06 a step asks no endpoint whose filled-in address is none', async () => {
  const asked: unknown[] = [];
  const post = async (sent: unknown) => {
    asked.push(sent);
    return { status: 200, body: '{}', durationMs: 4 };
  };
  const flows = await startFlows('whatsapp', { doors: testDoors({ carrier: { post, cut: () => undefined } }) });
  const id = await flows.active([START, ['ask', 'webhook', { url: 'https://{{message}}/' }]]);
  await flows.writes('my shop');
  expect(await flows.runs(id)).toMatchObject([{ status: 'failed', lastError: 'This is not an http or https URL.' }]);
  expect(asked).toEqual([]);
});

test('AUT-06 a run goes on by the workflow as it is now, and fails at a step that is gone', async () => {
  const flows = await startFlows();
  const id = await flows.active([START, ['rest', 'delay', { duration: 1, unit: 'hours' }], say('hi', 'First')]);
  await flows.writes('Hello');
  const change = (body: object) => flows.api('PATCH', `/v1/workflows/${id}`, { body });
  await change({ nodes: [{ id: 'start', type: 'trigger' }], edges: [] });
  await flows.advance(3600);
  expect(await flows.runs(id)).toMatchObject([{ status: 'failed', lastError: expect.stringContaining('removed') }]);
});

test('AUT-06 a deleted workflow runs no more', async () => {
  const flows = await startFlows();
  const id = await flows.active([START, ['rest', 'delay', { delayHours: 1 }], say('hi', 'First')]);
  await flows.writes('Hello');
  await flows.api('DELETE', `/v1/workflows/${id}`);
  await flows.advance(7200);
  expect(await flows.said()).toEqual([]);
});
