import { expect, test } from 'vitest';
import { Lanes, orderKeyOf } from '../../src/listener/lanes.ts';

/** Acts that say when they begin and end when they are told. */
function acts() {
  const begun: string[] = [];
  const end = new Map<string, (fault?: Error) => void>();
  const act = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      end.set(name, (fault) => (fault === undefined ? resolve(name) : reject(fault)));
    });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { begun, act, turn, end: async (name: string, fault?: Error) => (end.get(name)?.(fault), turn()) };
}

test('so many at once and no more; whoever waits longest is next', async () => {
  const { begun, act, end } = acts();
  const lanes = new Lanes(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => lanes.run(undefined, act(name)));
  expect(begun).toEqual(['a', 'b']);
  expect(lanes.size).toBe(4);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(lanes.size).toBe(0);
});

test('of one key one after the other, in order, also after one that failed; others do not wait', async () => {
  const { begun, act, end, turn } = acts();
  const lanes = new Lanes(5);
  const first = lanes.run('p', act('a'));
  const second = lanes.run('p', act('b'));
  const other = lanes.run('q', act('c'));
  await turn();
  expect(begun).toEqual(['a', 'c']);
  const failed = expect(first).rejects.toThrow('no');
  await end('a', new Error('no'));
  await failed;
  expect(begun).toEqual(['a', 'c', 'b']);
  await end('b');
  await end('c');
  expect([await second, await other]).toEqual(['b', 'c']);
});

test.each([
  [{ conversation: { id: 'c1' }, message: { conversationId: 'c2' } }, 'c1'],
  [{ message: { conversationId: 'c2' } }, 'c2'],
  [{ post: { id: 'p1', _id: 'p2' } }, 'p1'],
  [{ post: { _id: 'p2' } }, 'p2'],
  [{ comment: { postId: 'p3' } }, 'p3'],
  [{ post: null, lead: {} }, 'a1'],
])('what %j is about', (payload, key) => {
  expect(orderKeyOf(payload, ['a1', 'a2'])).toBe(key);
});

test('what names nothing has no order', () => {
  expect(orderKeyOf({}, [])).toBeUndefined();
});
