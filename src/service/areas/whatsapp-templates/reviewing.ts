/** What reviewers decide about a template when its time has come on the clock. Scheduled wherever a template comes to a state that they look at. */
import { commit, together } from '../../change.ts';
import type { DueWork } from '../../desk.ts';
import { reviewTimes } from '../../networks/reviews.ts';
import { verdictOf } from '../../networks/simulated/behaviour.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { template, type TemplateState, type TemplateVerdict } from '../../states/template.ts';
import { withFields } from '../../store/record.ts';
import type { NewDue, NewEvent, Reader } from '../../store/store.ts';
import { NO_REASON, statusEvent } from './events.ts';
import { TEMPLATE_KIND, type TemplateRecord } from './record.ts';

/** Kind of the work that decides about a template; `ref` is the template. */
const REVIEW = 'whatsapp_template_review';

const REVIEWED: readonly (string | undefined)[] = ['PENDING', 'IN_APPEAL'];

export const stateOf = ({ doc }: TemplateRecord): TemplateState => (doc.status ?? 'PENDING') as TemplateState;

/** The decision as due work; none where nobody looks at the template. Source: control surface, "Reviewers and carriers" */
export async function reviewOf(read: Reader, record: TemplateRecord, now: number): Promise<readonly NewDue[]> {
  const { whatsappTemplate: seconds } = await reviewTimes(read);
  return seconds === null || !REVIEWED.includes(stateOf(record))
    ? []
    : [{ dueAt: now + seconds * 1_000, kind: REVIEW, ref: record.id }];
}

/** A template as a verdict leaves it, with its event; undefined where the table has no such move. Source: ASM-18, EVT-103 */
export function judged(
  account: AccountRecord,
  record: TemplateRecord,
  { verdict, reason = NO_REASON }: { readonly verdict: TemplateVerdict; readonly reason?: string | undefined },
): { readonly after: TemplateRecord; readonly event: NewEvent } | undefined {
  const status = template.move(stateOf(record), verdict)?.to;
  if (status === undefined) return undefined;
  const after = withFields(record, { status, rejected_reason: reason });
  return { after, event: statusEvent(account, after, { status, reason }) };
}

const decide: DueWork = ({ ref }, desk) =>
  commit(desk, [`${TEMPLATE_KIND}/${ref}`], async (view) => {
    const record = await view.get(TEMPLATE_KIND, ref);
    const account = record && (await view.get(ACCOUNT_KIND, record.doc.accountId));
    if (record === undefined || account === undefined || !REVIEWED.includes(stateOf(record))) return {};
    const { rejection: reason, records } = await verdictOf(view, [account.id]);
    const move = judged(account, record, { verdict: reason === undefined ? 'APPROVED' : 'REJECTED', reason });
    return move === undefined ? {} : together([{ records }, { records: [move.after], events: [move.event] }]);
  });

export const work: Readonly<Record<string, DueWork>> = { [REVIEW]: decide };
