/** `svc ads apply` against the real local service: what is missing is created, what differs is changed, and nothing else. */
import { expect, test } from 'vitest';
import type { World } from '../../../src/world/world.ts';
import { SPRING, startApplying } from './applying.ts';

const TREE = [
  {
    campaignName: 'Spring sale',
    adSets: [
      ['Berlin', 'Red shoes', 'Blue shoes'],
      ['Vienna', 'Red shoes'],
    ],
  },
];

test('the second run of a file changes nothing and asks nothing', async () => {
  const { report, apply, names } = await startApplying();
  expect(await report(SPRING)).toMatchObject({ created: 6, changed: 0, unchanged: 0 });
  expect(await names()).toEqual(TREE);
  expect(await report(SPRING)).toMatchObject({ created: 0, changed: 0, unchanged: 6 });
  const { code, out } = await apply(SPRING);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ unchanged: 6 });
  expect(await names()).toEqual(TREE);
});

test('budgets, bodies, targeting and switches that differ are changed, and then are as the file says', async () => {
  const { report } = await startApplying();
  await report(SPRING);
  const other = SPRING.replace('budgetAmount: 20', 'budgetAmount: 30')
    .replace('ageMin: 25', 'ageMin: 30')
    .replace('status: PAUSED', 'status: ACTIVE')
    .replace('body: Only this week.', 'body: Only today.');
  const first = await report(other);
  expect(first).toMatchObject({ created: 0, changed: 3, unchanged: 3 });
  expect(first['objects']).toMatchObject([
    { kind: 'campaign', path: ['Spring sale'], action: 'unchanged' },
    {
      kind: 'adSet',
      path: ['Spring sale', 'Berlin'],
      action: 'change',
      changes: [
        { field: 'budgetAmount', from: 20, to: 30 },
        { field: 'ageMin', from: 25, to: 30 },
      ],
    },
    { kind: 'ad', action: 'change', changes: [{ field: 'body', from: 'Only this week.', to: 'Only today.' }] },
    { kind: 'ad', action: 'unchanged' },
    { kind: 'adSet', action: 'change', changes: [{ field: 'status', from: 'PAUSED', to: 'ACTIVE' }] },
    { kind: 'ad', action: 'unchanged' },
  ]);
  expect(await report(other)).toMatchObject({ created: 0, changed: 0, unchanged: 6 });
});

test('a further ad is put into the ad set that is there', async () => {
  const { report, names } = await startApplying();
  await report(SPRING);
  const more = `${SPRING}          - name: Green shoes\n            body: New.\n            linkUrl: https://example.com/green\n            imageUrl: https://example.com/green.jpg\n`;
  expect(await report(more)).toMatchObject({ created: 1, changed: 0, unchanged: 6 });
  expect((await names())[0]?.adSets[1]).toEqual(['Vienna', 'Red shoes', 'Green shoes']);
});

test('what was deleted since is created again, although the calls are the same', async () => {
  const { report, api, names } = await startApplying();
  const { objects } = await report(SPRING);
  const [{ id } = { id: '' }] = objects as readonly { readonly id: string }[];
  await api('DELETE', `/v1/ads/campaigns/${id}`, { body: { platform: 'facebook' } });
  expect(await names()).toEqual([]);
  expect(await report(SPRING)).toMatchObject({ created: 6 });
  expect(await names()).toEqual(TREE);
});

test('the plan is shown and asked about, and without a terminal it needs --yes', async () => {
  const { apply, names } = await startApplying();
  const { code, err } = await apply(SPRING);
  expect(code).toBe(2);
  expect(err).toMatch(/^create +campaign Spring sale$/m);
  expect(err).toMatch(/^create +ad set Berlin$/m);
  expect(err).toContain('6 to create. Up to 30.00 a day is spent once the network approves the ads. Apply?');
  expect(await names()).toEqual([]);
});

