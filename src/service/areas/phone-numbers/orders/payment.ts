/** Orders of teams on a legacy plan, which pay for every number on a page of its own before it is provisioned. Used by buy.ts, arrives.ts and console/checkout. */
import type { Reply } from '../../../call.ts';
import type { Changes } from '../../../change.ts';
import type { Plan } from '../../../limits/plan.ts';
import type { Reader } from '../../../store/store.ts';
import { withFields } from '../../../store/record.ts';
import type { NumberRecord } from '../record.ts';
import { moveRefusalOf } from './moves.ts';
import { reviewOf } from './review.ts';

/** Other plans are billed by use. */
export const isPaidUpFront = ({ legacyDailyCap }: Plan): boolean => legacyDailyCap !== null;

type Paid = Pick<Changes, 'records' | 'due'>;

/** The order goes on; the refusal where it owes nothing. */
export async function paid(
  number: NumberRecord,
  read: Reader,
  now: number,
): Promise<Paid | { readonly refusal: Reply }> {
  const refusal = moveRefusalOf(number, 'pay');
  if (refusal !== undefined) return { refusal };
  const record = withFields(number, { status: 'provisioning' });
  return { records: [record], due: await reviewOf(read, record, now) };
}
