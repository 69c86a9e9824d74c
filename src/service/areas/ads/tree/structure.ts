/** The campaigns, ad sets and ads that a caller reaches, and which of them belong together. Read by everything that lists or measures ads. */
import { textOf } from '../../../../kernel/json.ts';
import type { Call } from '../../../call.ts';
import type { Desk } from '../../../desk.ts';
import { isReached } from '../../../engine/scene.ts';
import type { RecordOf } from '../../../store/store.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import { findAdAccount } from './ad-account.ts';
import { stretchesOf, type Branch, type Billed, type Delivery, type Terms } from '../figures/delivery.ts';
import { digitsOf } from '../judge/currency.ts';
import { AUDIENCE, type AudienceRecord } from '../audiences/audience-record.ts';
import { sizesByAd } from '../audiences/uses.ts';
import { reportedByAd } from '../conversions/by-ad.ts';
import { CONVERSION, type ConversionRecord } from '../conversions/conversion-record.ts';
import type { AdKind, AdRecord, AdSetRecord, CampaignRecord } from '../record.ts';
import { deletedParts, type DeletedParts } from './deleted.ts';

/** The kinds from the top, each with the field that holds its id on the network and the level that events have for it. */
export const LEVELS = {
  ad_campaign: { id: 'platformCampaignId', level: 'CAMPAIGN' },
  ad_set: { id: 'platformAdSetId', level: 'AD_SET' },
  ad: { id: 'platformAdId', level: 'AD' },
} as const satisfies Readonly<Record<AdKind, { id: string; level: string }>>;

export interface Structure {
  readonly campaigns: readonly CampaignRecord[];
  readonly sets: readonly AdSetRecord[];
  readonly ads: readonly AdRecord[];
  /** Those that were deleted, which figures still count. */
  readonly deleted: DeletedParts;
  /** Of all ads of the team: those that the caller does not reach take their part of a budget too. */
  readonly delivery: Delivery;
}

/** @param now ms up to which ads were shown; the clock's if omitted */
export async function structureOf(call: Call, desk: Desk, now = desk.clock.now()): Promise<Structure> {
  const listAll = <K extends AdKind>(kind: K): Promise<readonly RecordOf<K>[]> =>
    desk.store.read.list(kind, { teamId: call.caller.teamId });
  const [campaigns, sets, ads] = await Promise.all([listAll('ad_campaign'), listAll('ad_set'), listAll('ad')]);
  const conversions = await desk.store.read.list(CONVERSION, { teamId: call.caller.teamId });
  const audiences = await desk.store.read.list(AUDIENCE, { teamId: call.caller.teamId });
  const deleted = await deletedParts(desk.store.read, call.caller.teamId);
  const parts = {
    campaigns: [...campaigns, ...deleted.campaigns],
    sets: [...sets, ...deleted.sets],
    ads: [...ads, ...deleted.ads],
  };
  const delivery = await deliveryOf({ ...parts, conversions, audiences }, desk, now);
  const reached = ({ campaigns, sets, ads }: Parts): Parts => ({
    campaigns: campaigns.filter((one) => isReached(call, one)),
    sets: sets.filter((one) => isReached(call, one)),
    ads: ads.filter((one) => isReached(call, one)),
  });
  return { ...reached({ campaigns, sets, ads }), deleted: reached(deleted), delivery };
}

type Parts = Pick<Structure, 'campaigns' | 'sets' | 'ads'>;

interface Sources extends Parts {
  readonly conversions: readonly ConversionRecord[];
  readonly audiences: readonly AudienceRecord[];
}

async function deliveryOf(parts: Sources, desk: Desk, now: number): Promise<Delivery> {
  const terms = new Map<string, Terms>();
  for (const one of [...parts.campaigns, ...parts.sets, ...parts.ads])
    if (!terms.has(billOf(one))) terms.set(billOf(one), await termsFor(one, desk));
  const termsOf = (one: Billed): Terms => terms.get(billOf(one)) ?? UNKNOWN_TERMS;
  const sizes = sizesByAd(parts.ads, parts.audiences);
  const stretches = new Map(branchesOf(parts, termsOf, sizes).flatMap((branch) => [...stretchesOf(branch, now)]));
  const ads = new Map(parts.ads.map((ad) => [ad.id, ad]));
  const currencyOf = (adId: string): string | null | undefined => {
    const ad = ads.get(adId);
    return ad && termsOf(ad).currency;
  };
  return { now, stretches, termsOf, sizes, reported: reportedByAd(parts.conversions, now, currencyOf) };
}

/** The ad account that pays. */
const billOf = ({ doc }: Billed): string => `${String(doc.accountId)}/${String(doc.platformAdAccountId)}`;

/** Of an ad account that the network has not: hundredths, and days in UTC. */
const UNKNOWN_TERMS: Terms = { currency: null, unit: 100, zone: 'UTC' };

/** Currency and zone of the ad account that pays; an ad account without a zone by name has its days in UTC. */
async function termsFor({ doc }: Billed, { catalog, store: { read } }: Desk): Promise<Terms> {
  const account = await read.get(ACCOUNT_KIND, String(doc.accountId));
  const id = String(doc.platformAdAccountId);
  const found = account && (await findAdAccount({ catalog }, read, { account, id }));
  const currency = textOf(found?.['currency']);
  const zone = textOf(found?.['timezoneName']) ?? UNKNOWN_TERMS.zone;
  return currency === undefined ? { ...UNKNOWN_TERMS, zone } : { currency, zone, unit: 10 ** digitsOf(currency) };
}

function branchesOf(parts: Parts, termsOf: Delivery['termsOf'], sizes: Delivery['sizes']): readonly Branch[] {
  const campaigns = new Map(parts.campaigns.map((one) => [one.id, one]));
  const sets = new Map(parts.sets.map((one) => [one.id, one]));
  const bySet = groupBy(parts.ads, ({ id, parentId }) => parentId ?? id);
  const byCampaign = groupBy([...bySet.values()], ([ad]) => String(ad?.doc.platformCampaignId ?? ad?.id));
  return [...byCampaign].map(([id, groups]) => {
    const [[first] = []] = groups;
    return {
      campaign: campaigns.get(id),
      sets: groups.map((ads) => ({ set: sets.get(ads[0]?.parentId ?? ''), ads })),
      terms: first === undefined ? UNKNOWN_TERMS : termsOf(first),
      sizes,
    };
  });
}

/** Items by a key, in the order in which they come. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

export const setsIn = ({ sets }: Structure, campaign: CampaignRecord): readonly AdSetRecord[] =>
  sets.filter(({ parentId }) => parentId === campaign.id);

export const adsOfSet = ({ ads }: Pick<Structure, 'ads'>, set: AdSetRecord): readonly AdRecord[] =>
  ads.filter(({ parentId }) => parentId === set.id);

export const adsIn = ({ ads }: Pick<Structure, 'ads'>, { id }: CampaignRecord): readonly AdRecord[] =>
  ads.filter(({ doc }) => doc.platformCampaignId === id);

/** The ads whose figures are added up: those that are there, and those that were deleted. */
export const everMade = ({ ads, deleted }: Structure): Pick<Structure, 'ads'> => ({ ads: [...ads, ...deleted.ads] });

/** What an ad is in, or was when it was deleted. */
export const placeOf = ({ sets, campaigns, deleted }: Structure, { parentId, doc }: AdRecord) => ({
  set: [...sets, ...deleted.sets].find(({ id }) => id === parentId),
  campaign: [...campaigns, ...deleted.campaigns].find(({ id }) => id === doc.platformCampaignId),
});
