/** `svc ads insights query --chart` against the real local service: bars on a terminal, rows elsewhere. */
import { expect, test } from 'vitest';
import { run } from '../../../../src/main.ts';
import { startService, TEST_NOW } from '../../../support/service.ts';
import { testWorld } from '../../../support/world.ts';

const AD = {
  adAccountId: '121975733191629',
  name: 'Spring',
  goal: 'traffic',
  budgetAmount: 20,
  budgetType: 'daily',
  headline: 'Spring',
  body: 'A third off.',
  linkUrl: 'https://example.com/spring',
  imageUrl: 'https://example.com/spring.jpg',
  countries: ['DE'],
};

async function bench() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  await service.api('POST', '/v1/ads/create', { body: { accountId, ...AD } });
  await service.advance(30 * 3_600);
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey, NO_COLOR: '1' };
  /** @param terminal columns; undefined for a pipe */
  const svc = async (words: readonly string[], terminal?: number, more: Readonly<Record<string, string>> = {}) => {
    const argv = ['ads', 'insights', 'query', '--account-id', accountId, ...words];
    const seen = terminal === undefined ? {} : { terminal };
    const { world, out, err } = testWorld({ argv, env: { ...env, ...more }, now: TEST_NOW, ...seen });
    const code = await run(world);
    return { code, out: out(), err: err() };
  };
  const lines = async (...asked: Parameters<typeof svc>) => (await svc(...asked)).out.trimEnd().split('\n');
  return { svc, lines };
}

const GENDERS = ['--breakdowns', 'gender', '--chart', 'spend'];

test('a terminal sees a bar for each part, with its value, in 80 columns', async () => {
  const { lines } = await bench();
  const all = await lines(GENDERS, 80);
  expect(all).toHaveLength(3);
  for (const [at, gender] of ['female', 'male', 'unknown'].entries()) {
    expect(all[at]).toMatch(new RegExp(`^${gender} +\\d+\\.\\d+ +█+[▏▎▍▌▋▊▉]?$`));
    expect(all[at]?.length).toBeLessThanOrEqual(80);
  }
  expect(Math.max(...all.map((line) => line.length))).toBe(80);
});

test('days are labelled by their dates, and a level by its names', async () => {
  const { lines } = await bench();
  const days = await lines(['--time-increment', '1', '--chart', 'impressions'], 80);
  expect(days.slice(-2)).toEqual([
    expect.stringMatching(/^2026-01-05 +[\d,]+ +█/),
    expect.stringMatching(/^2026-01-06/),
  ]);
  expect(await lines(['--level', 'campaign', '--chart', 'clicks'], 80)).toEqual([
    expect.stringMatching(/^Spring +\d+ +█/),
  ]);
  expect(await lines(['--chart', 'clicks'], 80)).toEqual([expect.stringMatching(/^20\d\d-\d\d-\d\d to 2026-01-06 /)]);
});

test('bars are ASCII where the locale is not UTF-8', async () => {
  const { lines } = await bench();
  const text = (await lines(GENDERS, 60, { LC_ALL: 'C' })).join('\n');
  expect(text).toMatch(/^female .*#+$/m);
  expect(text).not.toMatch(/[^\n -~]/);
});

test('a pipe has the rows of the API, and -o table draws there too', async () => {
  const { svc, lines } = await bench();
  const plain = await svc(['--breakdowns', 'gender']);
  expect((await svc(GENDERS)).out).toBe(plain.out);
  expect((await lines([...GENDERS, '-o', 'table']))[0]).toMatch(/^female .*█/);
});

test('a metric that the rows do not have is named, with those that they have', async () => {
  const { svc } = await bench();
  const { code, err } = await svc(['--chart', 'shoes'], 80);
  expect(code).toBe(2);
  expect(err).toContain('The rows have no metric "shoes".');
  expect(err).toMatch(/They have .*impressions/);
});

test('a table says what each row is about, and has the metrics that are asked for', async () => {
  const { lines } = await bench();
  const heading = async (...words: string[]) => (await lines(words, 80))[0]?.split(/ {2,}/).map((one) => one.trim());
  const usual = ['DATE START', 'DATE STOP', 'IMPRESSIONS', 'CLICKS', 'SPEND'];
  expect(await heading()).toEqual(usual);
  expect(await heading('--breakdowns', 'age, gender')).toEqual(['AGE', 'GENDER', ...usual]);
  expect(await heading('--level', 'campaign')).toEqual(['CAMPAIGN NAME', ...usual]);
  expect(await heading('--query-fields', 'ctr, cpm')).toEqual(['DATE START', 'DATE STOP', 'CTR', 'CPM']);
  const csv = await lines(['--level', 'ad', '--breakdowns', 'gender', '-o', 'csv']);
  expect(csv[0]).toBe('ad_name,gender,date_start,date_stop,impressions,clicks,spend');
  const rows = await lines(['--breakdowns', 'publisher_platform,platform_position'], 80);
  expect(rows[0]).toMatch(/^PUBLISHER PLATFORM +PLATFORM POSITION .* CLICKS +SPEND *$/);
  expect(rows[1]).toMatch(/^audience_network +\S+ /);
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(80);
});
