/** Analytics of ads and campaigns, added up from the ads that ran: a day is the sum of its ads, a summary the sum of its days. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import { daysBetween } from '../../../../kernel/days.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import { ok, type Call } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Handler } from '../../../desk.ts';
import { answerOf } from '../../../engine/answer.ts';
import { inScene } from '../../../engine/engine.ts';
import { findRecord } from '../../../engine/find.ts';
import { pageOf } from '../../../engine/page.ts';
import { lost } from '../../../engine/scene.ts';
import type { Counted } from '../../../engine/view.ts';
import type { Billed, Delivery } from './delivery.ts';
import { isDimension } from './dimensions.ts';
import { isWanted, localNow, metricsOf, sumOn, totalOf } from './figures.ts';
import { namesIn } from '../reports/reading.ts';
import type { AdObjectRecord, AdRecord, CampaignRecord } from '../record.ts';
import { partsOf } from './split.ts';
import { adsIn, everMade, placeOf, structureOf, type Structure } from '../tree/structure.ts';

/** The days that the figures of some ads cover, as their ad accounts have days. */
export const daysOfFigures = (
  { fromDate, toDate }: Fields,
  of: readonly Billed[],
  delivery: Delivery,
): readonly string[] => daysBetween({ from: fromDate, to: toDate }, localNow(of, delivery));

/** The figures by each dimension that is asked for, one dimension beside the other. */
function breakdownsOf({ ads, record }: Subject, { query }: Call, delivery: Delivery): Fields {
  const days = daysOfFigures(query, [record], delivery);
  const entries = namesIn(query['breakdowns']).map((dimension) => [
    dimension,
    partsOf(ads, days, { dimensions: [dimension], delivery }).map(({ values, counts }) => ({
      ...values,
      ...metricsOf(counts),
    })),
  ]);
  return Object.fromEntries(entries) as Fields;
}

/** What the path names, as the answer shows it, and the ads whose figures are added up for it. */
interface Subject {
  readonly record: AdRecord | CampaignRecord;
  readonly block: Fields;
  readonly ads: readonly AdRecord[];
}

type FindSubject = (structure: Structure, id: string | null) => Subject | undefined;

const adUnder: FindSubject = ({ ads, delivery }, id) => {
  const ad = ads.find((one) => one.id === id);
  return ad && { record: ad, block: blockOfAd(ad, delivery), ads: [ad] };
};

const campaignUnder: FindSubject = (structure, id) => {
  const campaign = structure.campaigns.find((one) => one.id === id);
  const ads = campaign === undefined ? [] : adsIn(everMade(structure), campaign);
  return campaign && { record: campaign, block: blockOfCampaign(campaign, structure.delivery), ads };
};

/** Figures of what the path names, below the words that the answer has for it. */
const analyticsOf = (kind: 'ad' | 'ad_campaign', subjectUnder: FindSubject): Handler =>
  inScene(async ({ call, desk, now, owners }) => {
    const unknown = namesIn(call.query['breakdowns']).find((name) => !isDimension(name));
    if (unknown !== undefined)
      return refuse('invalid_field_value', { param: 'breakdowns', message: `There is no breakdown named ${unknown}.` });
    const structure = await structureOf(call, desk);
    const { delivery } = structure;
    const subject = subjectUnder(structure, owners.parentId);
    if (subject === undefined) return lost({ name: kind });
    const { block, ads, record } = subject;
    const days = daysOfFigures(call.query, [record], delivery);
    const summary = { ...metricsOf(totalOf(ads, days, delivery)), lastSyncedAt: instantOf(now) };
    const daily = days.map((date) => ({ date, ...metricsOf(sumOn(ads, date, delivery)) }));
    const analytics = { summary, daily, breakdowns: breakdownsOf(subject, call, delivery) };
    return ok({ backfillPending: false, ...block, analytics });
  });

const blockOfAd = ({ doc }: AdRecord, { termsOf }: Delivery): Fields => ({
  ad: {
    id: doc._id,
    name: doc.name,
    platform: doc.platform,
    status: doc.status,
    currency: termsOf({ doc }).currency,
  },
});

