/** What an ad and everything above it is called in rows of insights. Used by insights.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import type { AdRecord } from '../record.ts';
import { everMade, placeOf, type Structure } from '../tree/structure.ts';

export interface CalledAd {
  readonly ad: AdRecord;
  /** Ids and names from the ad up, and its states, by the words of the network. */
  readonly known: Fields;
}

/** The ads of the object that is asked for; all of the account where none is, or where it is the account. */
export function adsFor(asked: Fields, structure: Structure): readonly CalledAd[] {
  const { objectId = asked['adAccountId'] } = asked;
  const id = String(objectId).replace(/^act_/, '');
  return everMade(structure)
    .ads.filter(({ doc }) => doc.accountId === asked['accountId'])
    .filter((ad) => objectId === undefined || idsAbove(ad).includes(id))
    .map((ad) => ({ ad, known: knownOf(ad, structure) }));
}

/** Ids of the ad, of what it is in, and of its ad account. */
const idsAbove = ({ id, doc }: AdRecord): readonly unknown[] => [
  id,
  doc.platformAdId,
  doc.platformAdSetId,
  doc.platformCampaignId,
  doc.platformAdAccountId,
];

function knownOf(ad: AdRecord, structure: Structure): Fields {
  const { doc } = ad;
  const { set, campaign } = placeOf(structure, ad);
  const status = doc.status.toUpperCase();
  return {
    ad_id: doc.platformAdId ?? ad.id,
    ad_name: doc.name ?? null,
    adset_id: set?.id ?? null,
    adset_name: set?.doc.adSetName ?? null,
    campaign_id: campaign?.id ?? null,
    campaign_name: campaign?.doc.campaignName ?? null,
    account_id: doc.platformAdAccountId ?? null,
    account_name: doc.platformAdAccountName ?? null,
    ad_effective_status: status,
    ad_delivery_info: status,
  };
}
