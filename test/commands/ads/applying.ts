/** A service, and `svc ads apply` on a file, for the tests of that command. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsIn } from '../../../src/kernel/json.ts';
import { run } from '../../../src/main.ts';
import type { World } from '../../../src/world/world.ts';
import { startService, TEST_NOW } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { testWorld } from '../../support/world.ts';

export const SPRING = `account: metaads
adAccountId: 121975733191629
campaigns:
  - name: Spring sale
    goal: traffic
    adSets:
      - name: Berlin
        budgetAmount: 20
        budgetType: daily
        countries: [DE]
        ageMin: 25
        ads:
          - name: Red shoes
            headline: A third off
            body: Only this week.
            linkUrl: https://example.com/red
            imageUrl: https://example.com/red.jpg
          - name: Blue shoes
            headline: A third off
            body: Only this week.
            linkUrl: https://example.com/blue
            imageUrl: https://example.com/blue.jpg
      - name: Vienna
        status: PAUSED
        budgetAmount: 10
        budgetType: daily
        countries: [AT]
        ads:
          - name: Red shoes
            body: Only this week.
            linkUrl: https://example.com/red
            imageUrl: https://example.com/red.jpg
`;

/** What a run came to. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function startApplying() {
  const service = await startService();
  await service.account('metaads');
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  const file = join(await temporaryFolder(), 'spring.yaml');
  /** @param words after the name of the file */
  const apply = (text: string, ...words: readonly string[]): Promise<Run> => applyIn((world) => world, text, ...words);
  /** In a world with other doors. */
  const applyIn = async (doors: (world: World) => World, text: string, ...words: readonly string[]): Promise<Run> => {
    writeFileSync(file, text);
    const { world, out, err } = testWorld({ argv: ['ads', 'apply', file, ...words], env, now: TEST_NOW });
    return { code: await run(doors(world)), out: out(), err: err() };
  };
  const report = async (text: string, ...words: readonly string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await apply(text, '--yes', '-o', 'json', ...words);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const names = async () => {
    const { body } = await service.api('GET', '/v1/ads/tree');
    const campaigns = fieldsIn(body['campaigns']);
    return campaigns.map(({ campaignName, adSets }) => ({
      campaignName,
      adSets: fieldsIn(adSets).map(({ adSetName, ads }) => [adSetName, ...fieldsIn(ads).map(({ name }) => name)]),
    }));
  };
  return { ...service, file, apply, applyIn, report, names };
}
