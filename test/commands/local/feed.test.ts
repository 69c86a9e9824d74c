import { expect, test } from 'vitest';
import { failure } from '../../../src/kernel/failure.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { steered } from '../../support/steered.ts';
import { run } from '../../../src/main.ts';
import { testWorld } from '../../support/world.ts';

test('a feed is followed until Ctrl-C, each item once, as NDJSON in a pipe', async () => {
  const dataDir = await temporaryFolder();
  const { account, control } = await steered({ dataDir });
  const { _id } = await account('instagram');
  const post = (text: string) => control('POST', `/_local/network/${_id}/feed`, { text });
  await post('first');
  const argv = ['local', 'network', 'feed', _id, '--follow', '--data-dir', dataDir];
  const made = testWorld({ argv });
  let looks = 0;
  const sleep = async (_ms: number, signal?: AbortSignal) => {
    looks += 1;
    if (looks === 1) await post('second');
    if (looks === 3) made.interrupt(failure('interrupted'));
    signal?.throwIfAborted();
  };
  const world = { ...made.world, clock: { ...made.world.clock, sleep } };
  expect(await run(world)).toBe(130);
  expect(
    made
      .out()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text),
  ).toEqual(['first', 'second']);
});
