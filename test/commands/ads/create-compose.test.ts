/** `ads create` without a word, on a terminal: the whole conversation against the real local service. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Prompt } from '../../../src/world/prompt-door.ts';
import { answering } from '../../support/answers.ts';
import { steered } from '../../support/steered.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const META = '121975733191629';

async function bench() {
  const under = await steered();
  const folder = await temporaryFolder();
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey, SVC_CONFIG_DIR: join(folder, 'config') };
  const run = (argv: readonly string[], prompt?: Partial<Prompt>) =>
    svc(argv, { env, ...(prompt && { doors: { prompt: prompt as Prompt } }) });
  const drafts = join(folder, 'config', 'state', 'drafts');
  return {
    ...under,
    folder,
    run,
    drafts: () => (existsSync(drafts) ? readdirSync(drafts).map((name) => join(drafts, name)) : []),
    ads: async () => (await under.api('GET', '/v1/ads')).body['ads'] as unknown as readonly Record<string, unknown>[],
    /** Runs `svc ads create` with these answers, in order; `null` is Ctrl-C. */
    async compose(answers: readonly (string | boolean | null)[], ...words: readonly string[]) {
      const { left, asked, answer } = answering(answers);
      const labels: (string | undefined)[] = [];
      const ran = await run(['ads', 'create', ...words, '-o', 'json'], {
        possible: true,
        confirm: async (question) => answer(question),
        input: async (question) => answer(question),
        select: async (question, choices) => {
          labels.push(...choices.map(({ name }) => name));
          return answer(
            question,
            choices.map(({ value }) => value),
          );
        },
      });
      expect(left, 'answers that nobody asked for').toEqual([]);
      return { ...ran, asked, labels };
    },
  };
}

const GOAL_AND_NAME = ['traffic', 'Spring sale'];
const DAILY = ['daily', '20'];
const RUN = ['now', 'open'];
const CREATIVE = [
  ...['A third off', 'Only this week.', 'https://example.com/red.jpg', 'https://example.com/red', 'SHOP_NOW'],
];
const DRAFT = [...GOAL_AND_NAME, ...DAILY, ...RUN, 'DE, at', ...CREATIVE];

test('makes the campaign, the ad set and the ad that were shown, once the cost is agreed to', async () => {
  const made = await bench();
  await made.account('metaads', { username: 'acme' });
  const { code, stderr, asked } = await made.compose([...DRAFT, 'create', true]);
  expect(code).toBe(0);
  expect(stderr).toContain('That is 20.00 EUR a day, 2000 in the smallest unit of the currency.');
  expect(stderr).toContain('Shown in Germany, Austria.');
  expect(stderr).toContain('campaign Spring sale · traffic\n');
  expect(stderr).toContain('ad set Spring sale · 20.00 EUR a day · from now · DE, AT\n');
  expect(stderr).toContain('[shop now] https://example.com/red\n');
  expect(stderr).toContain('Costs up to 20.00 EUR a day, until you pause it.');
  expect(asked.at(-1)?.question).toMatch(
    /^Create a campaign, an ad set and an ad\? Up to 20\.00 EUR a day is spent once the network approves it\./,
  );
  expect(await made.ads()).toMatchObject([
    {
      name: 'Spring sale',
      platformAdAccountId: META,
      goal: 'traffic',
      budget: { amount: 20, type: 'daily' },
      creative: { body: 'Only this week.', linkUrl: 'https://example.com/red' },
    },
  ]);
  expect(made.drafts()).toEqual([]);
});

test('objectives that need a promoted object are left to a file', async () => {
  const made = await bench();
  await made.account('metaads');
  const { asked, stderr } = await made.compose([null]);
  expect(asked[0]?.question).toBe('Objective?');
  expect(asked[0]?.choices).toContain('traffic');
  expect(asked[0]?.choices).not.toContain('conversions');
  expect(stderr).toContain('use `svc ads apply`');
});

test('the objectives are those of the network', async () => {
  const made = await bench();
  await made.account('linkedinads');
  const { asked } = await made.compose([null]);
  expect(asked[0]).toMatchObject({
    question: 'Objective?',
    choices: [
      ...['engagement', 'traffic', 'awareness', 'video_views', 'lead_generation', 'conversions', 'job_applicants'],
    ],
  });
});

test('what does not fit is said at once, and asked again', async () => {
  const made = await bench();
  await made.account('metaads');
  const answers = [
    ...['traffic', '', 'Spring sale', 'daily', 'much', '12.345', '0.5', '20'],
    ...['at', 'tomorrow 9:00', 'at', '+1h', '2026-01-16 09:00', 'Germany', 'DE'],
    ...['A third off', 'Only this week.', 'red.jpg', '', 'https://example.com/red', 'SHOP_NOW', 'create', true],
  ];
  const { code, stderr } = await made.compose(answers);
  expect(code).toBe(0);
  for (const sentence of [
    'The ad needs a name.',
    '"much" is not an amount, such as 20 or 12.50.',
    'Amounts in EUR can have at most 2 decimal places.',
    'The ad account requires at least 1.00 EUR a day.',
    'The end must be after the start.',
    'Not a country code of two letters: GERMANY.',
    '"red.jpg" is not a web address: begin with https://.',
    'Costs up to 20.00 EUR a day, 200.00 EUR in 10 days.',
  ])
    expect(stderr).toContain(sentence);
});

