/** Fields of an ads file: which belong to which object, where the API shows them, and what changes them. Read by file.ts and plan.ts. */

export type ObjectKind = 'campaign' | 'adSet' | 'ad';

/** What an object is called in sentences. */
export const NOUNS: Readonly<Record<ObjectKind, string>> = { campaign: 'campaign', adSet: 'ad set', ad: 'ad' };

/** Operation whose body has the fields of an object; an ad set is made with its first ad. */
export const MAKERS: Readonly<Record<ObjectKind, string>> = {
  campaign: 'createAdCampaign',
  adSet: 'createStandaloneAd',
  ad: 'createStandaloneAd',
};

/** Fields of a campaign that its ad sets are made with, too. */
export const INHERITED = ['goal', 'promotedObject', 'specialAdCategories', 'buyingType'] as const;

/** Fields of the call that the place in the file says. */
export const BY_PLACE: readonly string[] = [
  'accountId',
  'adAccountId',
  'name',
  'adName',
  'adSetId',
  'adSetName',
  'budgetLevel',
  'campaignName',
  'campaignStatus',
  'creatives',
  'existingCampaignId',
  'validateOnly',
];

/** Fields of an ad set; every further one of the call belongs to an ad. */
export const OF_SETS: readonly string[] = [
  'advantageAudience',
  'ageMax',
  'ageMin',
  'attributionSpec',
  'audienceId',
  'behaviors',
  'bidAmount',
  'bidStrategy',
  'billingEvent',
  'budgetAmount',
  'budgetType',
  'cities',
  'countries',
  'countryGroups',
  'currency',
  'customLocations',
  'dsaBeneficiary',
  'dsaPayor',
  'endDate',
  'gender',
  'incomeTier',
  'interests',
  'languages',
  'metros',
  'optimizationGoal',
  'placements',
  'rawTargeting',
  'regions',
  'roasAverageFloor',
  'savedTargetingId',
  'startDate',
  'status',
  'targeting',
  'userDevice',
  'userOs',
  'workEmployers',
  'workIndustries',
  'workPositions',
  'zips',
];

/** A field that the API shows again. */
export interface Readable {
  readonly field: string;
  /** Dotted place in the record that the list answers with. */
  readonly at: string;
  /** What it is where the record does not show it. */
  readonly absent?: string;
  /** Dotted place in the body that changes it; absent where only a new object has another value. */
  readonly change?: string;
}

const same = (field: string): Readable => ({ field, at: field, change: field });

const BUDGET: readonly Readable[] = [
  { field: 'budgetAmount', at: 'budget.amount', change: 'budget.amount' },
  { field: 'budgetType', at: 'budget.type', change: 'budget.type' },
];

const BIDS = [same('bidStrategy'), same('bidAmount'), same('roasAverageFloor')];

const targeted = (field: string, change?: string): Readable => ({
  field,
  at: `targeting.${field}`,
  ...(change !== undefined && { change }),
});

const creative = (field: string): Readable => ({ field, at: `creative.${field}`, change: `creative.${field}` });

/** What is compared of each object. What the API does not show is taken to be as the file says. */
export const READABLE: Readonly<Record<ObjectKind, readonly Readable[]>> = {
  campaign: [
    { field: 'status', at: 'platformCampaignStatus', absent: 'ACTIVE', change: 'status' },
    ...BUDGET,
    ...BIDS,
    { field: 'goal', at: 'goal' },
  ],
  adSet: [
    { field: 'status', at: 'platformAdSetStatus', absent: 'ACTIVE', change: 'status' },
    ...BUDGET,
    ...BIDS,
    { field: 'startDate', at: 'schedule.startDate' },
    { field: 'endDate', at: 'schedule.endDate' },
    targeted('countries', 'targeting.countries'),
    targeted('ageMin', 'targeting.ageMin'),
    targeted('ageMax', 'targeting.ageMax'),
    targeted('gender'),
    targeted('placements'),
  ],
  ad: [
    { field: 'status', at: 'configuredStatus', absent: 'ACTIVE', change: 'status' },
    creative('headline'),
    creative('body'),
    creative('description'),
    creative('callToAction'),
    creative('linkUrl'),
    creative('imageUrl'),
  ],
};
