/** The tables of port-ins and of registrations: every pair of a state and an event. */
import { describe, expect, test } from 'vitest';
import { PORT_EVENTS, PORT_STATES, portIn } from '../../../src/service/states/port-in.ts';
import {
  REGISTRATION_EVENTS,
  REGISTRATION_STATES,
  smsRegistration,
} from '../../../src/service/states/sms-registration.ts';

const PORTS: Readonly<Record<string, string>> = {
  'draft pending': 'pending',
  'draft cancel': 'cancelled',
  'pending foc_confirmed': 'foc_confirmed',
  'pending exception': 'exception',
  'pending cancel': 'cancelled',
  'foc_confirmed ported': 'ported',
  'foc_confirmed exception': 'exception',
  'exception pending': 'pending',
  'exception cancel': 'cancelled',
};

const REGISTRATIONS: Readonly<Record<string, string>> = {
  'requested pending': 'pending',
  'requested changes_requested': 'changes_requested',
  'pending approved': 'approved',
  'pending rejected': 'rejected',
  'pending changes_requested': 'changes_requested',
  'changes_requested respond': 'requested',
  'rejected appeal': 'pending',
};

const pairs = <S, E>(states: readonly S[], events: readonly E[]) =>
  states.flatMap((state) => events.map((event) => [state, event] as const));

describe('ASM-16 a port-in', () => {
  test.each(pairs(PORT_STATES, PORT_EVENTS))('that is %s meets %s as the table says', (state, event) => {
    expect(portIn.move(state, event)?.to).toBe(PORTS[`${state} ${event}`]);
  });
});

describe('ASM-17 a registration', () => {
  test.each(pairs(REGISTRATION_STATES, REGISTRATION_EVENTS))(
    'that is %s meets %s as the table says',
    (state, event) => {
      const ended = event === 'deactivate' && state !== 'deactivated' ? 'deactivated' : undefined;
      expect(smsRegistration.move(state, event)?.to).toBe(ended ?? REGISTRATIONS[`${state} ${event}`]);
    },
  );
});