test('a person is asked with the currency, about the budgets that change', async () => {
  const { apply, applyIn } = await startApplying();
  await apply(SPRING, '--yes');
  const asked: string[] = [];
  const confirm = (question: string): Promise<boolean> => {
    asked.push(question);
    return Promise.resolve(false);
  };
  const onTerminal = (world: World): World => ({ ...world, prompt: { ...world.prompt, possible: true, confirm } });
  const ask = async (text: string) => {
    await applyIn(onTerminal, text);
    return asked.at(-1);
  };
  expect(await ask(SPRING.replace('budgetAmount: 20', 'budgetAmount: 30'))).toContain(
    '1 to change. Up to 30.00 EUR a day is spent once the network approves the ads. Apply?',
  );
  const summer = SPRING.replace('Spring sale', 'Summer').replace(
    'budgetAmount: 10\n        budgetType: daily',
    "budgetAmount: 300\n        budgetType: lifetime\n        endDate: '2026-02-05T09:00:00Z'",
  );
  expect(await ask(summer)).toContain('Up to 20.00 EUR a day and 300.00 EUR in all is spent');
  expect(await ask(SPRING.replace('name: Blue shoes', 'name: Green shoes'))).toContain(
    '1 to create. Ads spend their budget once the network approves them. Apply?',
  );
});

test('--dry-run shows the plan and sends nothing', async () => {
  const { report, apply, names } = await startApplying();
  expect(await report(SPRING, '--dry-run')).toMatchObject({ dryRun: true, created: 6 });
  expect(await names()).toEqual([]);
  await report(SPRING);
  const { out } = await apply(SPRING.replace('budgetAmount: 20', 'budgetAmount: 30'), '--dry-run', '-o', 'json');
  expect(JSON.parse(out)).toMatchObject({ dryRun: true, changed: 1, unchanged: 5 });
});

test('every fault of a file is named with its line, and nothing is sent', async () => {
  const { apply, file, names } = await startApplying();
  const faulty = SPRING.replace('goal: traffic', 'goal: trafic')
    .replace('budgetType: daily', 'budgetTyp: daily')
    .replace('          - name: Blue shoes', '          - name: Red shoes')
    .replace('headline: A third off', 'ageMin: 12');
  const { code, err } = await apply(faulty, '--yes');
  expect(code).toBe(2);
  expect(err).toContain(`${file}:5: goal must be one of`);
  expect(err).toContain(`${file}:9: \`budgetTyp\` is not a field of an ad set. Did you mean \`budgetType\`?`);
  expect(err).toContain(`${file}:14: \`ageMin\` is not a field of an ad.`);
  expect(err).toContain(`${file}:18: There are two ads named Red shoes here.`);
  expect(await names()).toEqual([]);
});

test('text that is not YAML is refused at its line', async () => {
  const { apply, file } = await startApplying();
  const { code, err } = await apply('account: metaads\ncampaigns: [\n', '--yes');
  expect(code).toBe(2);
  expect(err).toMatch(new RegExp(`${file}:[23]: This is not YAML: `));
});

test('what cannot be changed is refused before anything is sent', async () => {
  const { report, apply, file, api } = await startApplying();
  await report(SPRING);
  const ending = SPRING.replace('ageMin: 25', 'ageMin: 25\n        endDate: 2026-03-01T00:00:00Z');
  await report(ending.replace('Spring sale', 'Summer sale'));
  const { code, err } = await apply(
    ending
      .replace('Spring sale', 'Summer sale')
      .replace('2026-03-01T', '2026-04-01T')
      .replace('Amount: 10', 'Amount: 15'),
    '--yes',
  );
  expect(code).toBe(2);
  expect(err).toContain(`${file}:7: \`endDate\` of the ad set Berlin cannot be changed; it is 2026-03-01`);
  const { body } = await api('GET', '/v1/ads/ad-sets');
  expect(JSON.stringify(body)).not.toContain('"amount":15');
});

test('a refusal names the line, and the same command goes on there', async () => {
  const { apply, report, file } = await startApplying();
  const refused = SPRING.replace('budgetAmount: 10', 'budgetAmount: 0.001');
  const { code, err } = await apply(refused, '--yes');
  expect(code).toBe(3);
  expect(err).toContain(`${file}:23: the ad set Vienna: `);
  expect(err).toContain('4 of 6 changes done; run the same command to continue.');
  expect(await report(SPRING)).toMatchObject({ created: 2, unchanged: 4 });
});
