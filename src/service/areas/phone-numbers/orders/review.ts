/** The decision about an ordered number, when its time has come on the clock. Scheduled by orders, answers to reviewers and restocking. */
import { commit, together, type Changes, type View } from '../../../change.ts';
import type { Desk, DueWork } from '../../../desk.ts';
import { verdictOf } from '../../../networks/simulated/behaviour.ts';
import { reviewTimes } from '../../../networks/reviews.ts';
import { CARRIER_FEED, NUMBER_KIND } from '../../../records/phone.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue, Reader } from '../../../store/store.ts';
import type { NumberRecord } from '../record.ts';
import { offeredIn } from '../stock/stock.ts';
import { movedBy } from './moves.ts';

/** Kind of the work that decides about a number; `ref` is the number. */
const REVIEW = 'number_review';

/** The decision about the number as due work; none where the table of times waits for an inbound one. Source: control surface, "Reviewers and carriers" */
export async function reviewOf(read: Reader, { id, doc }: NumberRecord, now: number): Promise<readonly NewDue[]> {
  const times = await reviewTimes(read);
  const seconds = doc.status === 'pending_regulatory' ? times.numberWithKyc : times.number;
  return seconds === null ? [] : [{ dueAt: now + seconds * 1_000, kind: REVIEW, ref: id }];
}

const UNDER_REVIEW: readonly string[] = ['provisioning', 'pending_regulatory'];

const decide: DueWork = ({ ref }, desk) =>
  commit(desk, [`${NUMBER_KIND}/${ref}`], async (view) => {
    const number = await view.get(NUMBER_KIND, ref);
    // Whoever decided before, or waits for an answer, has the word.
    if (number === undefined || !UNDER_REVIEW.includes(number.doc.status)) return {};
    return number.doc.actionReason === undefined ? decidedAbout(number, view, desk) : {};
  });

async function decidedAbout(number: NumberRecord, view: View, desk: Desk): Promise<Changes> {
  const { rejection, records } = await verdictOf(view, [number.id, CARRIER_FEED]);
  const at = desk.clock.now();
  if (rejection !== undefined)
    return together([{ records }, changesOf(number, { event: 'declined', at, reason: rejection })]);
  const whole = await withPhone(number, view, desk);
  const after = whole === undefined ? waitingForStock(number) : changesOf(whole, { event: 'activated', at });
  return together([{ records }, after]);
}

function changesOf(number: NumberRecord, move: Parameters<typeof movedBy>[1]): Changes {
  const moved = movedBy(number, move);
  return moved === undefined ? {} : { records: [moved.record], events: moved.events };
}

/** The record with a phone number assigned. An order placed while the country was out of stock takes a number from the stock now; undefined while the stock is empty. */
async function withPhone(number: NumberRecord, read: View, { catalog }: Desk): Promise<NumberRecord | undefined> {
  if (number.doc.phoneNumber !== undefined) return number;
  const { country, numberType, areaCode } = number.doc;
  const [offer] = await offeredIn({ catalog, read }, { country, numberType, areaCode });
  return offer && withFields(number, { phoneNumber: offer.phoneNumber });
}

/** Approved while the stock is still empty: restocking.ts activates it later. */
const waitingForStock = (number: NumberRecord): Changes => ({
  records: [withFields(number, { status: 'provisioning' })],
});

/** Numbers that are approved and wait for the stock of the country. */
export async function waitingIn(read: Reader, country: string): Promise<readonly NumberRecord[]> {
  const numbers = await read.list(NUMBER_KIND);
  return numbers.filter(
    ({ doc }) => doc.status === 'provisioning' && doc.phoneNumber === undefined && doc.country === country,
  );
}

export const work: Readonly<Record<string, DueWork>> = { [REVIEW]: decide };
