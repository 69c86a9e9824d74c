/** Who sees an ad, on the command line: people like those of a list that was uploaded; and a reach that is predicted, reserved and used. */
import { expect, test } from 'vitest';
import type { Json } from '../support/service.ts';
import { CONTENT, META } from '../service/areas/ads/ad-content.ts';
import { steered } from '../support/steered.ts';
import { errorIn, svc } from '../support/svc.ts';

const HALF_AN_HOUR = '30m';

async function team() {
  const under = await steered();
  const { _id: accountId } = await under.account('metaads');
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  const own = ['--account-id', accountId, '--ad-account-id', META];
  const run = (words: readonly string[], stdin?: string) =>
    svc(['ads', ...words, '-o', 'json'], { env, ...(stdin !== undefined && { stdin }) });
  const ads = async (words: readonly string[], stdin?: string): Promise<Json> => {
    const said = await run(words, stdin);
    expect(said.code, `${words.join(' ')}: ${said.stderr}`).toBe(0);
    return JSON.parse(said.stdout) as Json;
  };
  const pass = async (time: string) => expect((await under.local('clock', 'advance', time)).code).toBe(0);
  return { ...under, accountId, own, run, ads, pass };
}

test('readings, "Audiences": a list is uploaded, people like it are found, an ad is shown to them, and the audience is held by it', async () => {
  const { own, run, ads, pass, accountId, feed } = await team();
  const list = (
    await ads([
      ...['audiences', 'create', ...own, '--name', 'Buyers', '--type', 'customer_list'],
      ...['--customer-file-source', 'USER_PROVIDED_ONLY'],
    ])
  )['audience'];
  const users = Array.from({ length: 150 }, (_, at) => ({ email: `buyer${String(at)}@example.com` }));
  const upload = JSON.stringify({ users: [...users, { phone: '0151 12345678' }] });
  const sent = await ads(['audiences', 'add-users', String(list?.['id']), '--input', '-'], upload);
  expect(sent).toMatchObject({ numReceived: 151, numInvalid: 1 });
  expect(JSON.stringify(await feed(accountId))).not.toContain('buyer7@example.com');

  const alike = [
    ...['audiences', 'create', ...own, '--name', 'Like buyers', '--type', 'lookalike', '--country', 'DE'],
    ...['--ratio', '0.01', '--source-audience-id', String(list?.['platformAudienceId'])],
  ];
  const early = await run(alike);
  expect(early.code).toBe(11);
  expect(errorIn(early)).toMatchObject({
    code: 'platform_api_error',
    message: expect.stringContaining('ready') as string,
  });
  await pass(HALF_AN_HOUR);
  const like = (await ads(alike))['audience'];
  const read = async () => (await ads(['audiences', 'get', String(like?.['id'])]))['audience'];
  expect(await read()).toMatchObject({ status: 'populating', size: 0 });
  await pass(HALF_AN_HOUR);
  expect(await read()).toMatchObject({ status: 'ready', size: 10_000 });

  const aimed = { ...CONTENT, accountId, adAccountId: META, audienceId: like?.['platformAudienceId'] };
  const { ad } = await ads(['create', '--input', '-', '--yes'], JSON.stringify(aimed));
  await pass('3d');
  const { ad: shown } = await ads(['get', String(ad?.['_id'])]);
  expect(Number(shown?.['metrics']?.['reach'])).toBeGreaterThan(1_000);
  expect(Number(shown?.['metrics']?.['reach'])).toBeLessThanOrEqual(10_000);
  const held = await run(['audiences', 'delete', String(like?.['id']), '--yes']);
  expect(errorIn(held)).toMatchObject({
    code: 'invalid_resource_state',
    message: expect.stringContaining('An ad uses') as string,
  });
});

test('ADS-31 ADS-46 a reach is predicted, reserved and used by an ad; what expired is used by none', async () => {
  const { own, run, ads, pass, accountId } = await team();
  const predict = async () =>
    (
      await ads([
        ...['reach-predictions', 'create', ...own, '--budget-amount', '5200'],
        ...['--start-date', '2026-02-01T00:00:00Z', '--end-date', '2026-02-15T00:00:00Z'],
        ...['--targeting', '{"countries":["DE"]}'],
        ...['--placements', '{"publisherPlatforms":["facebook"],"facebookPositions":["feed"]}'],
      ])
    )['prediction'];
  const prediction = await predict();
  const late = await predict();
  expect(prediction).toMatchObject({ status: 'predicted', budget: 5_200, reach: 200_000, impressions: 800_000 });
  const id = String(prediction?.['predictionId']);
  const use = (rfPredictionId: string) => {
    const body = {
      ...CONTENT,
      goal: 'awareness',
      accountId,
      adAccountId: META,
      buyingType: 'RESERVED',
      rfPredictionId,
    };
    return run(['create', '--input', '-', '--yes'], JSON.stringify(body));
  };
  expect(errorIn(await use(id))).toMatchObject({ code: 'invalid_resource_state', param: 'rfPredictionId' });
  const held = await ads(['reach-predictions', 'reserve', id, ...own, '--yes']);
  expect(held['prediction']).toMatchObject({ predictionId: id, status: 'reserved' });
  const made = await use(id);
  expect(made.code, made.stderr).toBe(0);
  expect(JSON.parse(made.stdout)).toMatchObject({ ad: { status: 'pending_review' } });
  await pass('24h');
  const expired = await ads(['reach-predictions', 'get', String(late?.['predictionId']), ...own]);
  expect(expired['prediction']).toMatchObject({ status: 'expired' });
  expect((await run(['reach-predictions', 'reserve', String(late?.['predictionId']), ...own, '--yes'])).code).not.toBe(
    0,
  );
  expect((await use(String(late?.['predictionId']))).code).not.toBe(0);
});
