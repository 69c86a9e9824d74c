/** Analytics of ads and campaigns, added up from the ads that ran: a day is the sum of its ads, a summary the sum of its days. */
import { type Fields, isFields } from '../../../kernel/json.ts';
import { daysBetween } from '../../../kernel/days.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import { pageOf } from '../../engine/page.ts';
import { lost } from '../../engine/scene.ts';
import type { Counted } from '../../engine/view.ts';
import type { Delivery } from './delivery.ts';
import { isDimension } from './dimensions.ts';
import { isWanted, metricsOf, sumOn, totalOf } from './figures.ts';
import { namesIn } from './reading.ts';
import type { AdObjectRecord, AdRecord, CampaignRecord } from './record.ts';
import { partsOf } from './split.ts';
import { adsIn, placeOf, structureOf, type Structure } from './structure.ts';

/** The days that the figures of a call cover. */
export const daysOfFigures = ({ fromDate, toDate }: Fields, now: number): readonly string[] =>
  daysBetween({ from: fromDate, to: toDate }, now);

/** The figures by each dimension that is asked for, one dimension beside the other. */
function breakdownsOf(ads: readonly AdRecord[], { query }: Call, delivery: Delivery): Fields {
  const days = daysOfFigures(query, delivery.now);
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
  readonly block: Fields;
  readonly ads: readonly AdRecord[];
}

type FindSubject = (structure: Structure, id: string | null) => Subject | undefined;

const adUnder: FindSubject = ({ ads }, id) => {
  const ad = ads.find((one) => one.id === id);
  return ad && { block: blockOfAd(ad), ads: [ad] };
};

const campaignUnder: FindSubject = (structure, id) => {
  const campaign = structure.campaigns.find((one) => one.id === id);
  return campaign && { block: blockOfCampaign(campaign), ads: adsIn(structure, campaign) };
};

/** Figures of what the path names, below the words that the answer has for it. */
const analyticsOf = (kind: 'ad' | 'ad_campaign', subjectUnder: FindSubject): Handler =>
  inScene(async ({ call, desk, now, owners }) => {
    const unknown = namesIn(call.query['breakdowns']).find((name) => !isDimension(name));
    if (unknown !== undefined)
      return refuse('invalid_field_value', { param: 'breakdowns', message: `There is no breakdown ${unknown}.` });
    const structure = await structureOf(call, desk);
    const { delivery } = structure;
    const subject = subjectUnder(structure, owners.parentId);
    if (subject === undefined) return lost({ name: kind });
    const { block, ads } = subject;
    const days = daysOfFigures(call.query, now);
    const summary = { ...metricsOf(totalOf(ads, days, delivery)), lastSyncedAt: instantOf(now) };
    const daily = days.map((date) => ({ date, ...metricsOf(sumOn(ads, date, delivery)) }));
    const analytics = { summary, daily, breakdowns: breakdownsOf(ads, call, delivery) };
    return ok({ backfillPending: false, ...block, analytics });
  });

const blockOfAd = ({ doc }: AdRecord): Fields => ({
  ad: { id: doc._id, name: doc.name, platform: doc.platform, status: doc.status, currency: null },
});

const blockOfCampaign = ({ id, doc }: CampaignRecord): Fields => ({
  campaign: {
    id,
    name: doc.campaignName ?? null,
    platform: doc.platform,
    status: doc.status ?? null,
    budget: doc.budget ?? null,
    currency: null,
  },
});

/** The ad with its figures, and with the names that its ad set and its campaign have now. */
export function measuredAd(ad: AdRecord, structure: Structure, days: readonly string[]): Counted {
  const { set, campaign } = placeOf(structure, ad);
  const names = { adSetName: set?.doc.adSetName, campaignName: campaign?.doc.campaignName };
  const known = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  return { record: ad, counts: { ...known, metrics: metricsOf(totalOf([ad], days, structure.delivery)) } };
}

const getAd: Handler = inScene(async (scene) => {
  const { desk } = scene;
  const ad = await findRecord<'ad'>(scene, desk.store.read);
  if (ad === undefined) return lost(scene);
  const days = daysOfFigures({}, scene.now);
  return answerOf(scene, { record: measuredAd(ad, await structureOf(scene.call, desk), days) });
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
const listOf = (
  measured: (structure: Structure, query: Fields, days: readonly string[]) => readonly Counted[],
): Handler =>
  inScene(async (scene) => {
    const { call, desk } = scene;
    const days = daysOfFigures(call.query, scene.now);
    const all = measured(await structureOf(call, desk), call.query, days);
    return answerOf(scene, { page: pageOf(call, all) });
  });

const listAds = listOf((structure, query, days) =>
  structure.ads.filter((ad) => isListed(ad, query, AD_FILTERS)).map((ad) => measuredAd(ad, structure, days)),
);

const listAdCampaigns = listOf((structure, query, days) =>
  campaignsAsked(structure, query).flatMap((record) => {
    const ads = adsIn(structure, record);
    const metrics = metricsOf(totalOf(ads, days, structure.delivery));
    return isWanted(query, metrics) ? [{ record, counts: { metrics, adCount: ads.length } }] : [];
  }),
);

const getAdsTimeline: Handler = inScene(async (scene) => {
  const { call, desk } = scene;
  const { now } = scene;
  const { ads, delivery } = await structureOf(call, desk);
  const asked = ads.filter((ad) => isListed(ad, call.query, CAMPAIGN_FILTERS));
  const rows = daysOfFigures(call.query, now).map((date) => ({ date, ...metricsOf(sumOn(asked, date, delivery)) }));
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