const blockOfCampaign = ({ id, doc }: CampaignRecord, { termsOf }: Delivery): Fields => ({
  campaign: {
    id,
    name: doc.campaignName ?? null,
    platform: doc.platform,
    status: doc.status ?? null,
    budget: doc.budget ?? null,
    currency: termsOf({ doc }).currency,
  },
});

/** The ad with its figures, and with the names that its ad set and its campaign have now. */
export function measuredAd(ad: AdRecord, structure: Structure, query: Fields): Counted {
  const days = daysOfFigures(query, [ad], structure.delivery);
  const { set, campaign } = placeOf(structure, ad);
  const names = { adSetName: set?.doc.adSetName, campaignName: campaign?.doc.campaignName };
  const known = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  return { record: ad, counts: { ...known, metrics: metricsOf(totalOf([ad], days, structure.delivery)) } };
}

const getAd: Handler = inScene(async (scene) => {
  const { desk } = scene;
  const ad = await findRecord<'ad'>(scene, desk.store.read);
  if (ad === undefined) return lost(scene);
  return answerOf(scene, { record: measuredAd(ad, await structureOf(scene.call, desk), {}) });
});

/** Parameters that say which records are listed, and the field of each that they name. */
type Filters = Readonly<Record<string, string>>;

const CAMPAIGN_FILTERS: Filters = {
  accountId: 'accountId',
  adAccountId: 'platformAdAccountId',
  campaignId: 'platformCampaignId',
  pageId: 'pageId',
  platform: 'platform',
  profileId: 'profileId',
  status: 'status',
};

const AD_FILTERS: Filters = {
  ...CAMPAIGN_FILTERS,
  adSetId: 'platformAdSetId',
  platformAdId: 'platformAdId',
  effectiveInstagramMediaId: 'creative.effectiveInstagramMediaId',
  effectiveObjectStoryId: 'creative.effectiveObjectStoryId',
};

const isListed = ({ doc }: AdObjectRecord, query: Fields, filters: Filters): boolean => {
  const valueAt = (place: string): unknown =>
    place.split('.').reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), doc);
  return Object.entries(filters).every(
    ([param, field]) => query[param] === undefined || valueAt(field) === query[param],
  );
};

/** Campaigns that a call asks for. */
export const campaignsAsked = ({ campaigns }: Structure, query: Fields): readonly CampaignRecord[] =>
  campaigns.filter((campaign) => isListed(campaign, query, CAMPAIGN_FILTERS));

/** A page of measured records; the span of the list bounds their figures, not the records. */
const listOf = (measured: (structure: Structure, query: Fields) => readonly Counted[]): Handler =>
  inScene(async (scene) => {
    const { call, desk } = scene;
    const all = measured(await structureOf(call, desk), call.query);
    return answerOf(scene, { page: pageOf(call, all) });
  });

const listAds = listOf((structure, query) =>
  structure.ads.filter((ad) => isListed(ad, query, AD_FILTERS)).map((ad) => measuredAd(ad, structure, query)),
);

const listAdCampaigns = listOf((structure, query) =>
  campaignsAsked(structure, query).flatMap((record) => {
    const { delivery } = structure;
    const ads = adsIn(structure, record);
    const ever = adsIn(everMade(structure), record);
    const metrics = metricsOf(totalOf(ever, daysOfFigures(query, [record], delivery), delivery));
    return isWanted(query, metrics) ? [{ record, counts: { metrics, adCount: ads.length } }] : [];
  }),
);

const getAdsTimeline: Handler = inScene(async (scene) => {
  const { call, desk } = scene;
  const structure = await structureOf(call, desk);
  const { delivery } = structure;
  const asked = everMade(structure).ads.filter((ad) => isListed(ad, call.query, CAMPAIGN_FILTERS));
  const rows = daysOfFigures(call.query, asked, delivery).map((date) => ({
    date,
    ...metricsOf(sumOn(asked, date, delivery)),
  }));
  return ok({ backfillPending: false, rows });
});

export const figures: Record<string, Handler> = {
  getAd,
  getAdAnalytics: analyticsOf('ad', adUnder),
  getCampaignAnalytics: analyticsOf('ad_campaign', campaignUnder),
  getAdsTimeline,
  listAds,
  listAdCampaigns,
};
