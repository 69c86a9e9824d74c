/** A comment on a post becomes a conversation: an automation writes to its author, a workflow asks, waits, looks something up, tags and enrols, and the sequence ends with a reply. */
import { expect, test } from 'vitest';
import { testDoors } from '../support/service.ts';
import { flowAt, startFlows, type Step } from '../service/areas/workflows/flows.ts';

const ADA = '17840001';
const NODES: readonly Step[] = [
  ['start', 'trigger', { keywords: ['size'] }],
  ['fit', 'condition', { field: 'message', operator: 'contains', value: 'xl' }],
  ['other', 'send_message', { text: 'We have XL only.' }],
  ['rest', 'delay', { minutes: 10 }],
  ['stock', 'webhook', { url: 'https://shop.example/stock', body: { q: '{{message}}' } }],
  ['tell', 'send_message', { text: '{{webhook.body.left}} left, {{name}}.' }],
  ['tag', 'add_tag', { tag: 'wants-xl' }],
  ['end', 'end'],
];
const EDGES = [
  flowAt('start', 'fit'),
  flowAt('fit', 'rest', 'true'),
  flowAt('fit', 'other', 'false'),
  ...[
    ['rest', 'stock'],
    ['stock', 'tell'],
    ['tell', 'tag'],
    ['tag', 'end'],
  ].map(([from = '', to = '']) => flowAt(from, to)),
];

test('AUT-04 AUT-05 AUT-06 a comment leads through an automation and a workflow into a sequence, which a reply ends', async () => {
  const post = async () => ({ status: 200, body: '{"left":3}', durationMs: 4 });
  const flows = await startFlows('instagram', { doors: testDoors({ carrier: { post, cut: () => undefined } }) });
  const { api, control, accountId, profile: profileId } = flows;
  const make = async (path: string, body: object, kind: string) => {
    const { status, body: answer } = await api('POST', path, { body: { profileId, accountId, ...body } });
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return String(answer[kind]?.['id']);
  };
  await make('/v1/contacts', { name: 'Ada Example', platform: 'instagram', platformIdentifier: ADA }, 'contact');
  await make(
    '/v1/comment-automations',
    { name: 'Price', platformPostId: 'post-1', keywords: ['price'], dmMessage: 'It is 20. Which size?' },
    'automation',
  );
  const drip = { name: 'Drip', platform: 'instagram', exitOnReply: true };
  const steps = [
    { order: 1, delayMinutes: 5, message: { text: 'Still thinking?' } },
    { order: 2, delayMinutes: 60, message: { text: 'Last call.' } },
  ];
  const sequenceId = await make('/v1/sequences', { ...drip, steps }, 'sequence');
  await api('POST', `/v1/sequences/${sequenceId}/activate`);
  await flows.active([
    ['start', 'trigger', { type: 'tag_added', tag: 'wants-xl' }],
    ['join', 'enroll_sequence', { sequenceId }],
  ]);
  const id = await flows.active(NODES, EDGES);

  const author = { id: ADA, username: 'ada', name: 'Ada Example' };
  await control('POST', '/_local/inbound', {
    type: 'comment',
    accountId,
    nativeId: 'post-1',
    author,
    text: 'What is the price?',
  });
  await flows.advance(60);
  const seen = async () => (await flows.feed(accountId, 'message')).map((one) => one['text']);
  expect(await seen()).toEqual(['It is 20. Which size?']);

  await flows.writes('Size XL', ADA);
  expect(await flows.runs(id)).toMatchObject([{ status: 'waiting', currentNodeId: 'rest' }]);
  await flows.advance(600);
  expect(await seen()).toEqual(['It is 20. Which size?', '3 left, Ada Example.']);
  expect(await flows.runs(id)).toMatchObject([{ status: 'completed' }]);

  await flows.advance(300);
  expect(await seen()).toEqual(['It is 20. Which size?', '3 left, Ada Example.', 'Still thinking?']);
  await flows.writes('No, thanks', ADA);
  await flows.advance(7200);
  expect(await seen()).toHaveLength(3);
  const names = (await flows.happened()).map(([name]) => name);
  const story = names.filter((name) => /^(contact|sequence|workflow)\./.test(name));
  // Which of two runs that go on at one instant comes first is not said.
  expect(story.filter((name) => name !== 'workflow.run.completed')).toEqual([
    'workflow.run.started',
    'contact.tag_added',
    'workflow.run.started',
    'sequence.enrolled',
    'sequence.exited',
  ]);
  expect(story.filter((name) => name === 'workflow.run.completed')).toHaveLength(2);
  expect(story.lastIndexOf('workflow.run.completed')).toBeGreaterThan(story.indexOf('sequence.enrolled'));
});
