/** What an ad network says of a campaign, an ad set or an ad: its review, and how it is delivered; leads, studies that people set up there, and files of products. Listed in the index that the press makes. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { accountOf, isRefusal, oneOf, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { entriesOf, networkOf } from './activity/entries.ts';
import { aboveOf, followBelow, switchTo } from './review/delivery-status.ts';
import { fileArrives } from './catalogs/product-file.ts';
import { statusEvents } from './events.ts';
import { leadArrives } from './leads/lead-arrives.ts';
import type { AdKind, AdObjectRecord } from './record.ts';
import { withPast } from './tree/past.ts';
import { reviewsOf, withStanding, type Standing } from './review/reviewing.ts';
import { studyArrives } from './studies/study-arrives.ts';
import { LEVELS } from './tree/structure.ts';

const KINDS: Readonly<Record<string, AdKind>> = { ad: 'ad', ad_set: 'ad_set', campaign: 'ad_campaign' };

/** The words of networks, and what each says of an object. */
const WORDS: Readonly<Record<string, Standing>> = {
  ACTIVE: { status: 'active', reviewStatus: 'approved' },
  APPROVED: { reviewStatus: 'approved' },
  PAUSED: { status: 'paused' },
  PENDING_REVIEW: { status: 'pending_review', reviewStatus: 'in_review' },
  DISAPPROVED: { status: 'rejected', reviewStatus: 'rejected' },
  REJECTED: { status: 'rejected', reviewStatus: 'rejected' },
  WITH_ISSUES: { reviewStatus: 'with_issues' },
  COMPLETED: { status: 'completed' },
  CANCELLED: { status: 'cancelled' },
  ERROR: { status: 'error' },
};

/** Source: ADS-01, EVT-102 */
async function ad(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, ids, read, teamId, now } = scene;
  const kind = KINDS[String(given['level'])] ?? 'ad';
  const all: readonly AdObjectRecord[] = await read.list(kind, { teamId });
  const id = given['adId'];
  const before = all.find((one) => one.doc.accountId === account.id && idsOf(one).includes(id));
  if (before === undefined) return notFound(kind, { param: 'adId' });
  const raw = String(given['status']);
  const reason = textOf(given['reason']);
  const standing = { ...WORDS[raw], reason };
  const result = withStanding(before, standing, await aboveOf(read, before));
  const isSwitched = raw === 'ACTIVE' || raw === 'PAUSED';
  const after = withPast(before, isSwitched ? switchTo(result, raw, result.doc.status ?? 'active') : result, now);
  if (after.doc.status === before.doc.status && after.doc.reviewStatus === before.doc.reviewStatus)
    return refuse('invalid_resource_state', { param: 'status', message: `It is already ${raw}.` });
  const events = await statusEvents({ before, after }, read, { raw, reason });
  const below = await followBelow(read, { before, after }, now);
  const entries = entriesOf([{ before, after }], await networkOf(before, read), { ids, now });
  return {
    records: [after, ...below.records, ...entries],
    events: [...events, ...below.events],
    work: await reviewsOf(read, [after], now),
  };
}

/** The ids by which a network or the Service names the object. */
const idsOf = ({ id, doc, kind }: AdObjectRecord): readonly unknown[] => [
  id,
  (doc as Fields)[LEVELS[kind as AdKind].id],
];

export const arrives: Readonly<Record<string, Inbound>> = {
  ...fileArrives,
  ...leadArrives,
  ...studyArrives,
  ad_status: {
    fields: {
      accountId: WORD,
      adId: WORD,
      level: oneOf(...Object.keys(KINDS)),
      status: oneOf(...Object.keys(WORDS)),
      reason: TEXT,
    },
    required: ['accountId', 'adId', 'level', 'status'],
    cause: ad,
  },
};
