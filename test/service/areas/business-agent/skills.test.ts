/** What skills and UI skills make of an answer: what is said, what can be tapped, and who goes on. */
import { expect, test } from 'vitest';
import { attended } from './attended.ts';

const REVIEW_SECONDS = 600;
const RETURNS = { title: 'Returns', description: 'A customer wants to send something back.' };
const ASKS = { ...RETURNS, skill: 'Say "What is your order number?" and offer an exchange first.' };
const QUESTION = 'I want to return a grinder';
const POLICY = { return_policy: 'Unopened goods within 30 days.' };

/** An agent that is on and knows when goods can be returned. */
async function shop() {
  const service = await attended();
  const { call, advance, on } = service;
  await call('PUT', '/business-information', POLICY);
  await on();
  const suggested = async (message: string) => (await call('POST', '/test-messages', { message })).body;
  return {
    ...service,
    suggested,
    skill: async (body: object) => {
      const { id } = (await call('POST', '/skills', body)).body;
      await advance(REVIEW_SECONDS);
      return String(id);
    },
    uiSkill: async (body: object) => {
      const { status, body: made } = await call('POST', '/ui-skills', { status: 'enabled', ...body });
      expect(status, JSON.stringify(made)).toBeLessThan(300);
      return String(made['id']);
    },
  };
}

test('an active skill says its quoted words above the passage that answers, and both are named below', async () => {
  const { skill, suggested, write, texts } = await shop();
  await skill(ASKS);
  const text = `What is your order number?\n\n${POLICY.return_policy}\n\nSkill: Returns\nSource: Returns and refunds`;
  expect(await suggested('Can I return goods?')).toMatchObject({ agent_response: text });
  expect((await suggested('Can I return goods?'))['handoff_reason']).toBeUndefined();
  await write('Can I return goods?');
  expect(await texts()).toEqual([text]);
});

test('where no passage answers, the words of a skill are the answer, and nobody takes over', async () => {
  const { skill, write, texts, owners, call } = await shop();
  await call('DELETE', '/business-information');
  await skill(ASKS);
  await write(QUESTION);
  expect(await texts()).toEqual(['What is your order number?\n\nSkill: Returns']);
  expect(await owners()).toEqual(['ai_agent']);
});

test('a skill is consulted once it is active, and again after the review of a change', async () => {
  const { call, suggested, advance, control, accountId } = await shop();
  const { id } = (await call('POST', '/skills', ASKS)).body;
  const says = async () => String((await suggested(QUESTION))['agent_response']).includes('order number');
  expect(await says()).toBe(false);
  await advance(REVIEW_SECONDS);
  expect(await says()).toBe(true);
  await call('PUT', `/skills/${String(id)}`, ASKS);
  expect(await says()).toBe(false);
  await control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'approval', outcome: 'reject' });
  await advance(REVIEW_SECONDS);
  expect(await says()).toBe(false);
  await call('PUT', `/skills/${String(id)}`, ASKS);
  await control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'approval', outcome: 'ok' });
  await advance(REVIEW_SECONDS);
  expect(await says()).toBe(true);
  await call('DELETE', `/skills/${String(id)}`);
  expect(await says()).toBe(false);
});

test('of several skills the one with most words of the question applies, of equals the oldest', async () => {
  const { skill, suggested } = await shop();
  await skill({ title: 'Grinders', skill: 'Say "Which model?"' });
  await skill({ title: 'Return a grinder', skill: 'Say "Burrs out first."' });
  await skill({ title: 'A grinder return', skill: 'Say "Never reached."' });
  const { agent_response: text } = await suggested('return grinder');
  expect(text).toMatch(/^Burrs out first\.\n\n.*Skill: Return a grinder/su);
  expect((await suggested('grinder'))['agent_response']).toBe('Which model?\n\nSkill: Grinders');
});

test('an instruction without quoted words is named below the answer, which stays as it is', async () => {
  const { skill, suggested } = await shop();
  await skill({ ...RETURNS, skill: 'Be very kind.' });
  const { agent_response: text } = await suggested('Can I return goods?');
  expect(text).toBe(`${POLICY.return_policy}\n\nSkill: Returns\nSource: Returns and refunds`);
  expect(await suggested('Somebody wants to send it back')).toMatchObject({ handoff_reason: 'no_knowledge' });
});

test('a skill without a title and a description never applies', async () => {
  const { skill, suggested } = await shop();
  await skill({ skill: 'Say "Return it at once."' });
  expect((await suggested('Can I return goods?'))['agent_response']).not.toContain('at once');
});

