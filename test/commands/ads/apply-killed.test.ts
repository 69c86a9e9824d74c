/** `svc ads apply` that stops at any of its requests, before it is sent or before its answer is read, and is run again. */
import { expect, test } from 'vitest';
import { fieldsIn } from '../../../src/kernel/json.ts';
import { TransportFault } from '../../../src/kernel/transport.ts';
import type { World } from '../../../src/world/world.ts';
import { SPRING, startApplying } from './applying.ts';

type Loss = 'request' | 'answer';

/** Nothing gets out any more from the given creating request on; of that one the request or the answer is lost. */
function cutAt(count: number, loss: Loss): (world: World) => World {
  let made = 0;
  let isCut = false;
  return (world) => {
    const { single } = world.http;
    const send: typeof single.send = async (request) => {
      if (request.method === 'POST') made += 1;
      if (isCut || (made === count && loss === 'request')) {
        isCut = true;
        throw new TransportFault('reset', true, undefined);
      }
      const answer = await single.send(request);
      if (made < count) return answer;
      isCut = true;
      throw new TransportFault('reset', true, undefined);
    };
    return { ...world, http: { ...world.http, single: { ...single, send } } };
  };
}

const TREE = [
  {
    campaignName: 'Spring sale',
    adSets: [
      ['Berlin', 'Red shoes', 'Blue shoes'],
      ['Vienna', 'Red shoes'],
    ],
  },
];

/** A campaign, two ad sets with their first ads, and a further ad. */
const CREATING = 4;

const CASES = Array.from({ length: CREATING }, (_, at) => [at + 1, 'request'] as const).flatMap(
  ([at, loss]) =>
    [
      [at, loss],
      [at, 'answer'],
    ] as const,
);

test.each(CASES)(
  'cut at creating request %i, its %s lost, and repeated, each object is there once',
  async (at, loss) => {
    const { applyIn, report, names, api } = await startApplying();
    const { code } = await applyIn(cutAt(at, loss), SPRING, '--yes', '--max-wait', '0');
    expect(code).not.toBe(0);
    await report(SPRING);
    expect(await names()).toEqual(TREE);
    const { adSets } = (await api('GET', '/v1/ads/ad-sets')).body;
    expect(fieldsIn(adSets)).toMatchObject([{ adSetName: 'Berlin' }, { adSetName: 'Vienna', status: 'paused' }]);
    expect(await report(SPRING)).toMatchObject({ created: 0, changed: 0, unchanged: 6 });
  },
);

test('a request that is repeated before the first is seen makes nothing twice', async () => {
  const { applyIn, names } = await startApplying();
  const blind = (world: World): World => {
    const { single } = world.http;
    const send: typeof single.send = async (request) =>
      single.send(
        request.method === 'GET'
          ? { ...request, url: request.url.replace(/adAccountId=\d+/, 'adAccountId=1') }
          : request,
      );
    return { ...world, http: { ...world.http, single: { ...single, send } } };
  };
  expect((await applyIn(blind, SPRING, '--yes')).code).toBe(0);
  expect((await applyIn(blind, SPRING, '--yes')).code).toBe(0);
  expect(await names()).toEqual(TREE);
});
