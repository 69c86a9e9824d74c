/** `svc ads create --wait`: ends with the review, its exit code says how that went. */
import { expect, test } from 'vitest';
import { steered } from '../../support/steered.ts';
import { errorIn, svc, type SvcOptions } from '../../support/svc.ts';
import { testWorld } from '../../support/world.ts';

const WORDS = [
  ...['--ad-account-id', '121975733191629', '--name', 'Spring', '--goal', 'traffic', '--countries', 'DE'],
  ...['--budget-amount', '20', '--budget-type', 'daily', '--headline', 'Spring', '--body', 'A third off.'],
  ...['--link-url', 'https://example.com', '--image-url', 'https://example.com/spring.jpg', '--yes'],
];

async function bench() {
  const under = await steered();
  const { _id: accountId } = await under.account('metaads');
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  const sleeping = (sleep: () => Promise<void>): NonNullable<SvcOptions['doors']> => ({
    clock: { ...testWorld().world.clock, sleep },
  });
  const create = (sleep: () => Promise<void>, ...words: readonly string[]) =>
    svc(['ads', 'create', '--account-id', accountId, ...WORDS, ...words, '-o', 'json'], {
      env,
      doors: sleeping(sleep),
    });
  return { ...under, accountId, create };
}

test('ADS-01: the wait ends when the ad is approved', async () => {
  const { create, advance } = await bench();
  const { code, stdout } = await create(async () => void (await advance(900)), '--wait');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { ad: { reviewStatus: 'approved', status: 'active' } }]);
});

test('ADS-01: a rejected ad ends the wait with exit 3 and the reason', async () => {
  const { create, api, control, accountId } = await bench();
  const reject = async () => {
    const [ad] = (await api('GET', '/v1/ads')).body['ads'] as unknown as readonly { _id: string }[];
    const cause = {
      type: 'ad_status',
      accountId,
      adId: ad?._id,
      level: 'ad',
      status: 'REJECTED',
      reason: 'Too much text',
    };
    await control('POST', '/_local/inbound', cause);
  };
  const said = await create(reject, '--wait');
  expect(said.code).toBe(3);
  expect(errorIn(said)['message']).toBe('The ad is rejected: Too much text.');
});

test('a wait for several ads is refused before anything is sent', async () => {
  const { create, api } = await bench();
  const { code } = await create(
    () => Promise.resolve(),
    '--wait',
    '--creatives',
    '{"headline":"One","body":"B","linkUrl":"https://example.com"}',
  );
  expect(code).toBe(2);
  expect((await api('GET', '/v1/ads')).body['ads']).toEqual([]);
});
