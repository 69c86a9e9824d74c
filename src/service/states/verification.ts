/** The moves of a verification: codes that are checked, and the end of its time. Whatever is over stays. */
import { machine } from '../../kernel/machine.ts';

export const VERIFICATION_STATES = ['pending', 'approved', 'max_attempts_reached', 'expired'] as const;

/** `canceled` and `delivery_failed` are words of the contract to which nothing leads here. */
export type VerificationState = (typeof VERIFICATION_STATES)[number];

export const VERIFICATION_EVENTS = ['rightCode', 'wrongCode', 'lastWrongCode', 'runOut'] as const;

export type VerificationEvent = (typeof VERIFICATION_EVENTS)[number];

/** Source: VER-05, VER-06, ASM-40 */
// prettier-ignore
export const verification = machine<VerificationState, VerificationEvent, never>({
  states: VERIFICATION_STATES,
  rows: [
    // from     event            to                      effect  rule
    ['pending', 'rightCode',     'approved',             null, 'VER-05'],
    ['pending', 'wrongCode',     'pending',              null, 'VER-05'],
    ['pending', 'lastWrongCode', 'max_attempts_reached', null, 'VER-06'],
    ['pending', 'runOut',        'expired',              null, 'ASM-40'],
  ],
});
