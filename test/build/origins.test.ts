import { expect, test } from 'vitest';
import { auditOrigins } from '../../src/build/origins.ts';
import { collectRefusals } from '../../src/build/refusal.ts';
import type { Effect, Kind } from '../../src/kernel/effect.ts';

const THING: Kind = { id: 'record', owner: 'team', source: 'team' };

function refusedFor(kind: Partial<Kind>, effect: Partial<Effect> = {}): readonly string[] {
  const { refuse, sentences } = collectRefusals();
  const kinds = new Map([['thing', { file: 'kinds/things.yaml', kind: { ...THING, ...kind } }]]);
  const served = { any: { effect: { does: 'get', ...effect } as Effect, places: {}, status: 200 } };
  auditOrigins({ kinds, served }, refuse);
  return sentences;
}

test('a kind of the team that nothing makes is refused', () => {
  expect(refusedFor({})).toEqual([
    'kinds/things.yaml: no operation creates thing or writes it; say in its summary what does, or name it in the x-svc-effect of the operation that makes it',
  ]);
});

test('an operation that creates it or writes it, or a sentence about what does, is an origin', () => {
  expect(refusedFor({}, { does: 'create', kind: 'thing' })).toEqual([]);
  expect(refusedFor({}, { does: 'run', writes: ['thing'] })).toEqual([]);
  expect(refusedFor({ summary: 'Comes in when somebody calls.' })).toEqual([]);
});

test('what a network owns and what is computed needs no operation', () => {
  expect(refusedFor({ source: 'network' })).toEqual([]);
  expect(refusedFor({ source: 'derived' })).toEqual([]);
});
