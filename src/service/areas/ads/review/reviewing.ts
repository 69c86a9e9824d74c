/** What a network's reviewers decide about campaigns, ad sets and ads when their time has come on the clock. Scheduled by whatever makes or corrects one; listed in work.ts. */
import { commit, together } from '../../../change.ts';
import type { DueWork } from '../../../desk.ts';
import { reviewTimes } from '../../../networks/reviews.ts';
import { verdictOf } from '../../../networks/simulated/behaviour.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue, Reader } from '../../../store/store.ts';
import { entriesOf, networkOf } from '../activity/entries.ts';
import { aboveOf, deliveryOf, followBelow, switchOf, switchTo } from './delivery-status.ts';
import { statusEvents } from '../events.ts';
import { withPast } from '../tree/past.ts';
import { isAd, type AdKind, type AdObjectRecord } from '../record.ts';

/** Kind of the work that decides; `ref` is the kind of the object and its id. */
const REVIEW = 'ad_review';

const isInReview = ({ doc }: AdObjectRecord): boolean => doc.reviewStatus === 'in_review';

/** The decisions as due work; none about what nobody looks at. Source: control surface, "Reviewers and carriers" */
export async function reviewsOf(
  read: Reader,
  records: readonly AdObjectRecord[],
  now: number,
): Promise<readonly NewDue[]> {
  const { ad: seconds } = await reviewTimes(read);
  if (seconds === null) return [];
  const dueAt = now + seconds * 1_000;
  return records.filter(isInReview).map(({ kind, id }) => ({ dueAt, kind: REVIEW, ref: `${kind}/${id}` }));
}

/** What reviewers and networks say of an object. */
export interface Standing {
  readonly reviewStatus?: 'in_review' | 'approved' | 'rejected' | 'with_issues';
  /** The status that goes with it; an approved object that waited for its review gets the one that was asked for. */
  readonly status?: AdObjectRecord['doc']['status'];
  readonly reason?: string | undefined;
}

/** The object with what they said of it. @param above what it is in Source: ADS-01, ADS-02 */
export function withStanding(
  record: AdObjectRecord,
  { reviewStatus, status, reason }: Standing,
  above?: AdObjectRecord,
): AdObjectRecord {
  const result =
    reviewStatus === undefined
      ? record
      : (withFields<unknown>(record, { reviewStatus, ...issuesIn(record, reason) }) as AdObjectRecord);
  const isShown = reviewStatus === 'approved' || reviewStatus === 'with_issues';
  const next = status ?? (isShown ? deliveryOf(result, above) : undefined);
  // How it is switched does not follow from how it is delivered, so it is kept apart from now on.
  return next === undefined ? result : switchTo(result, switchOf(result), next);
}

/** Where readings show why: an ad with its creative, a campaign among its issues. */
function issuesIn(record: AdObjectRecord, reason: string | undefined) {
  if (isAd(record))
    return {
      rejectionReason: reason,
      creative: { ...record.doc.creative, servingHoldReasons: reason === undefined ? [] : [reason] },
    };
  return { campaignIssuesInfo: reason === undefined ? [] : [{ error_message: reason }] };
}

/** Source: ADS-01, EVT-102 */
const decide: DueWork = ({ ref }, desk) =>
  commit(desk, [ref as `${AdKind}/${string}`], async (view) => {
    const [kind = '', id = ''] = ref.split('/');
    const before = await view.get(kind as AdKind, id);
    if (before === undefined || !isInReview(before)) return {};
    const { rejection: reason, records } = await verdictOf(view, [String(before.doc.accountId)]);
    const standing: Standing =
      reason === undefined ? { reviewStatus: 'approved' } : { reviewStatus: 'rejected', status: 'rejected', reason };
    const now = desk.clock.now();
    const after = withPast(before, withStanding(before, standing, await aboveOf(view, before)), now);
    const entries = entriesOf([{ before, after }], await networkOf(before, view), { ids: desk.ids, now });
    return together([
      { records: [...records, ...entries] },
      { records: [after], events: await statusEvents({ before, after }, view, { reason }) },
      await followBelow(view, { before, after }, now),
    ]);
  });

export const work: Readonly<Record<string, DueWork>> = { [REVIEW]: decide };
