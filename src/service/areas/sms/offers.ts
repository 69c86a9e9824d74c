/** What whoever sends a message over a line has to ask: whether the sender is ready, whether the person wants texts of it, and what carriers show of it. Used by messages.ts and by the inbox. */
import { isFields, without } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { FeedItem, Reader } from '../../store/store.ts';
import { blank } from '../../networks/simulated/item.ts';
import { CARRIER_FEED } from '../../records/phone.ts';
import { partsOf } from './parts.ts';
import { OPT_OUT_KIND, optOutId } from './record.ts';
import { unready } from './senders.ts';

/** What the carrier says of somebody who wants no more texts of a number. */
const OPTED_OUT = { code: 40300, title: 'Opted out', message: 'The recipient opted out of messages of this number.' };

/** The failure of a text to somebody who opted out of those of the sender; undefined for everybody else. Source: SMS-18 */
export const optOutFailure = async (read: Reader, { from, to }: { readonly from: string; readonly to: string }) =>
  (await read.get(OPT_OUT_KIND, optOutId({ from: to, to: from }))) === undefined ? undefined : OPTED_OUT;

/** Why the account of a line cannot send a message now; undefined for a line that is ready, and for any other account. Source: SMS-01 */
export async function lineRefusal(read: Reader, { teamId, doc }: AccountRecord): Promise<Reply | undefined> {
  if (traitsOf(doc.platform).line !== 'texts') return undefined;
  const refusal = await unready(read, teamId, doc.username);
  return refusal && { ...refusal, body: isFields(refusal.body) ? without(refusal.body, ['param']) : refusal.body };
}

/** The failure of a message over a line to a person who opted out, as a part of what goes out. */
export async function lineFailure(read: Reader, { doc }: AccountRecord, personId: string) {
  if (traitsOf(doc.platform).line !== 'texts') return {};
  const failure = await optOutFailure(read, { from: doc.username, to: personId });
  return failure === undefined ? {} : { failure };
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
