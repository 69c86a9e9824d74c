/** The moves of a registration of senders: reviewed by carriers, answered and appealed by callers. Deactivated is the end. */
import { machine } from '../../kernel/machine.ts';

export const REGISTRATION_STATES = [
  'requested',
  'pending',
  'changes_requested',
  'approved',
  'rejected',
  'deactivated',
] as const;

export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** The carrier's word for where it goes, and what callers do. */
export const REGISTRATION_EVENTS = [
  'pending',
  'changes_requested',
  'approved',
  'rejected',
  'respond',
  'appeal',
  'deactivate',
] as const;

export type RegistrationEvent = (typeof REGISTRATION_EVENTS)[number];

/** Source: ASM-17; control surface, "Settled readings" */
// prettier-ignore
export const smsRegistration = machine<RegistrationState, RegistrationEvent, never>({
  states: REGISTRATION_STATES,
  rows: [
    // from                event                to                   effect  rule
    ['requested',         'pending',           'pending',           null, 'ASM-17'],
    ['pending',           'approved',          'approved',          null, 'ASM-17'],
    ['pending',           'rejected',          'rejected',          null, 'ASM-17'],
    ['requested',         'changes_requested', 'changes_requested', null, 'ASM-17'],
    ['pending',           'changes_requested', 'changes_requested', null, 'ASM-17'],
    ['changes_requested', 'respond',           'requested',         null, 'ASM-17'],
    ['rejected',          'appeal',            'pending',           null, 'ASM-17'],
    ['requested',         'deactivate',        'deactivated',       null, 'ASM-17'],
    ['pending',           'deactivate',        'deactivated',       null, 'ASM-17'],
    ['changes_requested', 'deactivate',        'deactivated',       null, 'ASM-17'],
    ['approved',          'deactivate',        'deactivated',       null, 'ASM-17'],
    ['rejected',          'deactivate',        'deactivated',       null, 'ASM-17'],
  ],
});
