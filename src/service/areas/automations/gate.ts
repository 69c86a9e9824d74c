/** The follow gate: whoever is asked to follow presses the button under the message, and then gets the answer or is asked again. Used by reacts.ts and replies.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import type { Changes, View } from '../../change.ts';
import { withFields } from '../../store/record.ts';
import { LOG, type AutomationRecord } from './record.ts';

/** What the button under the message sends back; with the entry of the log. */
const PAYLOAD = 'follow_gate:';

const LABEL = "I'm following";

/** The message that asks to follow, with its button. @param id of the entry in the log */
export function gateMessage({ doc }: AutomationRecord, id: string, isAgain: boolean) {
  const { message, buttonLabel, notFollowingMessage } = doc.followGate ?? {};
  const asked = message ?? 'Please follow us first, then press the button.';
  return {
    text: isAgain ? (notFollowingMessage ?? asked) : asked,
    parts: { buttons: [{ type: 'postback', title: buttonLabel ?? LABEL, payload: `${PAYLOAD}${id}` }] },
  };
}

/** Kind of the work that answers a press; `ref` is the entry in the log. */
export const GATE = 'automation_gate';

interface Presser {
  readonly commenterId: string;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * What a press of the button changes; undefined for any other message. The network says whether the person follows
 * now; where it does not, the press is taken for it.
 */
export async function pressGate(
  view: View,
  metadata: Fields,
  { commenterId, at }: Presser,
): Promise<Changes | undefined> {
  const payload = textOf(metadata['postbackPayload']) ?? '';
  if (!payload.startsWith(PAYLOAD)) return undefined;
  const entry = await view.get(LOG, payload.slice(PAYLOAD.length));
  if (entry?.doc.status !== 'gated' || entry.doc.commenterId !== commenterId) return {};
  const commenterIsFollower = metadata['isFollower'] !== false;
  return {
    records: [withFields(entry, { commenterIsFollower })],
    due: [{ kind: GATE, ref: entry.id, dueAt: at }],
  };
}
