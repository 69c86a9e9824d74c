/** Analytics of ads and campaigns, told by the ads that ran: a day is the sum of its ads, a summary the sum of its days. */
import type { Call, Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { pageOf, usualWords, type Page } from '../../engine/page.ts';
import { daysAsked, isBound } from '../../generic/range.ts';
import type { StoredRecord } from '../../store/store.ts';
import { generic } from '../../generic/checked.ts';
import { isDimension } from './dimensions.ts';
import { isNarrowed, isWanted, metricsOf, sumOn, totalOf } from './figures.ts';
import { namesIn } from './reading.ts';
import { partsOf } from './split.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const adsOf = ({ caller }: Call, { store }: Desk): Promise<StoredRecord[]> =>
  store.read.list('ad', { teamId: caller.teamId });

/** Ids under which an ad or what it belongs to is known. */
export const idsOf = ({ id, doc }: StoredRecord, names: readonly string[]): ReadonlySet<string> =>
  new Set([id, ...names.map((name) => doc[name])].filter((one) => one !== undefined).map(String));

const AD = ['_id', 'id', 'platformAdId'];

/** Whether an ad stands in a campaign, by its own word or by that of its ad set. */
export async function isIn(campaignId: string, ad: StoredRecord, { store }: Desk): Promise<boolean> {
  const named = [ad.doc['campaignId'], ad.doc['platformCampaignId'], ad.doc['existingCampaignId']];
  if (named.includes(campaignId)) return true;
  const set = await store.read.get('ad_set', String(ad.doc['adSetId'] ?? ''));
  return set !== undefined && [set.doc['campaignId'], set.doc['platformCampaignId']].includes(campaignId);
}

async function adsIn(campaignId: string, call: Call, desk: Desk): Promise<readonly StoredRecord[]> {
  const ads = await adsOf(call, desk);
  const isOf = await Promise.all(ads.map((ad) => isIn(campaignId, ad, desk)));
  return ads.filter((_ad, at) => isOf[at]);
}

/** The figures by each dimension that is asked for, one dimension beside the other. */
function breakdownsOf(ads: readonly StoredRecord[], { query }: Call, now: number): Fields {
  const days = daysAsked(query, now);
  const entries = namesIn(query['breakdowns']).map((dimension) => [
    dimension,
    partsOf(ads, days, { dimensions: [dimension], now }).map(({ values, counts }) => ({
      ...values,
      ...metricsOf(counts),
    })),
  ]);
  return Object.fromEntries(entries) as Fields;
}

/** The generic answer with its figures put right. */
async function told(call: Call, desk: Desk, ads: readonly StoredRecord[]): Promise<Reply> {
  const unknown = namesIn(call.query['breakdowns']).find((name) => !isDimension(name));
  if (unknown !== undefined)
    return refuse('invalid_field_value', { param: 'breakdowns', message: `There is no breakdown ${unknown}.` });
  const reply = await generic(call, desk);
  const { body } = reply;
  if (reply.status !== 200 || !isFields(body) || !isFields(body['analytics'])) return reply;
  const now = desk.clock.now();
  const days = daysAsked(call.query, now);
  const daily = days.map((date) => ({ date, ...metricsOf(sumOn(ads, date, now)) }));
  const summary = { ...metricsOf(totalOf(ads, days, now)), lastSyncedAt: new Date(now).toISOString() };
  return { ...reply, body: { ...body, analytics: { summary, daily, breakdowns: breakdownsOf(ads, call, now) } } };
}

const getAdAnalytics: Handler = async (call, desk) => {
  const id = call.path['adId'] ?? '';
  const ads = (await adsOf(call, desk)).filter((ad) => idsOf(ad, AD).has(id));
  return told(call, desk, ads);
};

const getCampaignAnalytics: Handler = async (call, desk) =>
  told(call, desk, await adsIn(call.path['campaignId'] ?? '', call, desk));

const getAd: Handler = async (call, desk) => {
  const reply = await generic(call, desk);
  const ad = isFields(reply.body) ? reply.body['ad'] : undefined;
  if (reply.status !== 200 || !isFields(ad)) return reply;
  const now = desk.clock.now();
  const own = (await adsOf(call, desk)).filter((one) => idsOf(one, AD).has(String(ad['_id'])));
  const metrics = metricsOf(totalOf(own, daysAsked({}, now), now));
  return { ...reply, body: { ...(reply.body as Fields), ad: { ...ad, metrics } } };
};

/** The span of a list of ads bounds its figures, not the ads. */
const unbounded = (query: Fields): Fields =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !isBound(name)));

/** More records than one list has. */
const EVERYTHING = 1_000_000;

/** Rows of a list with the metrics of the span that the list asks for. */
const withMetrics =
  (list: string, adsFor: (row: Fields, call: Call, desk: Desk) => Promise<readonly StoredRecord[]>): Handler =>
  async (call, desk) => {
    const { query } = call;
    const whole = isNarrowed(query) ? { page: 1, limit: EVERYTHING } : {};
    const reply = await generic({ ...call, query: { ...unbounded(query), ...whole } }, desk);
    const rows = isFields(reply.body) ? reply.body[list] : undefined;
    if (!Array.isArray(rows)) return reply;
    const now = desk.clock.now();
    const days = daysAsked(query, now);
    const measured = await Promise.all(
      rows.filter(isFields).map(async (row) => {
        const metrics = metricsOf(totalOf(await adsFor(row, call, desk), days, now));
        return { metrics, row: { ...row, ...(Object.hasOwn(row, 'metrics') && { metrics }) } };
      }),
    );
    const wanted = measured.filter(({ metrics }) => isWanted(query, metrics)).map(({ row }) => row);
    const body = reply.body as Fields;
    if (!isNarrowed(query)) return { ...reply, body: { ...body, [list]: wanted } };
    const page = pageOf(call, wanted);
    return { ...reply, body: { ...body, [list]: page.items, pagination: wordsOf(page) } };
  };

/** What these lists say of a page. */
export function wordsOf(page: Page<unknown>) {
  const { page: at, limit, total, pages } = usualWords(page);
  return { page: at, limit, total, pages };
}

export const figures: Record<string, Handler> = {
  getAd,
  getAdAnalytics,
  getCampaignAnalytics,
  listAds: withMetrics('ads', async (row, call, desk) =>
    (await adsOf(call, desk)).filter((ad) => idsOf(ad, AD).has(String(row['_id']))),
  ),
  listAdCampaigns: withMetrics('campaigns', (row, call, desk) => adsIn(String(row['platformCampaignId']), call, desk)),
};
