/** The moves of a login that a device has begun: decided once, collected once. Time ends it whatever its state. */
import { machine } from '../../kernel/machine.ts';

export const LOGIN_STATES = ['pending', 'authorized', 'denied', 'collected'] as const;

export type LoginState = (typeof LOGIN_STATES)[number];

export const LOGIN_EVENTS = ['approve', 'deny', 'collect'] as const;

export type LoginEvent = (typeof LOGIN_EVENTS)[number];

export type LoginEffect = 'replaceKey';

/** Source: specification, "Authentication" 1; ASM-02 */
// prettier-ignore
export const deviceLogin = machine<LoginState, LoginEvent, LoginEffect>({
  states: LOGIN_STATES,
  rows: [
    // from         event      to            effect        rule
    ['pending',    'approve', 'authorized', null,         'AUTH-03 ASM-02'],
    ['pending',    'deny',    'denied',     null,         'ASM-02'],
    ['authorized', 'collect', 'collected',  'replaceKey', 'AUTH-04 ASM-04'],
  ],
});
