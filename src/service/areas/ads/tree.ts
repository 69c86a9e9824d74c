/** Campaigns with their ad sets and the ads in them: told by the records that there are, figures added up from below. */
import { ok, type Call } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { isSeen, plainId } from '../../generic/around.ts';
import { fitted } from '../../generic/fit.ts';
import { spotFor } from '../../generic/invent.ts';
import { kindsOf } from '../../generic/kinds.ts';
import { pageOf } from '../../engine/page.ts';
import { daysAsked } from '../../generic/range.ts';
import { selected } from '../../generic/select.ts';
import { listSlot, planOf } from '../../generic/slot.ts';
import type { StoredRecord } from '../../store/store.ts';
import { layKind } from '../../generic/lay-kind.ts';
import { adsOf, isIn, wordsOf } from './analytics.ts';
import { isWanted, metricsOf, sumOn, totalOf } from './figures.ts';

/** Parameters that say which figures are shown, in which order, and not which campaigns. */
const FIGURES = new Set([
  'fromDate',
  'toDate',
  'timeIncrement',
  'dailyLevel',
  'sort',
  'hasDelivery',
  'minSpend',
  'source',
]);

type Metrics = ReturnType<typeof metricsOf>;

interface Tree {
  /** Level whose nodes show their days. */
  readonly level: unknown;
  readonly sets: readonly StoredRecord[];
  readonly ads: readonly StoredRecord[];
  readonly metrics: (ads: readonly StoredRecord[]) => Metrics;
  readonly daily: (ads: readonly StoredRecord[]) => readonly object[];
}

const seen = async (call: Call, desk: Desk, kind: string): Promise<readonly StoredRecord[]> => {
  await layKind(call, desk, kind);
  const records = await desk.store.read.list(kind, { teamId: call.caller.teamId });
  return records.filter((record) => isSeen(call, record));
};

export const getAdTree: Handler = async (call, desk) => {
  const { card, query } = call;
  const { schemas } = desk.catalog.file(card.area);
  const now = desk.clock.now();
  const days = daysAsked(query, now);
  const all = await seen(call, desk, 'ad_campaign');
  const own = query['campaignId'] === undefined ? all : all.filter((one) => isCalled(one, String(query['campaignId'])));
  const campaigns = selected(call, own, kindsOf(desk.catalog).of('ad_campaign'), new Set([...FIGURES, 'campaignId']));
  const tree: Tree = {
    sets: await seen(call, desk, 'ad_set'),
    ads: await adsOf(call, desk),
    metrics: (ads) => metricsOf(totalOf(ads, days, now)),
    daily: (ads) => days.map((date) => ({ date, ...metricsOf(sumOn(ads, date, now)) })),
    level: query['dailyLevel'] ?? (query['timeIncrement'] === 1 ? 'campaign' : undefined),
  };
  const branches = await Promise.all(campaigns.map((campaign) => branchOf(campaign, tree, desk)));
  const wanted = branches.filter(({ metrics }) => isWanted(query, metrics));
  const page = pageOf(call, bySpend(wanted, query['sort']));
  const rows = page.items;
  const { schema } = planOf(card, schemas, query);
  const slot = schema === null ? undefined : listSlot(schema, 'ad_tree', schemas);
  const made = { seed: 'tree', now, origin: call.origin, days, metrics: [] };
  const spot = spotFor('campaign', made, schemas);
  const shown = slot === undefined ? rows : rows.map((row) => fitted(slot.schema, row, spot));
  return ok({ campaigns: shown, pagination: wordsOf(page), backfillPending: false });
};

/** The time's order is that of the records already. */
function bySpend<T extends { readonly metrics: Metrics }>(branches: readonly T[], sort: unknown): readonly T[] {
  const sign = sort === 'spend_desc' ? -1 : sort === 'spend_asc' ? 1 : 0;
  return [...branches].sort((one, other) => sign * (one.metrics.spend - other.metrics.spend));
}

const isCalled = (record: StoredRecord, id: string): boolean =>
  [record.id, plainId(record), record.doc['platformCampaignId'], record.doc['campaignId']].includes(id);

async function branchOf(campaign: StoredRecord, tree: Tree, desk: Desk) {
  const { sets, ads, metrics } = tree;
  const id = String(campaign.doc['platformCampaignId'] ?? plainId(campaign));
  const below = await Promise.all(ads.map(async (ad) => ((await isIn(id, ad, desk)) ? [ad] : [])));
  const own = below.flat();
  const ownSets = sets.filter(({ doc }) => [doc['campaignId'], doc['platformCampaignId']].includes(id));
  return {
    ...campaign.doc,
    platformCampaignId: id,
    adCount: own.length,
    adSetCount: ownSets.length,
    metrics: metrics(own),
    ...daysOn('campaign', own, tree),
    adSets: ownSets.map((set) => twigOf(set, own, tree)),
  };
}

const daysOn = (level: string, ads: readonly StoredRecord[], tree: Tree) =>
  tree.level === level ? { daily: tree.daily(ads) } : {};

function twigOf(set: StoredRecord, ads: readonly StoredRecord[], tree: Tree) {
  const id = String(set.doc['platformAdSetId'] ?? plainId(set));
  const own = ads.filter(({ doc }) => [doc['adSetId'], doc['platformAdSetId']].includes(id));
  return {
    ...set.doc,
    platformAdSetId: id,
    adCount: own.length,
    metrics: tree.metrics(own),
    ...daysOn('adset', own, tree),
    ads: own.map((ad) => ({ ...ad.doc, metrics: tree.metrics([ad]), ...daysOn('ad', [ad], tree) })),
  };
}
