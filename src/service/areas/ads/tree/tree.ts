/** Campaigns with their ad sets and the ads in them; figures are added up from below. Listed in table.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import type { Handler } from '../../../desk.ts';
import { answerOf } from '../../../engine/answer.ts';
import { inScene } from '../../../engine/engine.ts';
import { pageOf } from '../../../engine/page.ts';
import { campaignsAsked, daysOfFigures, measuredAd } from '../figures/analytics.ts';
import { isWanted, metricsOf, sumOn, totalOf } from '../figures/figures.ts';
import type { AdObjectRecord, AdRecord, AdSetRecord, CampaignRecord } from '../record.ts';
import { adsIn, adsOfSet, everMade, setsIn, structureOf, type Structure } from './structure.ts';

interface Tree {
  readonly query: Fields;
  readonly structure: Structure;
  /** Level whose nodes show their days. */
  readonly level: unknown;
}

export const getAdTree: Handler = inScene(async (scene) => {
  const { call, desk } = scene;
  const { query } = call;
  const structure = await structureOf(call, desk);
  const level = query['dailyLevel'] ?? (query['timeIncrement'] === 1 ? 'campaign' : undefined);
  const tree: Tree = { structure, level, query };
  const branches = campaignsAsked(structure, query).map((campaign) => branchOf(campaign, tree));
  const wanted = branches.filter(({ counts }) => isWanted(query, counts.metrics));
  return answerOf(scene, { page: pageOf(call, sorted(wanted, query['sort'])) });
});

type Branch = ReturnType<typeof branchOf>;

const spendOf = ({ counts }: Branch): number => counts.metrics.spend;

const BY_SPEND: Readonly<Record<string, (one: Branch, other: Branch) => number>> = {
  spend_asc: (one, other) => spendOf(one) - spendOf(other),
  spend_desc: (one, other) => spendOf(other) - spendOf(one),
};

/** The newest first, unless another order is asked for. */
function sorted(branches: readonly Branch[], sort: unknown): readonly Branch[] {
  if (sort === 'oldest') return branches;
  const newest = [...branches].reverse();
  const order = BY_SPEND[String(sort)];
  return order === undefined ? newest : newest.sort(order);
}

/** A campaign, an ad set or an ad, with the ads whose figures are its own. */
interface Node {
  readonly record: AdObjectRecord;
  readonly ads: readonly AdRecord[];
}

const daysFor = ({ record }: Node, { query, structure }: Tree): readonly string[] =>
  daysOfFigures(query, [record], structure.delivery);

const metricsIn = (node: Node, tree: Tree) =>
  metricsOf(totalOf(node.ads, daysFor(node, tree), tree.structure.delivery));

function daysAt(level: string, node: Node, tree: Tree): Fields {
  if (tree.level !== level) return {};
  const { delivery } = tree.structure;
  return { daily: daysFor(node, tree).map((date) => ({ date, ...metricsOf(sumOn(node.ads, date, delivery)) })) };
}

function branchOf(record: CampaignRecord, tree: Tree) {
  const ads = adsIn(tree.structure, record);
  const node = { record, ads: adsIn(everMade(tree.structure), record) };
  const sets = setsIn(tree.structure, record);
  return {
    record,
    counts: {
      createdTime: instantOf(record.createdAt),
      adCount: ads.length,
      adSetCount: sets.length,
      currency: tree.structure.delivery.termsOf(record).currency,
      metrics: metricsIn(node, tree),
      ...daysAt('campaign', node, tree),
      adSets: sets.map((set) => twigOf(set, tree)),
    },
  };
}

function twigOf(set: AdSetRecord, tree: Tree): Fields {
  const ads = adsOfSet(tree.structure, set);
  const node = { record: set, ads: adsOfSet(everMade(tree.structure), set) };
  return {
    ...set.doc,
    createdTime: instantOf(set.createdAt),
    adCount: ads.length,
    metrics: metricsIn(node, tree),
    ...daysAt('adset', node, tree),
    ads: ads.map((ad) => ({
      ...ad.doc,
      ...measuredAd(ad, tree.structure, tree.query).counts,
      ...daysAt('ad', { record: ad, ads: [ad] }, tree),
    })),
  };
}
