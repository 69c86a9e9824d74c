/** The campaigns, ad sets and ads that a caller reaches, and which of them belong together. Read by everything that lists or measures ads. */
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { isReached } from '../../engine/scene.ts';
import type { StoredRecord } from '../../store/store.ts';

/** The kinds from the top, each with the field that holds its id on the network and the level that events have for it. */
export const LEVELS = {
  ad_campaign: { id: 'platformCampaignId', level: 'CAMPAIGN' },
  ad_set: { id: 'platformAdSetId', level: 'AD_SET' },
  ad: { id: 'platformAdId', level: 'AD' },
} as const;

export type AdKind = keyof typeof LEVELS;

export interface Structure {
  readonly campaigns: readonly StoredRecord[];
  readonly sets: readonly StoredRecord[];
  readonly ads: readonly StoredRecord[];
}

export async function structureOf(call: Call, desk: Desk): Promise<Structure> {
  const listReached = async (kind: AdKind): Promise<readonly StoredRecord[]> => {
    const records = await desk.store.read.list(kind, { teamId: call.caller.teamId });
    return records.filter((record) => isReached(call, record));
  };
  const [campaigns, sets, ads] = await Promise.all([
    listReached('ad_campaign'),
    listReached('ad_set'),
    listReached('ad'),
  ]);
  return { campaigns, sets, ads };
}

export const setsIn = ({ sets }: Structure, campaign: StoredRecord): readonly StoredRecord[] =>
  sets.filter(({ parentId }) => parentId === campaign.id);

export const adsOfSet = ({ ads }: Structure, set: StoredRecord): readonly StoredRecord[] =>
  ads.filter(({ parentId }) => parentId === set.id);

export const adsIn = ({ ads }: Structure, { id }: StoredRecord): readonly StoredRecord[] =>
  ads.filter(({ doc }) => doc['platformCampaignId'] === id);

/** What an ad is in; a missing part was taken away. */
export const placeOf = ({ sets, campaigns }: Structure, { parentId, doc }: StoredRecord) => ({
  set: sets.find(({ id }) => id === parentId),
  campaign: campaigns.find(({ id }) => id === doc['platformCampaignId']),
});