test('a skill that hands over says so, and people answer from then on', async () => {
  const { skill, write, texts, owners, events, suggested, set } = await shop();
  await skill({ title: 'Damage', skill: 'Say "I have noted that." Then hand over to people.' });
  const text = `I have noted that.\n\nI'm handing you over to our team. Somebody will get back to you here.\n\nSkill: Damage`;
  expect(await suggested('damage')).toMatchObject({ agent_response: text, handoff_reason: 'skill' });
  await write('damage');
  expect(await texts()).toEqual([text]);
  expect(await owners()).toEqual(['ai_agent', 'app']);
  const [, moved] = await events('conversation.control_changed');
  expect(moved?.payload).toMatchObject({ control: { previousOwner: 'ai_agent', metadata: 'skill' } });
  await write('damage?');
  expect((await texts()).length).toBe(1);
  await set({ handoff: { enabled: false } });
  expect(await suggested('damage')).toMatchObject({ agent_response: 'I have noted that.\n\nSkill: Damage' });
});

test.each(['Do not hand over.', 'Answer without handing off.', 'Never hand-off.', "Don't hand over."])(
  'a sentence that forbids the handover does not cause one: %s',
  async (sentence) => {
    const { skill, suggested } = await shop();
    await skill({ title: 'Damage', skill: `Say "Noted." ${sentence}` });
    expect((await suggested('damage'))['handoff_reason']).toBeUndefined();
  },
);

test('words of a skill that must never be said go to people', async () => {
  const { skill, suggested, set } = await shop();
  await skill(ASKS);
  await set({ never_say_phrases: ['ORDER number'] });
  expect(await suggested(QUESTION)).toMatchObject({ handoff_reason: 'never_say_phrase' });
});

const RETURN = { title: 'Return', component_type: 'interactive_reply_buttons' };
const BUTTONS = { ...RETURN, instruction: 'Offer "Exchange" and "Money back".' };

test('an enabled UI skill dresses the answer, and a test lists what can be tapped', async () => {
  const { uiSkill, call, suggested, write, feed, accountId } = await shop();
  const id = await uiSkill(BUTTONS);
  expect(await suggested('Can I return goods?')).toMatchObject({ quick_replies: ['Exchange', 'Money back'] });
  await write('Can I return goods?');
  const buttons = ['Exchange', 'Money back'].map((title) => ({ type: 'postback', title, payload: title }));
  expect(await feed(accountId, 'message')).toMatchObject([{ buttons }]);
  await call('PUT', `/ui-skills/${id}`, { ...BUTTONS, status: 'disabled' });
  expect((await suggested('Can I return goods?'))['quick_replies']).toBeUndefined();
  await call('PUT', `/ui-skills/${id}`, { ...BUTTONS, status: 'enabled' });
  expect((await suggested('Can I return goods?'))['quick_replies']).toHaveLength(2);
});

test('a UI skill dresses answers alone: what goes to people has no buttons', async () => {
  const { uiSkill, suggested } = await shop();
  await uiSkill({ ...BUTTONS, title: 'Weather' });
  const weather = await suggested('weather?');
  expect(weather).toMatchObject({ handoff_reason: 'no_knowledge' });
  expect(weather['quick_replies']).toBeUndefined();
});

test('a flow is shown once it is published', async () => {
  const { uiSkill, api, write, feed, accountId } = await shop();
  const query = { accountId };
  const flow = { name: 'Return form', categories: ['OTHER'], accountId };
  const made = (await api('POST', '/v1/whatsapp/flows', { body: flow })).body['flow'] as unknown as { id: string };
  await uiSkill({ title: 'Return', component_type: 'flow', instruction: 'Open "Fill in".', flow_id: Number(made.id) });
  await write('Can I return goods?', { id: '351911000001' });
  const layout = { type: 'SingleColumnLayout', children: [{ type: 'TextBody', text: 'Thanks.' }] };
  const flow_json = { version: '7.0', screens: [{ id: 'START', terminal: true, layout }] };
  await api('PUT', `/v1/whatsapp/flows/${made.id}/json`, { query, body: { accountId, flow_json } });
  const published = await api('POST', `/v1/whatsapp/flows/${made.id}/publish`, { query, body: { accountId } });
  expect(published.status, JSON.stringify(published.body)).toBeLessThan(300);
  await write('Can I return goods?', { id: '351911000002' });
  const [before, after] = await feed(accountId, 'message');
  expect(before).not.toHaveProperty('interactive');
  expect(after).toMatchObject({
    interactive: { type: 'flow', action: { parameters: { flow_id: made.id, flow_cta: 'Fill in' } } },
  });
});

test('a flow that the account does not have is refused when it is named', async () => {
  const { call } = await shop();
  const body = { component_type: 'flow', status: 'enabled', instruction: 'Open it.', flow_id: 1 };
  expect(await call('POST', '/ui-skills', body)).toMatchObject({ status: 404, body: { param: 'flow_id' } });
});
