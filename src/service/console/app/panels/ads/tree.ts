/** The tree as rows, each below what it belongs to. Pure. */

interface Metrics {
  readonly impressions: number;
  readonly clicks: number;
  readonly spend: number;
}

interface Ad {
  readonly _id?: string;
  readonly id?: string;
  readonly name?: string;
  readonly adName?: string;
  readonly status: string;
  readonly reviewStatus?: string;
  readonly metrics: Metrics;
}

export interface Campaign {
  /** The account at the network that it belongs to. */
  readonly accountId: string;
  readonly platformCampaignId: string;
  readonly platform: string;
  readonly campaignName: string;
  readonly status: string;
  readonly reviewStatus?: string;
  readonly currency?: string;
  readonly metrics: Metrics;
  readonly adSets: readonly {
    readonly platformAdSetId: string;
    readonly adSetName: string;
    readonly status: string;
    readonly reviewStatus?: string;
    readonly metrics: Metrics;
    readonly ads: readonly Ad[];
  }[];
}

type Change = readonly [operation: string, place: string];

export interface Row {
  readonly id: string;
  readonly level: 'campaign' | 'ad_set' | 'ad';
  readonly depth: number;
  readonly name: string;
  readonly platform: string;
  readonly accountId: string;
  readonly status: string;
  readonly review: string | undefined;
  readonly metrics: Metrics;
  readonly currency: string;
  /** The operation that sets its status, and the name of its place for the id. */
  readonly change: Change;
}

export function rowsOf({
  accountId,
  platformCampaignId,
  platform,
  campaignName,
  status,
  reviewStatus,
  currency = 'USD',
  metrics,
  adSets,
}: Campaign): Row[] {
  const common = { platform, accountId, currency };
  const row = (
    level: Row['level'],
    depth: number,
    id: string,
    change: Change,
  ): Pick<Row, 'level' | 'depth' | 'id' | 'change'> => ({
    level,
    depth,
    id,
    change,
  });
  return [
    {
      ...common,
      ...row('campaign', 0, platformCampaignId, ['updateAdCampaignStatus', 'campaignId']),
      name: campaignName,
      status,
      review: reviewStatus,
      metrics,
    },
    ...adSets.flatMap((set) => [
      {
        ...common,
        ...row('ad_set', 1, set.platformAdSetId, ['updateAdSetStatus', 'adSetId']),
        name: set.adSetName,
        status: set.status,
        review: set.reviewStatus,
        metrics: set.metrics,
      },
      ...set.ads.map((ad) => {
        const id = ad._id ?? ad.id ?? '';
        return {
          ...common,
          ...row('ad', 2, id, ['updateAdStatus', 'adId']),
          name: ad.name ?? ad.adName ?? id,
          status: ad.status,
          review: ad.reviewStatus,
          metrics: ad.metrics,
        };
      }),
    ]),
  ];
}
