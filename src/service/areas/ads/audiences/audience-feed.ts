/** What the network of an audience is sent: the audience itself, and the people and companies that fill it, hashed. Used by audiences.ts and filling.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import type { Desk } from '../../../desk.ts';
import { nativeId } from '../../../engine/draft.ts';
import { blank } from '../../../networks/simulated/item.ts';
import type { FeedChange } from '../../../change.ts';
import type { DocOf, FeedItem } from '../../../store/store.ts';
import type { AudienceRecord } from './audience-record.ts';
import { ruleFor } from './dialects.ts';
import type { HashedPerson } from './people.ts';

/** Fields that the network is sent as they are. */
const SENT = [
  'type',
  'description',
  'adAccountId',
  'retentionDays',
  'sourceAudienceId',
  'country',
  'ratio',
  'customerFileSource',
  'companies',
  'matchRules',
  'sourceType',
  'trigger',
  'lookbackDays',
  'engagementSources',
] as const;

const sentOf = ({ doc }: AudienceRecord): Fields => {
  const fields: Fields = { ...doc };
  const known = SENT.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]] as const);
  const rule = ruleFor(doc as Fields);
  return { text: doc.name ?? null, ...Object.fromEntries(known), ...(rule !== undefined && { rule }) };
};

/** @param now ms; Source: ADS-66 */
export const audienceItem = (audience: AudienceRecord, now: number): FeedItem => ({
  ...blank(audience.doc.accountId ?? '', 'audience', now),
  nativeId: String(audience.doc.platformAudienceId),
  doc: sentOf(audience),
});

/** The audience under its new name. @param now ms */
export const renamedItem = (audience: AudienceRecord, now: number): FeedChange => ({
  accountId: audience.doc.accountId ?? '',
  nativeId: String(audience.doc.platformAudienceId),
  doc: sentOf(audience),
  updatedAt: now,
});

interface Sending {
  /** Milliseconds. */
  readonly now: number;
  readonly ids: Desk['ids'];
}

/** One upload of people: a row of hashes for each, in the order of the columns. */
export const peopleItem = (
  { accountId = '', platformAudienceId }: DocOf<'ad_audience'>,
  people: readonly HashedPerson[],
  { now, ids }: Sending,
): FeedItem => ({
  ...blank(accountId, 'audience_users', now),
  nativeId: nativeId(ids.record()),
  doc: {
    audienceId: platformAudienceId,
    schema: ['EMAIL_SHA256', 'PHONE_SHA256'],
    data: people.map(({ email = '', phone = '' }) => [email, phone]),
  },
});

/** The list of companies that replaces the one before. */
export const companiesItem = (
  { accountId = '', platformAudienceId, companies }: DocOf<'ad_audience'>,
  { now, ids }: Sending,
): FeedItem => ({
  ...blank(accountId, 'audience_companies', now),
  nativeId: nativeId(ids.record()),
  doc: { audienceId: platformAudienceId, companies },
});
