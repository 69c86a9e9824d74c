/** Calls that a workflow places: from a phone of its profile, with the settings of the number, within the limits of any other call. Loaded by offers.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import type { Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Scene } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { failedEvent } from './events.ts';
import { hourlyRefusal } from './hourly.ts';
import { legItems } from './legs.ts';
import { lineFrom, NO_VOICE, type Reach } from './lines.ts';
import { failedCall, newCall, type CallRecord, type Line } from './record.ts';
import { outboundRinging } from './ringing.ts';
import { phoneTargetProblem, targetProblem } from './targets.ts';

export type CallScene = Pick<Scene, 'read' | 'ids' | 'now'>;

export interface Placing {
  readonly reach: Reach;
  /** The phone that is called, in E.164 form. */
  readonly to: string;
  /** The phone that it is called from; without it the first one that can call. */
  readonly from?: string | undefined;
  /** Where whoever takes the call is connected; without it where the number forwards to. */
  readonly forwardTo?: string | undefined;
  /** Address of the service, for recordings. */
  readonly origin: string;
  /** What the carrier has against the call. */
  readonly refusal?: string | undefined;
}

export interface PlacedCall {
  readonly changes: Changes;
  readonly callId?: string;
  /** Why nobody is called. */
  readonly problem?: string;
}

export const callingAccount = async (read: Reader, { reach, from }: Placing): Promise<AccountRecord | undefined> =>
  (await lineFrom(read, reach, from))?.account;

/** What the carrier turns down is kept as a call that failed. Source: VOI-23, VOI-34, VOI-42 */
export async function placeCall(scene: CallScene, placing: Placing): Promise<PlacedCall> {
  const { read, now } = scene;
  const { reach, to, from, forwardTo, refusal: message } = placing;
  const line = await lineFrom(read, reach, from);
  const refusal =
    phoneTargetProblem('to', to) ??
    (forwardTo === undefined ? undefined : targetProblem('forwardTo', forwardTo, line?.account.doc.username)) ??
    (line === undefined ? NO_VOICE : await hourlyRefusal(read, reach.teamId, now));
  if (refusal !== undefined || line === undefined) return { changes: {}, problem: sentenceOf(refusal) };
  const record = ringing(line, scene, placing);
  if (message !== undefined) {
    const failed = failedCall(record, { message, now });
    return { changes: { records: [failed], events: [failedEvent(failed, line)] }, callId: record.id, problem: message };
  }
  const { ids } = scene;
  return {
    callId: record.id,
    changes: {
      records: [record],
      due: await outboundRinging(read, record, now),
      feed: legItems(record, line.account.id, { to, from: line.account.doc.username, now, ids }),
    },
  };
}

function ringing(line: Line, { ids, now }: CallScene, { to, forwardTo, origin }: Placing): CallRecord {
  const recordable = { origin, recordingKey: ids.uuid() };
  const call = newCall(line, { id: ids.record(), direction: 'outbound', person: to, now, recordable });
  const target = forwardTo ?? textOf(line.number?.doc.pstnForwardTo);
  return target === undefined ? call : withFields(call, { forwardTo: target });
}

const sentenceOf = (refusal: Reply | undefined): string =>
  textOf(((refusal?.body ?? {}) as Fields)['error']) ?? 'The call was not placed.';
