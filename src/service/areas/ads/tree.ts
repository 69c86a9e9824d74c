/** Campaigns with their ad sets and the ads in them: told by the records that there are, figures added up from below. */
import { ok, type Call, type Desk, type Handler } from '../../call.ts';
import { isSeen, plainId } from '../../generic/around.ts';
import { fitted } from '../../generic/fit.ts';
import { spotFor } from '../../generic/invent.ts';
import { kindsOf } from '../../generic/kinds.ts';
import { pageOf, usualWords } from '../../generic/page.ts';
import { daysAsked } from '../../generic/range.ts';
import { selected } from '../../generic/select.ts';
import { listSlot, planOf } from '../../generic/slot.ts';
import type { StoredRecord } from '../../store/store.ts';
import { layKind } from '../laid.ts';
import { adsOf, isIn } from './analytics.ts';
import { metricsOf, totalOf } from './figures.ts';

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

interface Tree {
  readonly sets: readonly StoredRecord[];
  readonly ads: readonly StoredRecord[];
  readonly metrics: (ads: readonly StoredRecord[]) => object;
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
  };
  const page = pageOf(call, campaigns);
  const rows = await Promise.all(page.items.map((campaign) => branchOf(campaign, tree, desk)));
  const { schema } = planOf(card, schemas, query);
  const slot = schema === null ? undefined : listSlot(schema, 'ad_tree', schemas);
  const made = { seed: 'tree', now, origin: call.origin, days, metrics: [] };
  const spot = spotFor('campaign', made, schemas);
  const shown = slot === undefined ? rows : rows.map((row) => fitted(slot.schema, row, spot));
  const { page: at, limit, total, pages } = usualWords(page);
  return ok({ campaigns: shown, pagination: { page: at, limit, total, pages }, backfillPending: false });
};

const isCalled = (record: StoredRecord, id: string): boolean =>
  [record.id, plainId(record), record.doc['platformCampaignId'], record.doc['campaignId']].includes(id);

async function branchOf(campaign: StoredRecord, { sets, ads, metrics }: Tree, desk: Desk) {
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
    adSets: ownSets.map((set) => twigOf(set, own, metrics)),
  };
}

function twigOf(set: StoredRecord, ads: readonly StoredRecord[], metrics: Tree['metrics']) {
  const id = String(set.doc['platformAdSetId'] ?? plainId(set));
  const own = ads.filter(({ doc }) => [doc['adSetId'], doc['platformAdSetId']].includes(id));
  return {
    ...set.doc,
    platformAdSetId: id,
    adCount: own.length,
    metrics: metrics(own),
    ads: own.map((ad) => ({ ...ad.doc, metrics: metrics([ad]) })),
  };
}
