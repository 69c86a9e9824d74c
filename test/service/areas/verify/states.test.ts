/** The table of states of verifications through HTTP: every state, reached by codes and the clock, meets every event. */
import { expect, test } from 'vitest';
import {
  VERIFICATION_EVENTS,
  VERIFICATION_STATES,
  verification,
  type VerificationEvent,
  type VerificationState,
} from '../../../../src/service/states/verification.ts';
import { startService } from '../../../support/service.ts';

async function scene() {
  const { api, feed, advance, events } = await startService();
  const { body: made } = await api('POST', '/v1/verify/verifications', {
    body: { channel: 'sms', to: '+15550100300' },
  });
  const path = `/v1/verify/verifications/${String(made['verificationId'] ?? made['id'])}`;
  const check = async (code: string) => (await api('POST', `${path}/check`, { body: { code } })).body;
  const right = async () => check(String((await feed('carrier', 'code'))[0]?.['code']));
  const wrong = () => check('x');
  return {
    right,
    wrong,
    runOut: () => advance(600),
    get: async () => (await api('GET', path)).body,
    told: async () => (await events()).map(({ event }) => event),
  };
}

type At = Awaited<ReturnType<typeof scene>>;

const WAYS: Readonly<Record<VerificationState, (at: At) => Promise<unknown>>> = {
  pending: async () => undefined,
  approved: ({ right }) => right(),
  max_attempts_reached: async ({ wrong }) => {
    for (let attempt = 1; attempt <= 5; attempt += 1) await wrong();
  },
  expired: ({ runOut }) => runOut(),
};

/** What an event is caused by. The last wrong code of a pending one is its fifth. */
const CAUSES: Readonly<Record<VerificationEvent, (at: At) => Promise<unknown>>> = {
  rightCode: ({ right }) => right(),
  wrongCode: ({ wrong }) => wrong(),
  lastWrongCode: WAYS.max_attempts_reached,
  runOut: ({ runOut }) => runOut(),
};

const EMITTED: Readonly<Record<string, string>> = {
  approved: 'verification.approved',
  max_attempts_reached: 'verification.failed',
};

const pairs = VERIFICATION_STATES.flatMap((state) => VERIFICATION_EVENTS.map((event) => [state, event] as const));

test.each(pairs)('VER-05 VER-06 ASM-40 a verification that is %s meets %s as the table says', async (state, event) => {
  const at = await scene();
  await WAYS[state](at);
  const before = await at.get();
  expect(before).toMatchObject({ status: state });
  const told = await at.told();
  const to = verification.move(state, event)?.to;
  await CAUSES[event](at);
  const after = await at.get();
  expect(after['status']).toBe(to ?? state);
  if (to === undefined) expect([after, await at.told()]).toEqual([before, told]);
  else expect(await at.told()).toEqual([...told, ...(EMITTED[to] === undefined ? [] : [EMITTED[to]])]);
});
