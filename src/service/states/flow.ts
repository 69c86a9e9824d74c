/** The moves of a flow. Only a draft changes or is deleted; deprecated is the end. */
import { machine } from '../../kernel/machine.ts';

export const FLOW_STATES = ['DRAFT', 'PUBLISHED', 'DEPRECATED'] as const;

export type FlowState = (typeof FLOW_STATES)[number];

export const FLOW_EVENTS = ['edit', 'publish', 'deprecate'] as const;

export type FlowEvent = (typeof FLOW_EVENTS)[number];

/** Source: readings, WhatsApp */
// prettier-ignore
export const flow = machine<FlowState, FlowEvent, never>({
  states: FLOW_STATES,
  rows: [
    // from        event        to            effect  rule
    ['DRAFT',     'edit',      'DRAFT',       null, 'readings'],
    ['DRAFT',     'publish',   'PUBLISHED',   null, 'readings'],
    ['PUBLISHED', 'deprecate', 'DEPRECATED',  null, 'readings'],
  ],
});
