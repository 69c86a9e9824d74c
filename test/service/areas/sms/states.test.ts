/** The table of states of registrations through HTTP: every state, reached as callers and carriers reach it, meets every event. */
import { describe, expect, test } from 'vitest';
import {
  REGISTRATION_EVENTS,
  REGISTRATION_STATES,
  smsRegistration,
  type RegistrationEvent,
  type RegistrationState,
} from '../../../../src/service/states/sms-registration.ts';
import { startService } from '../../../support/service.ts';
import { registrationOf } from './registration.ts';

async function scene() {
  const service = await startService();
  const { api, control } = service;
  const { body } = await api('POST', '/v1/sms/registrations', { body: registrationOf(['+12175550100']) });
  const id = String(body['registrationId']);
  const path = `/v1/sms/registrations/${id}`;
  const says = (word: object) =>
    control('POST', '/_local/inbound', { type: 'registration_status', registrationId: id, ...word });
  const callers: Readonly<Partial<Record<RegistrationEvent, () => Promise<{ readonly status: number }>>>> = {
    respond: () => api('POST', `${path}/respond`, { body: { note: 'Corrected.' } }),
    appeal: () => api('POST', `${path}/appeal`, { body: { appealReason: 'Please look again.' } }),
    deactivate: () => api('DELETE', path),
  };
  return {
    ...service,
    says,
    status: async () => (await api('GET', path)).body['status'],
    words: async () =>
      (await service.events('sms.registration.status_updated')).map(
        ({ payload }) => payload['registration']?.['status'],
      ),
    meets: async (event: RegistrationEvent) => (await (callers[event]?.() ?? says({ status: event }))).status,
  };
}

type At = Awaited<ReturnType<typeof scene>>;

const WAYS: Readonly<Record<RegistrationState, (at: At) => Promise<unknown>>> = {
  requested: async () => undefined,
  pending: ({ advance }) => advance(60),
  approved: ({ advance }) => advance(86_460),
  changes_requested: ({ says }) => says({ status: 'changes_requested' }),
  rejected: async ({ advance, says }) => {
    await advance(60);
    await says({ status: 'rejected' });
  },
  deactivated: ({ meets }) => meets('deactivate'),
};

const BY_CALLERS: readonly RegistrationEvent[] = ['respond', 'appeal', 'deactivate'];

const pairs = REGISTRATION_STATES.flatMap((state) => REGISTRATION_EVENTS.map((event) => [state, event] as const));

describe('ASM-17 SMS-02 a registration', () => {
  test.each(pairs)('that is %s meets %s as the table says', async (state, event) => {
    const at = await scene();
    await WAYS[state](at);
    expect(await at.status()).toBe(state);
    const before = await at.words();
    const to = smsRegistration.move(state, event)?.to;
    expect(await at.meets(event)).toBe(to === undefined ? 409 : BY_CALLERS.includes(event) ? 200 : 201);
    expect(await at.status()).toBe(to ?? state);
    expect(await at.words()).toEqual(to === undefined ? before : [...before, to]);
  });

  test.each(['approved', 'changes_requested', 'rejected', 'deactivated'] as const)(
    'that is %s waits for a person, however long',
    async (state) => {
      const at = await scene();
      await WAYS[state](at);
      const before = await at.words();
      await at.advance(30 * 86_400);
      expect([await at.status(), await at.words()]).toEqual([state, before]);
    },
  );

  test('EVT-116 that was given up needs nobody to act', async () => {
    const at = await scene();
    await at.meets('deactivate');
    const action = { reason: 'website_unreachable', message: 'Put the website online.' };
    expect((await at.says({ action })).status).toBe(409);
    expect(await at.events('sms.registration.action_required')).toEqual([]);
  });
});
