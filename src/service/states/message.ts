/** What becomes of a message that went out, as networks report it and callers cause it. Deleted is the end. */
import { machine } from '../../kernel/machine.ts';

export const MESSAGE_STATES = ['sent', 'delivered', 'read', 'failed', 'deleted'] as const;

export type MessageState = (typeof MESSAGE_STATES)[number];

/** A network may report a status again, with a price that it did not know before, and a failure after all. */
export const MESSAGE_EVENTS = ['sent', 'delivered', 'read', 'failed', 'delete'] as const;

export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

/** Source: specification, "Inbox events"; readings, "Conversations" */
// prettier-ignore
export const messageStates = machine<MessageState, MessageEvent, never>({
  states: MESSAGE_STATES,
  rows: [
    // from        event        to           effect  rule
    ['sent',      'sent',      'sent',      null, 'EVT-54'],
    ['sent',      'delivered', 'delivered', null, 'INB-09'],
    ['delivered', 'delivered', 'delivered', null, 'EVT-58'],
    ['sent',      'read',      'read',      null, 'INB-09'],
    ['delivered', 'read',      'read',      null, 'INB-09'],
    ['read',      'read',      'read',      null, 'EVT-58'],
    ['sent',      'failed',    'failed',    null, 'INB-10'],
    ['delivered', 'failed',    'failed',    null, 'INB-10'],
    ['read',      'failed',    'failed',    null, 'INB-10'],
    ['failed',    'failed',    'failed',    null, 'EVT-58'],
    ['sent',      'delete',    'deleted',   null, 'EVT-66'],
    ['delivered', 'delete',    'deleted',   null, 'EVT-66'],
    ['read',      'delete',    'deleted',   null, 'EVT-66'],
    ['failed',    'delete',    'deleted',   null, 'EVT-66'],
  ],
});
