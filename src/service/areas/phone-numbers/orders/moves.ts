/** A number as one event of its lifecycle leaves it, with what endpoints learn. Used by orders, reviews, releases and what carriers cause. */
import type { Fields } from '../../../../kernel/json.ts';
import { without } from '../../../../kernel/json.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import { phoneNumber, type NumberEvent, type NumberState } from '../../../states/number.ts';
import type { NewEvent } from '../../../store/store.ts';
import { numberEvent, type NumberWord } from '../events.ts';
import type { NumberRecord } from '../record.ts';

export interface Move {
  readonly event: NumberWord;
  /** Milliseconds. */
  readonly at: number;
  readonly reason?: string | undefined;
}

export interface Moved {
  readonly record: NumberRecord;
  readonly events: readonly NewEvent[];
}

/** The refusal of an event that the table does not have for the number's state. */
export const moveRefusalOf = ({ doc }: NumberRecord, event: NumberEvent): Reply | undefined =>
  phoneNumber.move(doc.status as NumberState, event) === undefined
    ? refuse('invalid_resource_state', {
        message: `This is not possible for a number with the status ${doc.status}: ${event}.`,
      })
    : undefined;

/** The number after the event; undefined where the table does not have it. */
export function movedBy(number: NumberRecord, { event, at, reason }: Move): Moved | undefined {
  const move = phoneNumber.move(number.doc.status as NumberState, event);
  if (move === undefined) return undefined;
  const doc = {
    ...without(number.doc, ['actionReason']),
    status: move.to,
    ...fieldsAfter(event, { number, at, reason }),
  };
  const record = { ...number, doc };
  const url = record.doc.onfidoVerificationUrl;
  const more: Fields = {
    ...(REASONED.includes(event) && reason !== undefined ? { reason } : {}),
    ...(event === 'verification_required' ? { verificationUrl: url } : {}),
  };
  return { record, events: [numberEvent(event, record, more)] };
}

/** Events that say why. */
const REASONED: readonly NumberWord[] = ['declined', 'action_required', 'suspended', 'released'];

interface Around {
  readonly number: NumberRecord;
  readonly at: number;
  readonly reason: string | undefined;
}

function fieldsAfter(event: NumberWord, { number, at, reason }: Around): Partial<NumberRecord['doc']> {
  const now = instantOf(at);
  if (event === 'activated') return { provisionedAt: number.doc.provisionedAt ?? now };
  if (event === 'declined') return { regulatoryDeclineReason: reason ?? null };
  if (event === 'action_required') return { actionReason: reason ?? ASKED };
  if (event === 'released') return { releasedAt: now, callingEnabled: false, smsEnabled: false, sipTrunkId: null };
  return event === 'verification_required' ? { onfidoVerificationUrl: `https://verify.example.test/${number.id}` } : {};
}

const ASKED = 'More information is required.';
