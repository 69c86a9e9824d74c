/** The moves of a port-in, as carriers and callers make them. A port that is over moves no more. */
import { machine } from '../../kernel/machine.ts';

export const PORT_STATES = ['draft', 'pending', 'foc_confirmed', 'ported', 'exception', 'cancelled'] as const;

export type PortState = (typeof PORT_STATES)[number];

/** The word of the carrier for where the port goes, and the caller's `cancel`. */
export const PORT_EVENTS = ['pending', 'foc_confirmed', 'ported', 'exception', 'cancel'] as const;

export type PortEvent = (typeof PORT_EVENTS)[number];

/** Source: ASM-16 */
// prettier-ignore
export const portIn = machine<PortState, PortEvent, never>({
  states: PORT_STATES,
  rows: [
    // from            event            to               effect  rule
    ['draft',         'pending',       'pending',       null, 'ASM-16'],
    ['pending',       'foc_confirmed', 'foc_confirmed', null, 'ASM-16'],
    ['foc_confirmed', 'ported',        'ported',        null, 'ASM-16'],
    ['pending',       'exception',     'exception',     null, 'ASM-16'],
    ['foc_confirmed', 'exception',     'exception',     null, 'ASM-16'],
    ['exception',     'pending',       'pending',       null, 'ASM-16'],
    ['draft',         'cancel',        'cancelled',     null, 'ASM-16'],
    ['pending',       'cancel',        'cancelled',     null, 'ASM-16'],
    ['exception',     'cancel',        'cancelled',     null, 'ASM-16'],
  ],
});
