/** The moves of a phone number: ordered, reviewed, in use, given back. Declined and released are ends for carriers; only giving back leads on from declined. */
import { machine } from '../../kernel/machine.ts';

export const NUMBER_STATES = [
  'pending_payment',
  'provisioning',
  'pending_regulatory',
  'verifying',
  'regulatory_declined',
  'active',
  'suspended',
  'released',
] as const;

export type NumberState = (typeof NUMBER_STATES)[number];

/** The last words of the events of numbers, and `pay` for the receipt of what an order costs. */
export const NUMBER_EVENTS = [
  'pay',
  'kyc_submitted',
  'action_required',
  'verification_required',
  'declined',
  'activated',
  'suspended',
  'reactivated',
  'released',
] as const;

export type NumberEvent = (typeof NUMBER_EVENTS)[number];

/** Source: specification, "Phone number lifecycle", in its order, where `ordered` is `provisioning`, `pending_regulatory` or `verifying`; ASM-19 */
// prettier-ignore
export const phoneNumber = machine<NumberState, NumberEvent, never>({
  states: NUMBER_STATES,
  rows: [
    // from                 event                    to                     effect  rule
    ['pending_payment',    'pay',                   'provisioning',        null, 'ASM-19'],
    ['provisioning',       'kyc_submitted',         'pending_regulatory',  null, 'NUM-20'],
    ['pending_regulatory', 'kyc_submitted',         'pending_regulatory',  null, 'NUM-20'],
    ['verifying',          'kyc_submitted',         'pending_regulatory',  null, 'NUM-20'],
    ['provisioning',       'action_required',       'provisioning',        null, 'NUM-21'],
    ['pending_regulatory', 'action_required',       'pending_regulatory',  null, 'NUM-21'],
    ['verifying',          'action_required',       'verifying',           null, 'NUM-21'],
    ['provisioning',       'verification_required', 'verifying',           null, 'NUM-22'],
    ['pending_regulatory', 'verification_required', 'verifying',           null, 'NUM-22'],
    ['verifying',          'verification_required', 'verifying',           null, 'NUM-22'],
    ['provisioning',       'declined',              'regulatory_declined', null, 'NUM-23'],
    ['pending_regulatory', 'declined',              'regulatory_declined', null, 'NUM-23'],
    ['verifying',          'declined',              'regulatory_declined', null, 'NUM-23'],
    ['provisioning',       'activated',             'active',              null, 'NUM-25'],
    ['pending_regulatory', 'activated',             'active',              null, 'NUM-25'],
    ['verifying',          'activated',             'active',              null, 'NUM-25'],
    ['active',             'suspended',             'suspended',           null, 'NUM-26'],
    ['suspended',          'reactivated',           'active',              null, 'NUM-27'],
    ['provisioning',       'released',              'released',            null, 'NUM-28'],
    ['pending_payment',    'released',              'released',            null, 'NUM-28'],
    ['pending_regulatory', 'released',              'released',            null, 'NUM-28'],
    ['verifying',          'released',              'released',            null, 'NUM-28'],
    ['regulatory_declined','released',              'released',            null, 'NUM-28'],
    ['active',             'released',              'released',            null, 'NUM-28'],
    ['suspended',          'released',              'released',            null, 'NUM-28'],
  ],
});
