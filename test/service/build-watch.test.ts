import { expect, test } from 'vitest';
import { openBuildWatch, STALE } from '../../src/service/build-watch.ts';
import { startService, testDoors } from '../support/service.ts';

test('a build that was replaced is said once, and is well again when it is back', () => {
  const said: string[] = [];
  let isReplaced = false;
  const watch = openBuildWatch({ isReplaced: () => isReplaced, say: (sentence) => void said.push(sentence) });
  expect([watch.isStale(), said]).toEqual([false, []]);
  isReplaced = true;
  expect([watch.isStale(), watch.isStale(), said]).toEqual([true, true, [STALE]]);
  isReplaced = false;
  expect(watch.isStale()).toBe(false);
});

test('ERR-40 a call that fails while the build is replaced answers 503 with the way out', async () => {
  const { api, service } = await startService({ doors: testDoors({ isReplaced: () => true }) });
  service.desk.store.read.list = async () => Promise.reject(new Error('Cannot find module'));
  expect(await api('GET', '/v1/profiles')).toMatchObject({
    status: 503,
    body: { error: STALE, type: 'api_error', code: 'temporarily_unavailable' },
  });
});
