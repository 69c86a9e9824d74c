/** Which way leads on from a step. */
import { expect, test } from 'vitest';
import { entryOf, nodeIn, outcomesOf, reachedIn, wayFrom } from '../../../../src/service/areas/workflows/graph.ts';
import type { Node } from '../../../../src/service/areas/workflows/record.ts';

const edgesTo = (...handles: readonly (string | undefined)[]) => ({
  edges: handles.map((sourceHandle, at) => ({
    id: `e${String(at)}`,
    source: 'a',
    target: sourceHandle ?? 'next',
    ...(sourceHandle !== undefined && { sourceHandle }),
  })),
});

const targetOf = (outcome: string | undefined, ...handles: readonly (string | undefined)[]) =>
  wayFrom(edgesTo(...handles), 'a', outcome)?.target;

test.each<[outcome: string | undefined, handles: readonly (string | undefined)[], target: string | undefined]>([
  [undefined, [undefined], 'next'],
  [undefined, ['whatever'], 'whatever'],
  [undefined, ['success', 'failed'], 'success'],
  [undefined, ['one', 'other'], undefined],
  ['success', ['permission_required', 'failed'], undefined],
  ['success', ['success', 'permission_required', 'failed'], 'success'],
  ['success', ['tool:look_up'], undefined],
  ['success', ['then', 'tool:look_up'], 'then'],
  ['error', ['success', 'failed'], 'failed'],
  ['error', [undefined], undefined],
  ['timeout', [undefined], undefined],
  ['timeout', ['no_reply'], 'no_reply'],
  ['true', ['yes', 'no'], 'yes'],
  ['false', [undefined, 'yes'], 'next'],
  ['false', ['yes'], undefined],
  ['default', ['first', 'default'], 'default'],
  ['default', ['first', 'else'], 'else'],
  ['default', ['first'], undefined],
  ['first', ['default'], 'default'],
  ['On-Reply', ['reply'], 'reply'],
])('AUT-01 the outcome %s takes of the ways %j the one to %s', (outcome, handles, target) => {
  expect(targetOf(outcome, ...handles)).toBe(target);
});

const node = (type: Node['type'], config: object): Node => ({ id: 'a', type, config: { ...config } });

test('AUT-01 the outcomes of a step follow from its type and its settings', () => {
  const rules = [
    { id: 'big', variable: 'size', operator: 'equals', value: 'xl' },
    { id: 'small', variable: 'size', operator: 'equals', value: 's' },
  ];
  expect(outcomesOf(node('condition', { rules }))).toEqual(['big', 'small', 'true', 'false']);
  expect(outcomesOf(node('condition', { rules, logic: 'all' }))).toEqual(['true', 'false']);
  expect(outcomesOf(node('a_b_split', {}))).toEqual(['a', 'b']);
  expect(outcomesOf(node('ai', { tools: [{ name: 'look_up' }] }))).toEqual([
    'tool:look_up',
    'other',
    'success',
    'error',
  ]);
  expect(outcomesOf(node('ai', { prompt: 'Hi' }))).toBeUndefined();
  expect(outcomesOf(node('wait_for_reply', {}))).toEqual(['reply', 'timeout']);
  expect(outcomesOf(node('webhook', {}))).toEqual(['success', 'error']);
  expect(outcomesOf(node('delay', {}))).toBeUndefined();
});

test('AUT-01 a run begins at the step that is named, else at the first trigger', () => {
  const nodes = [node('end', {}), { ...node('trigger', {}), id: 'b' }, { ...node('trigger', {}), id: 'c' }];
  expect([nodeIn({ nodes }, 'b')?.id, nodeIn({ nodes }, 'gone')]).toEqual(['b', undefined]);
  expect(entryOf({ nodes, edges: [], entryNodeId: 'c' })?.id).toBe('c');
  expect(entryOf({ nodes, edges: [], entryNodeId: 'gone' })).toBeUndefined();
  expect(entryOf({ nodes, edges: [] })?.id).toBe('b');
  expect(entryOf({ nodes: nodes.slice(0, 1), edges: [] })).toBeUndefined();
});

test('AUT-01 steps are reached from the first one and from every trigger, round circles as well', () => {
  const nodes = ['one', 'two', 'three', 'lost'].map((id): Node => ({ id, type: id === 'three' ? 'trigger' : 'end' }));
  const edges = [
    { id: 'a', source: 'one', target: 'two' },
    { id: 'b', source: 'two', target: 'one' },
  ];
  expect([...reachedIn({ nodes, edges, entryNodeId: 'one' })].toSorted()).toEqual(['one', 'three', 'two']);
});
