/** Trying the agent out: messages that no customer sees, evaluations, instructions under review, and notices. */
import { expect, test } from 'vitest';
import { ANA, attended } from './attended.ts';

const FAQ = { question: 'Do you ship abroad?', answer: 'Yes, to every country of the EU.' };

test('a test goes on in its conversation, and no customer sees it', async () => {
  const { call, texts, events } = await attended();
  await call('PUT', '/business-information', { payment_method: 'Card or cash' });
  const first = await call('POST', '/test-messages', { message: 'What payment do you take?' });
  expect(first.body).toMatchObject({ agent_response: 'Card or cash\n\nSource: Payment' });
  const { conversation_id: conversationId } = first.body;
  const second = await call('POST', '/test-messages', { message: 'Thanks', conversationId });
  expect(second.body).toMatchObject({ conversation_id: conversationId });
  expect(second.body['message_id']).not.toBe(first.body['message_id']);
  const unknown = await call('POST', '/test-messages', { message: 'Thanks', conversationId: 'none' });
  expect(unknown).toMatchObject({ status: 404, body: { param: 'conversationId' } });
  expect(await texts()).toEqual([]);
  expect(await events('message.sent')).toEqual([]);
});

test('an evaluation asks the questions that the agent was given, on the clock', async () => {
  const { call, advance, set } = await attended();
  const { id } = (await call('POST', '/faqs', FAQ)).body;
  const other = (await call('POST', '/faqs', { question: 'Is it cheap?', answer: 'It is free.' })).body['id'];
  await set({ never_say_phrases: ['free'] });
  expect(await call('POST', '/evals', { evalCaseIds: [id, '1'] })).toMatchObject({
    status: 404,
    body: { param: 'evalCaseIds' },
  });
  const { status, body } = await call('POST', '/evals', { evalCaseIds: [id, other] });
  expect(status).toBe(202);
  const { job_id: jobId } = body as unknown as { readonly job_id: string };
  const path = `/evals?jobId=${jobId}`;
  expect((await call('GET', path)).body).toMatchObject({ jobs: [{ job_id: jobId, status: 'running' }], results: [] });
  await advance(10);
  expect((await call('GET', path)).body).toMatchObject({
    jobs: [{ status: 'completed' }],
    results: [
      { eval_id: id, question: FAQ.question, expected: FAQ.answer, passed: true },
      { eval_id: other, passed: false },
    ],
  });
  expect((await call('GET', `/evals?evalIds=${String(id)}`)).body).toMatchObject({
    cases: [{ eval_id: id }],
    results: [{ eval_id: id }],
  });
  expect((await call('GET', '/evals?jobId=1')).status).toBe(404);
});

test('an instruction is reviewed on the clock, again after each change', async () => {
  const { control, accountId, call, advance } = await attended();
  const { id } = (await call('POST', '/skills', { skill: 'Be brief.' })).body;
  const status = async () => (await call('GET', `/skills/${String(id)}`)).body['status'];
  expect(await status()).toBe('pending_review');
  await advance(600);
  expect(await status()).toBe('active');
  await control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'approval', outcome: 'reject' });
  await call('PUT', `/skills/${String(id)}`, { skill: 'Be rude.' });
  expect(await status()).toBe('pending_review');
  await advance(600);
  expect(await status()).toBe('blocked');
});

test('the agent writes about an event to whom it may write', async () => {
  const { call, on, write, texts, advance } = await attended();
  const event = { to: `+${ANA.id}`, type: 'order_shipped', description: 'Your order is on its way.', payload: '{}' };
  const send = async (more: object = {}) => {
    const { body } = await call('POST', '/events', { ...event, ...more });
    await advance(5);
    return (await call('GET', `/events/${String(body['agent_event_id'])}`)).body;
  };
  expect(await send()).toMatchObject({ status: 'skipped', skipped_reason: 'off' });
  await on();
  expect(await send()).toMatchObject({ status: 'skipped', skipped_reason: 'window_closed' });
  await write('Hello');
  expect(await send()).toMatchObject({ status: 'sent', event_type: 'order_shipped' });
  expect((await texts()).at(-1)).toBe('Your order is on its way.');
  await advance(90_000);
  expect(await send()).toMatchObject({ skipped_reason: 'window_closed' });
  expect(await call('POST', '/events', { ...event, payload: '{' })).toMatchObject({ status: 400 });
  expect(await call('POST', '/events', { ...event, to: '123' })).toMatchObject({ status: 400 });
});