test('a budget for the whole run asks for its end, and says what that is a day', async () => {
  const made = await bench();
  await made.account('metaads');
  const answers = [...DRAFT, 'budget', 'lifetime', '300', 'now', '+10d', 'create', true];
  const { code, stderr } = await made.compose(answers);
  expect(code).toBe(0);
  expect(stderr).toContain('A budget for the whole run requires an end.');
  expect(stderr).toContain('Costs up to 300.00 EUR in all, about 30.00 EUR a day for 10 days.');
});

test('ADS-51 a display ad asks for both shapes of image', async () => {
  const made = await bench();
  await made.account('googleads');
  const images = ['https://example.com/wide.jpg', 'https://example.com/square.jpg'];
  const [headline = '', text = '', , ...link] = CREATIVE;
  const { code, asked } = await made.compose([
    ...[...GOAL_AND_NAME, ...DAILY, ...RUN, 'DE', headline, text, ...images, ...link],
    ...['create', true],
  ]);
  expect(code).toBe(0);
  expect(asked.map(({ question }) => question)).toContain('Address of the square image');
});

test('ADS-53 what the network would refuse is shown, and cannot be created', async () => {
  const made = await bench();
  await made.account('pinterestads');
  const { code, stderr, asked } = await made.compose([...DRAFT, 'leave']);
  expect(code).toBe(130);
  expect(stderr).toContain('✗ The ad requires a connected account of that network in the same profile.');
  expect(asked.at(-1)?.choices).not.toContain('create');
});

test('--save writes a file that `ads apply` takes, and finds nothing to do where the ad was created', async () => {
  const made = await bench();
  await made.account('metaads');
  const file = join(made.folder, 'spring.yaml');
  const saved = await made.compose([...DRAFT, 'create'], '--save', file);
  expect(saved.code).toBe(0);
  expect(saved.labels).toContain(`Write ${file}`);
  expect(saved.labels).not.toContain('Create it');
  expect(saved.stderr).not.toContain('until the ad is created');
  expect([await made.ads(), made.drafts()]).toEqual([[], []]);
  expect((await made.compose([...DRAFT, 'create', true])).code).toBe(0);
  const { stdout } = await made.run(['ads', 'apply', file, '--yes', '-o', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
  const again = await made.run(['ads', 'apply', file, '--yes', '-o', 'json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ unchanged: 3 });
});

test('--save takes an ad that was typed, no part of a campaign, and no file that is there', async () => {
  const made = await bench();
  const { _id: accountId } = await made.account('metaads');
  const file = join(made.folder, 'typed.yaml');
  const save = (...more: readonly string[]) =>
    made.run(['ads', 'create', '--account-id', accountId, '--ad-account-id', META, '--name', 'Typed', ...more]);
  const words = ['--goal', 'traffic', '--budget-amount', '20', '--budget-type', 'daily', '--countries', 'DE'];
  expect((await save(...words, '--body', 'Hi', '--save', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(
    `account: ${accountId}\nadAccountId: "${META}"\ncampaigns:\n  - name: Typed\n    goal: traffic\n    adSets:\n` +
      '      - name: Typed\n        budgetAmount: 20\n        budgetType: daily\n        countries:\n          - DE\n' +
      '        ads:\n          - name: Typed\n            body: Hi\n',
  );
  expect((await save('--save', file)).code).toBe(2);
  const part = await save('--ad-set-id', '121008306977394', '--save', join(made.folder, 'other.yaml'));
  expect([part.code, part.stderr]).toEqual([2, expect.stringContaining('without `adSetId`')]);
  expect(await made.ads()).toEqual([]);
});

test('left or declined, nothing is created and the draft is a file', async () => {
  const made = await bench();
  await made.account('metaads');
  const left = await made.compose([...DRAFT, null]);
  const [path = ''] = made.drafts();
  expect(left.code).toBe(130);
  expect(errorIn(left)['message']).toBe(`Nothing was created. The draft was saved in ${path}.`);
  expect(readFileSync(path, 'utf8')).toContain('- name: Spring sale');
  const declined = await made.compose([...DRAFT, 'create', false]);
  expect([declined.code, made.drafts().length, await made.ads()]).toEqual([130, 2, []]);
  expect((await made.run(['ads', 'apply', path, '--yes'])).code).toBe(0);
  expect(await made.ads()).toHaveLength(1);
});

test('without an account of an ad network, the conversation does not begin', async () => {
  const made = await bench();
  await made.account('twitter');
  const ran = await made.compose([]);
  expect([ran.code, errorIn(ran)['message']]).toEqual([2, 'No account of an ad network is connected.']);
});

test('without a terminal, and with a word, nothing is asked', async () => {
  const made = await bench();
  const bare = await made.run(['ads', 'create', '-o', 'json']);
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--account-id')]);
  const named = await made.compose([], '--name', 'Spring');
  expect([named.code, named.asked]).toEqual([2, []]);
});
