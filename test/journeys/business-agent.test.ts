/** A business agent from its settings to the person who takes over: it is given knowledge, tried, answers with the document that it cites, follows a skill, and hands over. */
import { expect, test } from 'vitest';
import { attended } from '../service/areas/business-agent/attended.ts';

const PRICES = 'An espresso is 2.20 EUR.\n\nGift cards cost 10 to 100 EUR.';
const ESPRESSO = 'An espresso is 2.20 EUR.\n\nSource: prices.txt';
const ASKED = 'What is your order number?\n\nSkill: Returns';

test('INB-24 INB-25 EVT-57 an agent is set up, tried, answers, follows a skill, and hands over to a person', async () => {
  const at = await attended();
  const { api, call, set, on, write, texts, owners, events, control, conversation, advance, accountId } = at;

  // Settings: off for now, with words of its own for the handover.
  await set({ handoff: { enabled: true, message_selection: 'CUSTOM', message: 'Mia will write to you here.' } });
  expect((await call('GET', '')).body).toMatchObject({ onboarded: true, enabled: false });

  // Knowledge: a document that the platform has read, and a skill that it has reviewed.
  const { id: fileId } = (await call('POST', '/files', { url: 'https://example.com/prices.txt' })).body;
  await control('POST', '/_local/inbound', { type: 'agent_reading', accountId, fileId, text: PRICES });
  const returns = { title: 'Returns', description: 'A customer wants to send something back.' };
  await call('POST', '/skills', { ...returns, skill: 'Ask "What is your order number?"' });
  await call('POST', '/ui-skills', {
    ...{ title: 'Gift cards', component_type: 'interactive_reply_buttons', status: 'enabled' },
    instruction: 'Offer "10 EUR" and "50 EUR".',
  });
  const reviewed = async () => (await call('GET', '/skills')).body['skills'];
  expect(await reviewed()).toMatchObject([{ status: 'pending_review' }]);
  await advance(600);
  expect(await reviewed()).toMatchObject([{ status: 'active' }]);

  // A question comes in while people answer; the agent suggests, and no customer reads it.
  await write('How much is an espresso?');
  const suggested = await call('POST', '/test-messages', { message: 'How much is an espresso?' });
  expect(suggested.body).toMatchObject({ agent_response: ESPRESSO });
  expect(await texts()).toEqual([]);

  // The agent is on and has the conversation: the answer cites the document.
  await on();
  const { id } = (await conversation()) ?? {};
  const path = `/v1/inbox/conversations/${String(id)}`;
  await api('POST', `${path}/thread-control`, { body: { accountId, action: 'release' } });
  await write('So, how much is an espresso?');
  expect(await texts()).toEqual([ESPRESSO]);
  const [sent] = await events('message.sent');
  expect(sent?.payload).toMatchObject({ message: { text: ESPRESSO, source: 'meta_business_agent' } });

  // A question about gift cards is answered with buttons; what is tapped comes back as a message.
  await write('Do you have gift cards?');
  expect((await at.feed(accountId, 'message')).at(-1)).toMatchObject({
    text: 'Gift cards cost 10 to 100 EUR.\n\nSource: prices.txt',
    buttons: [{ title: '10 EUR' }, { title: '50 EUR' }],
  });

  // The skill asks its question; what the agent does not know goes to a person.
  await write('I want to return a grinder');
  expect((await texts()).at(-1)).toBe(ASKED);
  await write('The paper is lost, sorry');
  expect((await texts()).at(-1)).toBe('Mia will write to you here.');
  expect(await owners()).toEqual(['ai_agent', 'app']);
  await api('POST', `${path}/messages`, { body: { accountId, message: 'Mia here. We find it by your name.' } });
  await write('Thank you!');
  expect((await texts()).at(-1)).toBe('Mia here. We find it by your name.');

  // The thread reads as it went, and says who wrote what.
  const { body } = await api('GET', `${path}/messages`, { query: { accountId } });
  const thread = body['messages'] as unknown as readonly { direction: string; message: string; sentVia?: unknown }[];
  expect(thread.filter(({ direction }) => direction === 'outgoing').map(({ message }) => message)).toEqual(
    await texts(),
  );
  expect((await events('message.received')).at(-1)?.payload['metadata']?.['standby']).toBeUndefined();
});
