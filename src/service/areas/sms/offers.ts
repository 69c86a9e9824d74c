/** What whoever sends a message over a line has to ask: whether the sender is ready, whether the person wants texts of it, and what carriers show of it. Used by messages.ts and by the inbox. */
import { isFields, without } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Desk } from '../../desk.ts';
import type { FeedItem, Reader, StoredRecord } from '../../store/store.ts';
import { verdictOf } from '../../networks/simulated/behaviour.ts';
import { blank } from '../../networks/simulated/item.ts';
import { lookUp } from '../phone-numbers/offers.ts';
import { CARRIER_FEED } from '../../records/phone.ts';
import { partsOf } from './parts.ts';
import { OPT_OUT_KIND, optOutId, TEXT_KIND, type TextRecord } from './record.ts';
import { CARRIER_FAILURES } from './failures.ts';
import { budgetOf, capProblem } from './budget.ts';
import { unready } from './senders.ts';

/** The failure of a text to somebody who opted out of those of the sender; undefined for everybody else. Source: SMS-18 */
export const optOutFailure = async (read: Reader, { from, to }: { readonly from: string; readonly to: string }) =>
  (await read.get(OPT_OUT_KIND, optOutId({ from: to, to: from }))) === undefined
    ? undefined
    : CARRIER_FAILURES.optedOut;

interface Asking {
  /** Milliseconds. */
  readonly now: number;
  /** True for a text that was counted when it was handed in. */
  readonly isCounted: boolean;
}

/** Why the account of a line cannot send a message now; undefined for a line that is ready, and for any other account. Source: SMS-01, ASM-23 */
export async function lineRefusal(
  read: Reader,
  { teamId, doc }: AccountRecord,
  { now, isCounted }: Asking,
): Promise<Reply | undefined> {
  if (traitsOf(doc.platform).line !== 'texts') return undefined;
  const refusal =
    (await unready(read, teamId, doc.username)) ??
    (isCounted ? undefined : await capProblem(read, { teamId, from: doc.username, now }));
  return refusal && { ...refusal, body: isFields(refusal.body) ? without(refusal.body, ['param']) : refusal.body };
}

/** The failure of a message over a line to a person who opted out, as a part of what goes out. */
export async function lineFailure(read: Reader, { doc }: AccountRecord, personId: string) {
  if (traitsOf(doc.platform).line !== 'texts') return {};
  const failure = await optOutFailure(read, { from: doc.username, to: personId });
  return failure === undefined ? {} : { failure };
}

/** What the carrier says of a text as it would arrive; undefined where it does. @param to in E.164 form */
export async function deliveryFailure(
  read: Reader,
  desk: Pick<Desk, 'catalog'>,
  to: string,
): Promise<{ readonly failure?: CarrierFailure; readonly records: readonly StoredRecord[] }> {
  const { rejection, records } = await verdictOf(read, [CARRIER_FEED], 'send');
  if (rejection !== undefined) return { failure: { ...CARRIER_FAILURES.rejected, message: rejection }, records };
  const { smsReachable } = await lookUp(desk, to);
  return smsReachable === false ? { failure: CARRIER_FAILURES.landline, records } : { records };
}

interface CarrierFailure {
  readonly code: number;
  readonly title: string;
  readonly message: string;
}

interface Texted {
  readonly account: AccountRecord;
  readonly id: string;
  /** The person's number in E.164 form. */
  readonly to: string;
  readonly text: string | null;
  readonly mediaUrls: readonly string[];
  /** Milliseconds. */
  readonly now: number;
}

/** The text at the carrier, and at the line that it went out of. */
export function textItems({ account, id, to, text, mediaUrls, now }: Texted): readonly FeedItem[] {
  const doc = { from: account.doc.username, to, text, mediaUrls, ...partsOf(text, mediaUrls.length > 0) };
  return [CARRIER_FEED, account.id].map((place) => ({ ...blank(place, 'sms', now), nativeId: id, doc }));
}

interface Counted {
  readonly account: AccountRecord;
  readonly doc: TextRecord['doc'];
  /** Milliseconds. */
  readonly now: number;
}

/** A text of the inbox as one that counts against those of the day; none for a text from a number, which no budget limits. */
export function countedText({ account: { teamId, profileId }, doc, now }: Counted): readonly TextRecord[] {
  const parentId = budgetOf({ teamId, from: doc.from, now });
  return parentId === null ? [] : [{ kind: TEXT_KIND, id: doc.id, teamId, profileId, parentId, createdAt: now, doc }];
}
