/** What begins runs, in the words that clients use for it. */
import { expect, test } from 'vitest';
import { startFlows, type Step } from './flows.ts';

const trigger = (config: object): Step => ['start', 'trigger', config];

test.each([
  [{ matchType: 'regex', keywords: ['^si[sz]e\\b'] }, 'SIZE, please', 1],
  [{ matchType: 'regex', keywords: ['^si[sz]e\\b'] }, 'Which size?', 0],
  [{ matchType: 'any', keywords: ['size'] }, 'Good morning', 1],
  [{ triggerType: 'inbound_message', keywords: ['size'], matchType: 'contains' }, 'Which size?', 1],
  [{ triggerType: 'api_call' }, 'Which size?', 0],
  [{ matchType: 'startsWith', keywords: ['size'] }, 'size XL', 1],
  [{ matchType: 'startsWith', keywords: ['size'] }, 'the size', 0],
])('AUT-06 the trigger %j begins for %j: %i runs', async (config, text, count) => {
  const flows = await startFlows();
  const id = await flows.active([trigger(config)]);
  await flows.writes(text);
  expect(await flows.runs(id)).toHaveLength(count);
});

test('AUT-06 a trigger for first messages begins for what somebody writes first, and for nothing later', async () => {
  const flows = await startFlows();
  const id = await flows.active([trigger({ onlyFirstMessage: true })]);
  await flows.writes('Hello');
  await flows.writes('Hello again');
  expect(await flows.runs(id)).toHaveLength(1);
  await flows.writes('Hello', '15550100501');
  expect(await flows.runs(id)).toHaveLength(2);
});

test.each([
  ['message_sent', 1, 0, 0],
  ['message_delivered', 0, 1, 0],
  ['message_read', 0, 0, 1],
  ['message_failed', 0, 0, 0],
  ['reaction', 0, 0, 1],
])('AUT-06 %s begins runs when that becomes of a message, and then only', async (eventType, sent, arrived, seen) => {
  const flows = await startFlows();
  const id = await flows.active([trigger({ triggerType: 'whatsapp_event', eventType })]);
  await flows.writes('Hello');
  const { body } = await flows.api('GET', '/v1/inbox/conversations');
  const conversationId = String(body['data']?.['0']?.['id']);
  const { accountId } = flows;
  const reply = { accountId, message: 'Hi' };
  const answered = await flows.api('POST', `/v1/inbox/conversations/${conversationId}/messages`, { body: reply });
  const { messageId } = answered.body['data'] as unknown as { messageId: string };
  expect(await flows.runs(id)).toHaveLength(sent);
  await flows.advance(60);
  expect(await flows.runs(id)).toHaveLength(sent + arrived);
  await flows.control('POST', '/_local/inbound', { type: 'message_status', accountId, messageId, status: 'read' });
  const reaction = { type: 'reaction', accountId, platformMessageId: messageId, action: 'added', emoji: '👍' };
  expect((await flows.control('POST', '/_local/inbound', reaction)).status).toBeLessThan(300);
  const runs = await flows.runs(id);
  expect(runs).toHaveLength(sent + arrived + seen);
  for (const { variables } of runs) expect(variables).toMatchObject({ message: 'Hi', event: eventType });
});

test('AUT-06 a message that fails begins runs, also one that a broken network refuses', async () => {
  const flows = await startFlows();
  const id = await flows.active([trigger({ triggerType: 'whatsapp_event', eventType: 'message_failed' })]);
  await flows.writes('Hello');
  const { body } = await flows.api('GET', '/v1/inbox/conversations');
  const { accountId } = flows;
  const at = `/v1/inbox/conversations/${String(body['data']?.['0']?.['id'])}/messages`;
  const sent = await flows.api('POST', at, { body: { accountId, message: 'Hi' } });
  const { messageId } = sent.body['data'] as unknown as { messageId: string };
  await flows.control('POST', '/_local/inbound', { type: 'message_status', accountId, messageId, status: 'failed' });
  expect(await flows.runs(id)).toMatchObject([{ status: 'completed', variables: { event: 'message_failed' } }]);
});

test('AUT-06 what a workflow sends begins no workflow, neither itself nor another', async () => {
  const flows = await startFlows();
  const onSent = trigger({ triggerType: 'whatsapp_event', eventType: 'message_sent' });
  const one = await flows.active([onSent, ['say', 'send_message', { text: 'One' }]]);
  const other = await flows.active([onSent, ['say', 'send_message', { text: 'Other' }]]);
  await flows.active([trigger({ keywords: ['hello'] }), ['say', 'send_message', { text: 'Hi' }]]);
  await flows.writes('Hello');
  expect(await flows.said()).toEqual(['Hi']);
  expect([await flows.runs(one), await flows.runs(other)]).toEqual([[], []]);
});

test('AUT-06 a workflow that hears of the fate of messages does not hear of its own', async () => {
  const flows = await startFlows();
  const onArrival = trigger({ triggerType: 'whatsapp_event', eventType: 'message_delivered' });
  const id = await flows.active([onArrival, ['say', 'send_message', { text: 'It arrived' }]]);
  await flows.active([trigger({ keywords: ['hello'] }), ['say', 'send_message', { text: 'Hi' }]]);
  await flows.writes('Hello');
  await flows.advance(60);
  await flows.advance(60);
  expect(await flows.said()).toEqual(['Hi', 'It arrived']);
  expect(await flows.runs(id)).toHaveLength(1);
});

test('AUT-06 two workflows that answer the fate of messages do not answer each other', async () => {
  const flows = await startFlows();
  const onArrival = trigger({ triggerType: 'whatsapp_event', eventType: 'message_delivered' });
  for (const text of ['One', 'Two']) await flows.active([onArrival, ['say', 'send_message', { text }]]);
  await flows.active([trigger({ keywords: ['hello'] }), ['say', 'send_message', { text: 'Hi' }]]);
  await flows.writes('Hello');
  for (let minute = 0; minute < 5; minute += 1) await flows.advance(60);
  expect([...(await flows.said())].sort()).toEqual(['Hi', 'One', 'Two']);
});

test('AUT-06 a comment begins runs where its post is meant', async () => {
  const flows = await startFlows('instagram');
  const { accountId } = flows;
  const id = await flows.active([trigger({ type: 'comment', postId: 'post-1' })]);
  const comment = (nativeId: string) => {
    const author = { id: '17840001', name: 'Ada' };
    return flows.control('POST', '/_local/inbound', { type: 'comment', accountId, nativeId, author, text: 'Nice' });
  };
  await comment('post-2');
  expect(await flows.runs(id)).toEqual([]);
  await comment('post-1');
  expect(await flows.runs(id)).toHaveLength(1);
});
