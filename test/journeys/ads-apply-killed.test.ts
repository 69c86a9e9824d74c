/** `svc ads apply` killed with SIGKILL at any of its requests, alone or together with the service: repeated, each object is there once; applied again, nothing changes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldsIn, type Fields } from '../../src/kernel/json.ts';
import { MOMENTS } from '../support/gate.ts';
import { startKilledCommands, type Kill } from '../support/killed-command.ts';
import type { ServiceProcess } from '../support/process.ts';
import { roundsOf, sayFigure, seedOf } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(3);

interface Content {
  readonly budget: number;
  readonly berlin: readonly string[];
}

const adIn = (name: string) => `
          - name: ${name}
            headline: A third off
            body: Only this week.
            linkUrl: https://example.com/${name.toLowerCase()}
            imageUrl: https://example.com/${name.toLowerCase()}.jpg`;

/** A campaign with two ad sets, of which the second is paused. @param berlin ads of the first ad set */
const fileWith = (campaign: string, { budget, berlin }: Content): string =>
  `account: metaads
adAccountId: 121975733191629
campaigns:
  - name: ${campaign}
    goal: traffic
    adSets:
      - name: Berlin
        budgetAmount: ${String(budget)}
        budgetType: daily
        countries: [DE]
        ads:${berlin.map(adIn).join('')}
      - name: Vienna
        status: PAUSED
        budgetAmount: 10
        budgetType: daily
        countries: [AT]
        ads:${adIn('Red')}
`;

const FIRST: Content = { budget: 20, berlin: ['Red', 'Blue'] };
const SECOND: Content = { budget: 30, berlin: ['Red', 'Blue', 'Green'] };

test('an apply that is killed anywhere and repeated makes each object once, and again changes nothing', async () => {
  const { apply, treeOf, remove } = await startStage();
  const random = seeded(seedOf(11));
  const lengths: number[] = [];
  for (const content of [FIRST, SECOND]) lengths.push((await apply(fileWith('Whole', content))).requests);
  const counts = { kills: 0, withService: 0, instants: new Set<string>() };
  for (let round = 0; round < ROUNDS; round += 1) {
    const campaign = `Round ${String(round)}`;
    for (const [phase, content] of [FIRST, SECOND].entries()) {
      const file = fileWith(campaign, content);
      const kill: Kill = {
        at: 1 + Math.floor(random() * (lengths[phase] ?? 1)),
        moment: MOMENTS[Math.floor(random() * MOMENTS.length)] ?? 'unsent',
        withService: random() < 0.25,
      };
      const told = JSON.stringify({ phase, ...kill });
      expect((await apply(file, kill)).code, told).toBeNull();
      const repeated = await apply(file);
      expect(repeated.code, `${told} ${repeated.err}`).toBe(0);
      const tree = await treeOf(campaign);
      expect(tree.map(shapeIn), told).toEqual([shapeOf(content)]);
      expect(await apply(file), told).toMatchObject({ code: 0, writes: 0, report: { created: 0, changed: 0 } });
      expect(await treeOf(campaign), told).toEqual(tree);
      counts.kills += 1;
      counts.withService += kill.withService ? 1 : 0;
      counts.instants.add(`${String(phase)} ${String(kill.at)} ${kill.moment}`);
    }
    await remove(campaign);
  }
  await sayFigure(
    `${String(counts.kills)} kills of \`svc ads apply\`, ${String(counts.withService)} of them together with the service, at ${String(counts.instants.size)} different instants of creating and of changing a campaign: each of ${String(ROUNDS)} campaigns, its ad sets and its ads is there once, and applying the file again writes nothing.`,
  );
}, 3_600_000);

test('a request of a killed apply that arrives after the next apply makes nothing a second time', async () => {
  const { apply, deliver, treeOf, remove } = await startStage();
  const random = seeded(seedOf(12));
  const { writesAt } = await apply(fileWith('Whole', FIRST));
  const makes = writesAt.slice(0, -1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const campaign = `Late ${String(round)}`;
    const file = fileWith(campaign, FIRST);
    const at = makes[round === 0 ? 0 : Math.floor(random() * makes.length)] ?? 1;
    const told = `request ${String(at)}`;
    expect((await apply(file, { at, moment: 'late', withService: false })).code, told).toBeNull();
    expect((await apply(file)).code, told).toBe(0);
    const tree = await treeOf(campaign);
    expect(await deliver(), told).toBeLessThan(300);
    expect(await treeOf(campaign), told).toEqual(tree);
    expect(tree.map(shapeIn), told).toEqual([shapeOf(FIRST)]);
    await remove(campaign);
  }
  await sayFigure(
    `${String(ROUNDS)} creates of a killed \`svc ads apply\` that arrived after the file had been applied again: none made an object a second time.`,
  );
}, 3_600_000);

/** What a campaign of the tree has: its ad sets with status and budget, and their ads. */
const shapeIn = ({ adSets }: Fields) =>
  fieldsIn(adSets).map(({ adSetName, status, budget, ads }) => [
    adSetName,
    status,
    Object(budget).amount,
    ...fieldsIn(ads).map(({ name }) => name),
  ]);

/** What it has when it is as the file says. */
const shapeOf = ({ budget, berlin }: Content) => [
  ['Berlin', 'pending_review', budget, ...berlin],
  ['Vienna', 'paused', 10, 'Red'],
];

async function startStage() {
  const folder = await temporaryFolder();
  const { service, run, deliver } = await startKilledCommands(folder);
  await connect(service());
  const api = (path: string, method = 'GET', body?: object) =>
    fetch(service().url + path, {
      method,
      headers: { authorization: `Bearer ${service().apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const treeOf = async (campaign: string) => {
    const { campaigns } = (await (await api('/v1/ads/tree?limit=100')).json()) as Fields;
    return fieldsIn(campaigns).filter(({ campaignName }) => campaignName === campaign);
  };

  /** Applies a file, killed where that is asked for. */
  function apply(file: string, kill?: Kill) {
    writeFileSync(join(folder, 'spring.yaml'), file);
    return run(['ads', 'apply', 'spring.yaml', '--yes'], kill);
  }

  async function remove(campaign: string): Promise<void> {
    const [{ platformCampaignId, platform } = {}] = await treeOf(campaign);
    const { status } = await api(`/v1/ads/campaigns/${String(platformCampaignId)}`, 'DELETE', { platform });
    expect(status).toBeLessThan(300);
  }

  return { apply, deliver, treeOf, remove };
}

async function connect({ url, controlKey }: ServiceProcess): Promise<void> {
  const made = await fetch(`${url}/_local/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'metaads' }),
  });
  expect(made.status).toBe(201);
}
