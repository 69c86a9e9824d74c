import { expect, test } from 'vitest';
import { plainPrompt } from '../../src/world/prompt-plain.ts';

function answering(...answers: readonly string[]) {
  const said: string[] = [];
  const left = [...answers];
  const ask = (question: string): Promise<string> => {
    said.push(question);
    return Promise.resolve(left.shift() ?? '');
  };
  return { said, prompt: plainPrompt({ ask, say: (line) => void said.push(line) }) };
}

test.each([
  ['y', true],
  ['Yes', true],
  ['', false],
  ['maybe', false],
])('a confirmation that is answered with %j is %s', async (answer, yes) => {
  expect(await answering(answer).prompt.confirm('Delete it?')).toBe(yes);
});

test('an empty answer takes what is offered', async () => {
  const { prompt, said } = answering('');
  expect(await prompt.input('Name?', 'Acme')).toBe('Acme');
  expect(said).toEqual(['Name? (Acme) ']);
});

test('a list has numbers, and another word is asked for again', async () => {
  const { prompt, said } = answering('three', '2');
  expect(await prompt.select('Which?', [{ value: 'a', name: 'First' }, { value: 'b' }])).toBe('b');
  expect(said).toEqual(['Which?', '1. First', '2. b', 'Number: ', 'Type a number from 1 to 2.', 'Number: ']);
});

test('several are chosen by their numbers, none that cannot be, and Enter keeps those that are marked', async () => {
  const choices = [
    { heading: 'Networks' },
    { value: 'x', name: 'X', checked: true },
    { value: 'y', name: 'YouTube', disabled: 'expired' },
    { value: 'z', name: 'Zoo' },
  ];
  expect(await answering('').prompt.checkbox('Where?', choices)).toEqual(['x']);
  const { prompt, said } = answering('2', '3, 1');
  expect(await prompt.checkbox('Where?', choices)).toEqual(['x', 'z']);
  expect(said.slice(0, 5)).toEqual(['Where?', 'Networks', '1. X *', '2. YouTube (expired)', '3. Zoo']);
});

test('a text ends with a full stop alone, and at once it keeps the one before', async () => {
  const foot = (text: string): Promise<string> => Promise.resolve(`${String(text.length)} characters`);
  const { prompt, said } = answering('One', 'two.', '.');
  expect(await prompt.lines('Text?', '', foot)).toBe('One\ntwo.');
  expect(said.at(-1)).toBe('8 characters');
  expect(await answering('.').prompt.lines('Text?', 'Before', foot)).toBe('Before');
});
