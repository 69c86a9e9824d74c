/** The records of campaigns, ad sets and ads. Written by making.ts, copies.ts and status.ts, read by the rest of the area. */
import type { RecordOf } from '../../store/store.ts';

/** The kinds from the top. */
export type AdKind = 'ad_campaign' | 'ad_set' | 'ad';

export type CampaignRecord = RecordOf<'ad_campaign'>;

export type AdSetRecord = RecordOf<'ad_set'>;

export type AdRecord = RecordOf<'ad'>;

/** A campaign, an ad set or an ad. */
export type AdObjectRecord = RecordOf<AdKind>;

export const isAd = (record: AdObjectRecord | undefined): record is AdRecord => record?.kind === 'ad';
