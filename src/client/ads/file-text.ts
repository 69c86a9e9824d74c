/** The body of `ads create` as an ads file: one campaign with its ad set and its ad. Read back by file.ts. */
import { stringify } from 'yaml';
import type { Fields } from '../../kernel/json.ts';
import { BY_PLACE, INHERITED, OF_SETS } from './fields.ts';

/** Fields of the body with which it makes no campaign of its own, or several ads. */
export const NOT_WHOLE = ['adSetId', 'existingCampaignId', 'creatives', 'validateOnly'] as const;

/** @param body without any of `NOT_WHOLE` */
export function adsFileText(body: Fields): string {
  const { accountId, adAccountId, name, campaignName = name, adSetName = name, adName = name, campaignStatus } = body;
  const placed = Object.entries(body).filter(([field]) => !BY_PLACE.includes(field));
  const onCampaign = body['budgetLevel'] === 'campaign' ? BUDGET : [];
  const inSet = (field: string): boolean => OF_SETS.includes(field) && !onCampaign.includes(field);
  const inCampaign = (field: string): boolean => INHERITED.some((one) => one === field) || onCampaign.includes(field);
  const fieldsOf = (isOwn: (field: string) => boolean): Fields =>
    Object.fromEntries(placed.filter(([field]) => isOwn(field)));
  const ad = { name: adName, ...fieldsOf((field) => !inSet(field) && !inCampaign(field)) };
  const set = { name: adSetName, ...fieldsOf(inSet), ads: [ad] };
  const status = campaignStatus === undefined ? {} : { status: campaignStatus };
  const campaign = { name: campaignName, ...status, ...fieldsOf(inCampaign), adSets: [set] };
  return stringify({ account: accountId, adAccountId, campaigns: [campaign] }, { lineWidth: 0 });
}

const BUDGET: readonly string[] = ['budgetAmount', 'budgetType'];
