/** `svc ads tree` against the real local service: drawn on a terminal, as it is elsewhere. */
import { expect, test } from 'vitest';
import { run } from '../../../src/main.ts';
import { startService, TEST_NOW } from '../../support/service.ts';
import { testWorld } from '../../support/world.ts';

const AD = {
  adAccountId: '121975733191629',
  headline: 'Spring',
  body: 'A third off.',
  linkUrl: 'https://example.com/spring',
  imageUrl: 'https://example.com/spring.jpg',
};

const SPRING = { ...AD, name: 'Spring', goal: 'traffic', budgetAmount: 20, budgetType: 'daily', countries: ['DE'] };

async function bench() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const create = async (body: object) =>
    (await service.api('POST', '/v1/ads/create', { body: { accountId, ...body } })).body['ad'];
  const first = await create(SPRING);
  await create({ ...AD, name: `Another ${'very '.repeat(20)}long name`, adSetId: first?.['platformAdSetId'] });
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  const svc = async (argv: readonly string[], more: Readonly<Record<string, string>> = {}, terminal?: number) => {
    const seen = terminal === undefined ? {} : { terminal };
    const { world, out } = testWorld({ argv, env: { ...env, ...more }, now: TEST_NOW, ...seen });
    expect(await run(world)).toBe(0);
    return out();
  };
  return { ...service, create, svc };
}

test('a terminal sees campaigns, ad sets and ads in 80 columns, with status and spend', async () => {
  const { svc, advance } = await bench();
  await advance(900);
  const lines = (await svc(['ads', 'tree'], { NO_COLOR: '1' }, 80)).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^Spring +active +\d+\.\d\d EUR$/);
  expect(lines[1]).toMatch(/^└─ Spring +active +\d+\.\d\d EUR$/);
  expect(lines[2]).toMatch(/^ {3}├─ Spring +active +\d+\.\d\d EUR$/);
  expect(lines[3]).toMatch(/^ {3}└─ Another very .*… {2}active +\d+\.\d\d EUR$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('lines are ASCII where the locale is not UTF-8', async () => {
  const { svc } = await bench();
  const text = await svc(['ads', 'tree'], { NO_COLOR: '1', LC_ALL: 'C' }, 80);
  expect(text).toMatch(/^`- Spring +pending review +0\.00 EUR$/m);
  expect(text).toMatch(/^ {3}\|- Spring/m);
  expect(text).not.toMatch(/[^\n -~]/);
});

test('the status is in colour, and a name cannot write escapes', async () => {
  const { svc, create } = await bench();
  await create({ ...SPRING, name: 'Bad\u001b[2Jname' });
  const text = await svc(['ads', 'tree', '--color', 'always'], {}, 80);
  expect(text).toContain('\u001b[33mpending review\u001b[39m');
  expect(text).not.toContain('\u001b[2J');
});

test('a pipe and -o json have the tree of the API', async () => {
  const { svc } = await bench();
  const tree = JSON.parse(await svc(['ads', 'tree'])) as object;
  expect(tree).toMatchObject({ campaigns: [{ campaignName: 'Spring', adSets: [{ ads: [{}, {}] }] }] });
  expect(JSON.parse(await svc(['ads', 'tree', '-o', 'json'], {}, 80))).toEqual(tree);
});
