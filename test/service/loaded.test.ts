/** What the areas load is loaded once, and again only after it failed. */
import { expect, test } from 'vitest';
import { keepLoaded } from '../../src/service/loaded.ts';

test('an area is loaded once, and nothing is found where there is none', async () => {
  let loads = 0;
  const find = keepLoaded({ posts: async () => ({ load: (loads += 1) }) });
  expect(await find('posts')).toEqual({ load: 1 });
  expect(await find('posts')).toEqual({ load: 1 });
  expect(await find('toString')).toBeUndefined();
  expect(loads).toBe(1);
});

test('a load that failed is tried again by the next call', async () => {
  let loads = 0;
  const find = keepLoaded({
    posts: async () => {
      loads += 1;
      if (loads === 1) throw new Error('no room');
      return loads;
    },
  });
  await expect(find('posts')).rejects.toThrow('no room');
  expect(await find('posts')).toBe(2);
});
