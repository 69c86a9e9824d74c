/** The table of a device's login: every pair of a state and an event. */
import { describe, expect, test } from 'vitest';
import { deviceLogin, LOGIN_EVENTS, LOGIN_STATES } from '../../../src/service/states/device-login.ts';

const LEADS_TO: Readonly<Record<string, string>> = {
  'pending approve': 'authorized',
  'pending deny': 'denied',
  'authorized collect': 'collected',
};

const PAIRS = LOGIN_STATES.flatMap((state) => LOGIN_EVENTS.map((event) => [state, event] as const));

describe('the table of a login', () => {
  test.each(PAIRS)('ASM-02 a login that is %s meets %s as the table says', (state, event) => {
    expect(deviceLogin.move(state, event)?.to).toBe(LEADS_TO[`${state} ${event}`]);
  });

  test('AUTH-04 only the collecting makes a key', () => {
    expect(deviceLogin.rows.filter(([, , , effect]) => effect === 'replaceKey').map(([, event]) => event)).toEqual([
      'collect',
    ]);
  });
});
