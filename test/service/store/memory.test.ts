import { expect, test } from 'vitest';
import { openMemory } from '../../../src/service/store/memory.ts';

/** A database with one value, and how often it was asked. */
function database(value?: unknown) {
  const state = { value, asked: 0 };
  const load = async () => {
    state.asked += 1;
    return state.value;
  };
  return { state, load };
}

test('a value is asked for once, also by those who ask at one time, and everybody gets a copy', async () => {
  const memory = openMemory();
  const { state, load } = database({ words: ['a'] });
  const [one, other] = await Promise.all([memory.committed.get('k', load), memory.committed.get('k', load)]);
  (one as { words: string[] }).words.push('b');
  expect(other).toEqual({ words: ['a'] });
  expect(await memory.committed.get('k', load)).toEqual({ words: ['a'] });
  expect(state.asked).toBe(1);
});

test('that nothing is there is remembered as well', async () => {
  const memory = openMemory();
  const { state, load } = database();
  expect(memory.known('k')).toBeUndefined();
  await memory.committed.get('k', load);
  await memory.committed.get('k', load);
  expect(state.asked).toBe(1);
  expect(memory.known('k')).toEqual({});
});

test('a unit sees what it wrote, and others what is committed', async () => {
  const memory = openMemory();
  const { load } = database('old');
  memory.write('k', 'new');
  expect([await memory.written.get('k', load), await memory.committed.get('k', load)]).toEqual(['new', 'old']);
  memory.commit();
  expect(await memory.committed.get('k', load)).toBe('new');
});

test('of a unit that is undone nothing stays, and of those before it everything', async () => {
  const memory = openMemory();
  const { load } = database('old');
  memory.write('k', 'first');
  const mark = memory.mark();
  memory.write('k', 'second');
  memory.write('gone', 'never');
  memory.write('k', undefined);
  memory.dropSince(mark);
  expect(memory.known('gone')).toBeUndefined();
  memory.commit();
  expect(await memory.committed.get('k', load)).toBe('first');
});

test('a value that was removed is not asked for again', async () => {
  const memory = openMemory();
  const { state, load } = database('old');
  memory.write('k', undefined);
  expect(await memory.written.get('k', load)).toBeUndefined();
  expect(memory.known('k')).toEqual({});
  memory.commit();
  expect(await memory.committed.get('k', load)).toBeUndefined();
  expect(state.asked).toBe(0);
});

test('what was read before a commit and comes after it is not remembered', async () => {
  const memory = openMemory();
  let answer: (value: string) => void = () => undefined;
  const slow = memory.committed.get('k', () => new Promise<string>((resolve) => (answer = resolve)));
  memory.write('k', 'new');
  memory.commit();
  answer('old');
  await slow;
  expect(await memory.committed.get('k', database('old').load)).toBe('new');
});

test('what is read while something else is committed is remembered', async () => {
  const memory = openMemory();
  let answer: (value: string) => void = () => undefined;
  const slow = memory.committed.get('k', () => new Promise<string>((resolve) => (answer = resolve)));
  memory.write('other', 'new');
  memory.commit();
  answer('there');
  await slow;
  expect(memory.known('k')).toEqual({ value: 'there' });
});

test('what is read while everything is forgotten is not remembered', async () => {
  const memory = openMemory();
  let answer: (value: string) => void = () => undefined;
  const slow = memory.committed.get('k', () => new Promise<string>((resolve) => (answer = resolve)));
  memory.forget();
  answer('old');
  await slow;
  expect(memory.known('k')).toBeUndefined();
});

test('after a batch that was lost everything is asked for again', async () => {
  const memory = openMemory();
  const { state, load } = database('old');
  await memory.committed.get('k', load);
  memory.write('k', 'new');
  memory.forget();
  expect(await memory.committed.get('k', load)).toBe('old');
  expect(state.asked).toBe(2);
});

test('what was not used for longest goes first', async () => {
  const memory = openMemory(30);
  const { load } = database('x'.repeat(10));
  for (const key of ['a', 'b', 'a', 'c']) await memory.committed.get(key, load);
  expect([memory.known('a'), memory.known('b')]).toEqual([{ value: 'x'.repeat(10) }, undefined]);
});
