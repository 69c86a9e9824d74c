import { expect, test } from 'vitest';
import { inboundTypes, type InboundPage } from '../../src/build/inbound.ts';
import { without } from '../../src/kernel/json.ts';
import { collectRefusals } from '../../src/build/refusal.ts';

const WORD = { type: 'string' } as const;

const bodies = {
  ping_pong: {
    fields: {
      from: WORD,
      person: { type: 'object', required: ['id'], properties: { id: WORD, name: WORD } },
      answers: { type: 'object', additionalProperties: WORD },
      extra: { type: 'object' },
      kind: { type: 'string', enum: ['a', 'b'] },
    },
    required: ['person'],
  },
} as const;

const words = {
  'person.id': 'Id',
  'person.name': 'Name',
  from: 'Sender',
  answers: { summary: 'Answer', flag: 'answer' },
  extra: 'More',
  kind: 'Kind',
};

const page = (fields: InboundPage['fields'], type = 'ping_pong'): InboundPage => ({
  fields,
  types: { [type]: { summary: 'Ping.', example: '--person-id 1' } },
});

const refusalsOf = (one: InboundPage): readonly string[] => {
  const { refuse, sentences } = collectRefusals();
  inboundTypes(one, bodies, refuse);
  return sentences;
};

test('fields become flags: an object in its parts, words as pairs, what is required first', () => {
  const { ping_pong: made } = inboundTypes(page(words), bodies, () => undefined);
  expect(made?.example).toBe('svc local inbound ping-pong --person-id 1');
  expect(made?.flags).toEqual([
    { name: 'personId', path: ['person', 'id'], type: 'string', summary: 'Id', required: true },
    { name: 'from', path: ['from'], type: 'string', summary: 'Sender' },
    { name: 'personName', path: ['person', 'name'], type: 'string', summary: 'Name' },
    { name: 'answer', path: ['answers'], type: 'string', summary: 'Answer', repeat: true, pairs: true },
    { name: 'extra', path: ['extra'], type: 'json', summary: 'More' },
    { name: 'kind', path: ['kind'], type: 'string', summary: 'Kind', choices: ['a', 'b'] },
  ]);
});

test('a type or field without words, and words without either, are refused', () => {
  const fewer = without(words, ['kind']);
  expect(refusalsOf(page(fewer))).toEqual(['control/inbound.yaml: ping_pong has no words for its field kind']);
  expect(refusalsOf(page(words, 'pang'))).toEqual([
    'control/inbound.yaml: has no words for the inbound type ping_pong',
    'control/inbound.yaml: has words for pang, which no area takes',
  ]);
  const more = { ...page(words), types: { ping_pong: { summary: 'P.', example: '', fields: { colour: 'Colour' } } } };
  expect(refusalsOf(more)).toEqual(['control/inbound.yaml: ping_pong has words for colour, which is no field of it']);
});
