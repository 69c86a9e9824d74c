/** The agent answers customers from what it knows, and hands over what it does not know. */
import { expect, test } from 'vitest';
import { wrongEvents } from '../../events/judged.ts';
import { ANA, attended } from './attended.ts';

const FAQ = { question: 'Do you ship abroad?', answer: 'Yes, to every country of the EU.' };
const ANSWER = `${FAQ.answer}\n\nSource: ${FAQ.question}`;
const HANDOVER = "I'm handing you over to our team. Somebody will get back to you here.";

test('knowledge is added, tried, and quoted to a customer; what is unknown goes to people', async () => {
  const { control, accountId, call, on, write, texts, owners, events, conversation, advance } = await attended();
  await call('POST', '/faqs', FAQ);
  const { id: fileId } = (await call('POST', '/files', { url: 'https://example.com/prices.txt' })).body;
  const text = 'An espresso is 2.20 EUR.\n\nA flat white is 3.40 EUR.';
  const known = { type: 'agent_reading', accountId, fileId, text };
  expect((await control('POST', '/_local/inbound', known)).status).toBe(201);

  const tried = await call('POST', '/test-messages', { message: 'How much is a flat white?' });
  expect(tried.body).toMatchObject({ agent_response: 'A flat white is 3.40 EUR.\n\nSource: prices.txt' });
  expect(await texts()).toEqual([]);

  await on();
  await write('Do you ship to Spain?');
  await write('And how much is an espresso?');
  expect(await texts()).toEqual([ANSWER, 'An espresso is 2.20 EUR.\n\nSource: prices.txt']);
  expect(await owners()).toEqual(['ai_agent']);
  await advance(5);
  const sent = await events('message.sent');
  expect(sent.map(({ payload }) => payload['message'])).toMatchObject([
    { text: ANSWER, source: 'meta_business_agent', sentVia: null },
    { source: 'meta_business_agent' },
  ]);
  expect((await events('message.delivered')).length).toBe(2);
  expect((await events('message.received')).at(-1)?.payload).toMatchObject({ metadata: { standby: true } });

  await write('What is the weather tomorrow?');
  expect((await texts()).at(-1)).toBe(HANDOVER);
  expect(await owners()).toEqual(['ai_agent', 'app']);
  const [, moved] = await events('conversation.control_changed');
  expect(moved?.payload).toMatchObject({ control: { previousOwner: 'ai_agent', metadata: 'no_knowledge' } });
  await write('Hello?');
  expect((await texts()).length).toBe(3);
  expect((await conversation())?.['unreadCount']).toBe(4);
  expect(wrongEvents(await events())).toEqual([]);
});

test('an agent that is off, or not meant for somebody, leaves the conversation to people', async () => {
  const { call, on, set, write, texts, owners } = await attended();
  await call('POST', '/faqs', FAQ);
  await write('Do you ship abroad?', { id: '351911000001' });
  await on({ ai_audience: 'ALLOWLISTED_ONLY' });
  await write('Do you ship abroad?', { id: '351911000002' });
  expect(await texts()).toEqual([]);
  await call('POST', '/allowlist', { consumer_phone_number: `+${ANA.id}` });
  await write('Do you ship abroad?');
  expect(await texts()).toEqual([ANSWER]);
  await set({ rollout: { enabled: false } });
  await write('Do you ship abroad, really?');
  expect(await texts()).toEqual([ANSWER]);
  expect(await owners()).toEqual(['ai_agent', 'app']);
});

test('a conversation that is under way is the agent’s once it is released, until somebody writes', async () => {
  const { api, accountId, call, on, write, texts, conversation } = await attended();
  await call('POST', '/faqs', FAQ);
  await write('Hello');
  await on();
  await write('Do you ship abroad?');
  expect(await texts()).toEqual([]);
  const path = `/v1/inbox/conversations/${String((await conversation())?.['id'])}`;
  const released = await api('POST', `${path}/thread-control`, { body: { accountId, action: 'release' } });
  expect(released.status).toBe(200);
  await write('Do you ship abroad?');
  expect(await texts()).toEqual([ANSWER]);
  await api('POST', `${path}/messages`, { body: { accountId, message: 'I am here.' } });
  await write('Do you ship abroad?');
  expect(await texts()).toEqual([ANSWER, 'I am here.']);
});

test('settings decide the words of a handover, and whether there is one', async () => {
  const { set, on, write, texts, owners } = await attended();
  await on({ handoff: { enabled: true, message_selection: 'CUSTOM', message: 'One moment.' } });
  await write('What is the weather tomorrow?');
  await set({ handoff: { enabled: false } });
  await write('What is the weather tomorrow?', { id: '351911000001' });
  expect(await texts()).toEqual(['One moment.', "I'm sorry, I don't know that."]);
  expect(await owners()).toEqual(['ai_agent', 'app', 'ai_agent']);
});

test('turns beyond the budget are for people, and the budget is that of its span', async () => {
  const { call, on, write, texts, advance } = await attended();
  await call('POST', '/faqs', FAQ);
  await call('PUT', '/budget', { budgets: [{ unit_type: 'ai_turn', time_window: 'one_day', max_budget: 2 }] });
  await on();
  for (const id of ['351911000001', '351911000002', '351911000003']) await write('Do you ship abroad?', { id });
  expect((await texts()).length).toBe(2);
  await advance(86_400);
  await write('Do you ship abroad?', { id: '351911000004' });
  expect((await texts()).length).toBe(3);
});

test('a customer who falls silent is asked once', async () => {
  const { call, on, write, texts, advance } = await attended();
  await call('POST', '/faqs', FAQ);
  await on({ followup: { enabled: true, followup_interval_in_seconds: 300, message: 'Did that help?' } });
  await write('Do you ship abroad?');
  await advance(200);
  await write('Do you ship to Spain?');
  await advance(290);
  expect(await texts()).toEqual([ANSWER, ANSWER]);
  await advance(1_000);
  expect(await texts()).toEqual([ANSWER, ANSWER, 'Did that help?']);
});

test('pages that whatsapp has read are quoted with their address', async () => {
  const { accountId, call, control } = await attended();
  const { id } = (await call('POST', '/websites', { url: 'https://shop.example.com' })).body;
  const question = { message: 'Do you sell gift cards?' };
  expect((await call('POST', '/test-messages', question)).body).toMatchObject({ handoff_reason: 'no_knowledge' });
  const read = { type: 'agent_reading', accountId, websiteId: id };
  const pages = [{ url: 'https://shop.example.com/gifts', text: 'We sell gift cards from 10 EUR.' }];
  expect((await control('POST', '/_local/inbound', { ...read, pages })).status).toBe(201);
  expect((await call('GET', `/websites/${String(id)}`)).body).toMatchObject({
    crawl_status: 'completed',
    pages_crawled: 1,
  });
  expect((await call('POST', '/test-messages', question)).body).toMatchObject({
    agent_response: 'We sell gift cards from 10 EUR.\n\nSource: https://shop.example.com/gifts',
  });
  await control('POST', '/_local/inbound', { ...read, error: 'The server did not answer.' });
  expect((await call('GET', `/websites/${String(id)}`)).body).toMatchObject({
    crawl_status: 'failed',
    crawl_error: 'The server did not answer.',
  });
  expect((await control('POST', '/_local/inbound', { ...read, websiteId: '1' })).status).toBe(404);
  const file = { type: 'agent_reading', accountId, fileId: '1' };
  expect((await control('POST', '/_local/inbound', file)).status).toBe(400);
  expect((await control('POST', '/_local/inbound', { ...file, text: 'Tea' })).status).toBe(404);
});
