import { expect, test } from 'vitest';
import { auditEmitters } from '../../src/build/emitters.ts';
import { collectRefusals } from '../../src/build/refusal.ts';
import { card } from '../service/cards.ts';

const PLAIN = { effect: { does: 'create', kind: 'thing' }, places: {}, status: 201 } as const;

function refusedFor(functions: readonly string[], effect: object = {}): readonly string[] {
  const { refuse, sentences } = collectRefusals();
  const made = card({ id: 'createThing', method: 'POST', path: '/v1/things', emits: ['post.scheduled'] });
  const operations = { createThing: { ...PLAIN, effect: { ...PLAIN.effect, ...effect } } };
  auditEmitters(
    { files: [{ area: 'things', operations: [made], schemas: {} }], service: { kinds: {}, operations } },
    { functions: new Set(functions) },
    refuse,
  );
  return sentences;
}

test('an operation that declares an event and has no function is refused with what to do', () => {
  expect(refusedFor([])).toEqual([
    "things.yaml createThing: emits post.scheduled, but nothing emits it: give the operation a function in its area's operations.ts, or take the event out of x-svc-emits",
  ]);
});

test('one with a function, or one that is not simulated, is let through', () => {
  expect(refusedFor(['createThing'])).toEqual([]);
  expect(refusedFor([], { waits: 'messaging' })).toEqual([]);
});
