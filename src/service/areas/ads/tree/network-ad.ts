/** What the network of an ad receives when the ad is made. Asked by making.ts. */
import { isFields } from '../../../../kernel/json.ts';
import { blank } from '../../../networks/simulated/item.ts';
import type { FeedItem } from '../../../store/store.ts';
import { effectivePlacements } from '../placements.ts';
import type { AdRecord } from '../record.ts';

/** What of an ad the network is sent, besides its text. */
const SENT = [
  'name',
  'goal',
  'campaignName',
  'adSetName',
  'platformAdAccountId',
  'platformCampaignId',
  'platformAdSetId',
  'budget',
  'schedule',
  'creative',
  'targeting',
  'buyingType',
  'rfPredictionId',
  'bidStrategy',
  'bidAmount',
  'roasAverageFloor',
] as const;

/** Fields of auctions; a reservation has its price, and is sent without them. Source: ADS-65 */
const OF_AUCTIONS: readonly string[] = ['bidStrategy', 'bidAmount', 'roasAverageFloor'];

/** The ad in the feed of its account. @param now ms; Source: ADS-15, ADS-65, control surface: `feed` */
export function adItem({ id, doc }: AdRecord, accountId: string, now: number): FeedItem {
  const fields: Readonly<Record<string, unknown>> = doc;
  const isReserved = fields['buyingType'] === 'RESERVED';
  const names = SENT.filter((name) => fields[name] !== undefined && !(isReserved && OF_AUCTIONS.includes(name)));
  return {
    ...blank(accountId, 'ad', now),
    nativeId: doc.platformAdId ?? id,
    doc: {
      text: doc.creative?.body ?? null,
      ...Object.fromEntries(names.map((name) => [name, sentAs(name, fields[name])])),
    },
  };
}

/** Positions that take no effect do not reach the network. Source: ADS-24 */
const sentAs = (name: string, value: unknown): unknown =>
  name === 'targeting' && isFields(value) && value['placements'] !== undefined
    ? { ...value, placements: effectivePlacements(value['placements']) }
    : value;
