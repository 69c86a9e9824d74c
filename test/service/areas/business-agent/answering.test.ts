/** Which passage answers a question. */
import { expect, test } from 'vitest';
import { replyTo } from '../../../../src/service/areas/business-agent/answering.ts';
import type { Knowledge, Passage } from '../../../../src/service/areas/business-agent/knowledge.ts';
import type { AgentRecord } from '../../../../src/service/areas/business-agent/record.ts';

const agent = (never_say_phrases: readonly string[] = []) => ({ doc: { never_say_phrases } }) as unknown as AgentRecord;

const passage = (source: string, text: string) => ({ source, about: `${source} ${text}`, text });

const only = (passages: readonly Passage[]): Knowledge => ({ passages, skills: [], uiSkills: [] });

const PASSAGES = [
  passage('Do you ship abroad?', 'Yes, to every country of the EU.'),
  passage('Opening hours', 'Monday to Friday, 9 to 18.'),
  passage('prices.txt', 'An espresso is 2.20 EUR.'),
];
const KNOWN = only(PASSAGES);

test.each([
  ['Do you ship to Spain?', 'Do you ship abroad?'],
  ['When are your opening hours?', 'Opening hours'],
  ['How much is an ESPRESSO', 'prices.txt'],
  ['Do you do shipping?', 'Do you ship abroad?'],
])('the passage that has most of the words answers: %s', (question, source) => {
  const { text = '' } = PASSAGES.find((one) => one.source === source) ?? {};
  expect(replyTo(agent(), question, KNOWN)).toMatchObject({ text: `${text}\n\nSource: ${source}` });
});

test.each(['What is the weather tomorrow?', 'Do you repair grinders in Lisbon?'])(
  'less than half of the words is no answer: %s',
  (question) => {
    expect(replyTo(agent(), question, KNOWN)).toEqual({ hindrance: 'no_knowledge' });
  },
);

test('of passages that fit equally well the first one answers', () => {
  const twice = [passage('first', 'Espresso'), passage('second', 'Espresso')];
  expect(replyTo(agent(), 'espresso?', only(twice))).toMatchObject({ text: 'Espresso\n\nSource: first' });
});

test('a greeting is returned, and a message without text goes to people', () => {
  expect(replyTo(agent(), 'Hello!', KNOWN)).toEqual({ text: 'Hello! What would you like to know?' });
  expect(replyTo(agent(), '  ', KNOWN)).toEqual({ hindrance: 'no_text' });
});

test('what must never be said is not said', () => {
  expect(replyTo(agent(['every COUNTRY']), 'Do you ship abroad?', KNOWN)).toEqual({ hindrance: 'never_say_phrase' });
});
