/** What the ad account has of the campaigns that a file names, with their ad sets and ads. Next stop: plan.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import { failure } from '../../kernel/failure.ts';
import { fieldsIn, isFields, textOf, type Fields } from '../../kernel/json.ts';
import { pages, recordsOf, type Call } from '../paging.ts';
import type { AdsFile, Planned } from './file.ts';
import { NOUNS, type ObjectKind } from './fields.ts';

export interface AdsDesk {
  readonly catalog: Catalog;
  readonly call: Call;
}

/** An object on the network. */
export interface Existing {
  readonly id: string;
  /** As the list of the API shows it. */
  readonly record: Fields;
  /** By name. */
  readonly parts: ReadonlyMap<string, Existing>;
}

/** Where the API has the id and the name of an object. */
const NAMED: Readonly<Record<ObjectKind, { readonly id: string; readonly name: string }>> = {
  campaign: { id: 'platformCampaignId', name: 'campaignName' },
  adSet: { id: 'platformAdSetId', name: 'adSetName' },
  ad: { id: '_id', name: 'name' },
};

/** Campaigns of the file that are there, by name. */
export async function existingCampaigns(
  { campaigns, adAccountId }: AdsFile,
  accountId: string,
  desk: AdsDesk,
): Promise<ReadonlyMap<string, Existing>> {
  const all = await listAll('listAdCampaigns', { accountId, adAccountId, includeEmpty: true }, desk);
  const found = await Promise.all(
    campaigns.map(async (campaign) => {
      const record = theOne(all, campaign);
      return record === undefined ? [] : [[campaign.name, await campaignFrom(record, campaign, desk)] as const];
    }),
  );
  return new Map(found.flat());
}

async function campaignFrom(record: Fields, campaign: Planned, desk: AdsDesk): Promise<Existing> {
  const { accountId } = record;
  const id = idOf(record, 'campaign');
  const query = { accountId, campaignId: id };
  const [sets, ads] = await Promise.all([listAll('listAdSets', query, desk), listAll('listAds', query, desk)]);
  return { id, record, parts: partsOf(campaign, sets, (set, planned) => setFrom(set, planned, ads)) };
}

function setFrom(record: Fields, planned: Planned, ads: readonly Fields[]): Existing {
  const id = idOf(record, 'adSet');
  const inside = ads.filter(({ platformAdSetId }) => platformAdSetId === id);
  // Targeting and schedule of an ad set are shown with the ad that it was made with.
  const first = inside.find(({ targeting, schedule }) => isFields(targeting) || isFields(schedule));
  const { targeting, schedule, _id: targetedBy } = first ?? {};
  const parts = partsOf(planned, inside, (ad) => ({ id: idOf(ad, 'ad'), record: ad, parts: new Map() }));
  return { id, record: { targeting, schedule, targetedBy, ...record }, parts };
}

const partsOf = (
  { parts }: Planned,
  records: readonly Fields[],
  existing: (record: Fields, planned: Planned) => Existing,
): ReadonlyMap<string, Existing> =>
  new Map(
    parts.flatMap((planned) => {
      const record = theOne(records, planned);
      return record === undefined ? [] : [[planned.name, existing(record, planned)] as const];
    }),
  );

const idOf = (record: Fields, kind: ObjectKind): string => String(record[NAMED[kind].id]);

/** @throws Failure `ambiguous` where several have the name, since only one of them can be meant */
function theOne(records: readonly Fields[], { kind, name, line }: Planned): Fields | undefined {
  const found = records.filter((record) => textOf(record[NAMED[kind].name]) === name);
  if (found.length < 2) return found[0];
  throw failure('ambiguous', {
    message: `The network has ${found.length} ${NOUNS[kind]}s named ${name} (line ${line}).`,
    details: { name, ids: found.map((record) => idOf(record, kind)) },
    hint: 'Rename or delete all but one of them.',
  });
}

async function listAll(operation: string, query: Fields, { catalog, call }: AdsDesk): Promise<readonly Fields[]> {
  const card = catalog.card(operation);
  const records: Fields[] = [];
  for await (const { body } of pages(card, { path: {}, query, headers: {} }, call))
    records.push(...fieldsIn(recordsOf(body, card)?.records));
  return records;
}
