/** The campaigns, ad sets and ads that a caller reaches, and which of them belong together. Read by everything that lists or measures ads. */
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { isReached } from '../../engine/scene.ts';
import type { RecordOf } from '../../store/store.ts';
import type { AdKind, AdRecord, AdSetRecord, CampaignRecord } from './record.ts';

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
}

export async function structureOf(call: Call, desk: Desk): Promise<Structure> {
  const listReached = async <K extends AdKind>(kind: K): Promise<readonly RecordOf<K>[]> => {
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

export const setsIn = ({ sets }: Structure, campaign: CampaignRecord): readonly AdSetRecord[] =>
  sets.filter(({ parentId }) => parentId === campaign.id);

export const adsOfSet = ({ ads }: Structure, set: AdSetRecord): readonly AdRecord[] =>
  ads.filter(({ parentId }) => parentId === set.id);

export const adsIn = ({ ads }: Structure, { id }: CampaignRecord): readonly AdRecord[] =>
  ads.filter(({ doc }) => doc.platformCampaignId === id);

/** What an ad is in; a missing part was taken away. */
export const placeOf = ({ sets, campaigns }: Structure, { parentId, doc }: AdRecord) => ({
  set: sets.find(({ id }) => id === parentId),
  campaign: campaigns.find(({ id }) => id === doc.platformCampaignId),
});
