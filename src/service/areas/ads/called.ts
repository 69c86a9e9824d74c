/** What an ad and everything above it is called in rows of insights. Used by insights.ts. */
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { plainId } from '../../generic/around.ts';
import type { StoredRecord } from '../../store/store.ts';
import { adsOf, idsOf, isIn } from './analytics.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface CalledAd {
  readonly ad: StoredRecord;
  /** Ids and names from the ad up, and its states, by the words of the network. */
  readonly known: Fields;
}

/** Names under which an ad knows itself and what it is in. */
const OWNERS = ['_id', 'id', 'platformAdId', 'adSetId', 'platformAdSetId', 'adAccountId', 'platformAdAccountId'];

/** The ads of the object that is asked for; all of the account where none is, or where it is the account. */
export async function adsAsked(asked: Fields, call: Call, desk: Desk): Promise<readonly CalledAd[]> {
  const all = (await adsOf(call, desk)).filter(({ doc }) => doc['accountId'] === asked['accountId']);
  const { objectId = asked['adAccountId'] } = asked;
  const id = String(objectId).replace(/^act_/, '');
  const isOf = await Promise.all(
    all.map(async (ad) => objectId === undefined || idsOf(ad, OWNERS).has(id) || isIn(id, ad, desk)),
  );
  const sets = await recordsBy('ad_set', 'platformAdSetId', { call, desk });
  const campaigns = await recordsBy('ad_campaign', 'platformCampaignId', { call, desk });
  return all.filter((_ad, at) => isOf[at]).map((ad) => ({ ad, known: knownOf(ad, sets, campaigns) }));
}

type ById = ReadonlyMap<string, StoredRecord>;

/** Records by the ids that they have here and on the network. */
async function recordsBy(
  kind: string,
  name: string,
  { call, desk }: { readonly call: Call; readonly desk: Desk },
): Promise<ById> {
  const records = await desk.store.read.list(kind, { teamId: call.caller.teamId });
  return new Map(records.flatMap((one) => [plainId(one), one.doc[name]].map((id) => [String(id), one])));
}

function knownOf({ id, doc }: StoredRecord, sets: ById, campaigns: ById): Fields {
  const setId = doc['platformAdSetId'] ?? doc['adSetId'];
  const set = sets.get(String(setId))?.doc;
  const campaignId =
    doc['platformCampaignId'] ?? doc['campaignId'] ?? set?.['platformCampaignId'] ?? set?.['campaignId'];
  const status = String(doc['status'] ?? '').toUpperCase();
  return {
    ad_id: doc['platformAdId'] ?? doc['_id'] ?? id,
    ad_name: doc['name'] ?? null,
    adset_id: setId ?? null,
    adset_name: doc['adSetName'] ?? set?.['adSetName'] ?? set?.['name'] ?? null,
    campaign_id: campaignId ?? null,
    campaign_name: doc['campaignName'] ?? campaigns.get(String(campaignId))?.doc['campaignName'] ?? null,
    account_id: doc['platformAdAccountId'] ?? doc['adAccountId'] ?? null,
    account_name: doc['platformAdAccountName'] ?? null,
    ad_effective_status: status,
    ad_delivery_info: status,
  };
}
