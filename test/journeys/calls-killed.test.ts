/** Kills the service at every step of a call that comes in: the next start goes on with it, and nothing of it is lost or doubled. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRepeatable, untilPassed } from '../support/killed.ts';
import type { ServiceProcess } from '../support/process.ts';
import { seeded } from '../support/seeded.ts';
import type { Json } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = 2;
const NUMBER = '657f17766e365e559f56302a';
const CALLER = '+14155550144';
const DESK = '+12025550177';
const WORDS = 'This is Ada, about order 17.';

const SETTINGS = {
  ivrEnabled: true,
  ivrOptions: [{ digit: '1', forwardTo: DESK }],
  voicemailEnabled: true,
  transcriptionEnabled: true,
};

/** What is done from outside, and how one sees that it was: what was not is done again. */
interface Step {
  readonly name: string;
  readonly act: (service: ServiceProcess) => Promise<unknown>;
  readonly isDone: (call: Json | undefined) => boolean;
}

const moveTo = (time: string): Step['act'] =>
  function move(service) {
    return send(service, 'POST', '/_local/clock/advance', { to: `2026-01-05T09:${time}.000Z` });
  };

const onCall =
  (body: object): Step['act'] =>
  async (service) =>
    send(service, 'POST', `/_local/calls/${String((await callOf(service))?.['_id'])}`, body);

const STEPS: readonly Step[] = [
  {
    name: 'received',
    act: (service) =>
      send(service, 'POST', '/_local/inbound', { type: 'call', stage: 'received', numberId: NUMBER, from: CALLER }),
    isDone: (call) => call !== undefined,
  },
  { name: 'menu', act: moveTo('00:06'), isDone: () => false },
  {
    name: 'key',
    act: onCall({ action: 'press', digit: '1' }),
    isDone: (call) => call?.['forwardTo'] === (DESK as unknown),
  },
  { name: 'ringing', act: moveTo('00:31'), isDone: (call) => call?.['isVoicemail'] === (true as unknown) },
  {
    name: 'message',
    act: onCall({ action: 'leave_voicemail', seconds: 40, text: WORDS }),
    isDone: (call) => (call?.['transcript'] as unknown as Json[]).length > 0,
  },
  { name: 'end', act: moveTo('01:11'), isDone: (call) => call?.['status'] === ('ended' as unknown) },
];

test(
  `a call that comes in survives a kill at each of its ${String(STEPS.length)} steps`,
  async () => {
    const random = seeded(17);
    const folder = await temporaryFolder();
    const base = join(folder, 'base');
    const first = await startRepeatable(base);
    await send(first, 'POST', `/v1/phone-numbers/${NUMBER}/voice`, SETTINGS);
    await first.kill();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const killed of STEPS) {
        const copy = join(folder, `${killed.name}-${String(round)}`);
        await cp(base, copy, { recursive: true });
        const outcome = await callWithKill(copy, killed, random() * 12);
        expect(outcome, killed.name).toEqual(OUTCOME);
      }
  },
  60_000 + ROUNDS * 60_000,
);

async function callWithKill(folder: string, killed: Step, afterMs: number) {
  let service = await startRepeatable(folder);
  for (const step of STEPS) {
    if (step !== killed) {
      await step.act(service);
      continue;
    }
    const acting = step.act(service).catch(() => undefined);
    await Promise.race([acting, untilPassed(afterMs)]);
    await service.kill();
    await acting;
    service = await startRepeatable(folder);
    if (!step.isDone(await callOf(service))) await step.act(service);
  }
  await send(service, 'POST', '/_local/clock/advance', { seconds: 3_600 });
  const outcome = await outcomeOf(service);
  await service.kill();
  return outcome;
}

const OUTCOME = {
  calls: [
    {
      status: 'ended',
      forwardTo: DESK,
      isVoicemail: true,
      durationSeconds: 40,
      transcript: [WORDS],
      total: 0.04,
    },
  ],
  events: ['call.received', 'call.ended'],
  legs: [DESK],
};

async function outcomeOf(service: ServiceProcess) {
  const calls = (await callsOf(service)).map((call) => ({
    status: call['status'],
    forwardTo: call['forwardTo'],
    isVoicemail: call['isVoicemail'],
    durationSeconds: call['durationSeconds'],
    transcript: (call['transcript'] as unknown as Json[]).map(({ text }) => text),
    total: call['billing']?.['totalCostUSD'],
  }));
  const { events } = await send(service, 'GET', '/_local/events?limit=1000&since=2026-01-05T08:59:59Z');
  const own = (events as unknown as { event: string; timestamp: string; payload: Json }[]).filter(
    ({ event, payload }) => event.startsWith('call.') && payload['call']?.['from'] === (CALLER as unknown),
  );
  const { items } = await send(service, 'GET', `/_local/network/${NUMBER}/feed?kind=call`);
  return {
    calls,
    events: own.map(({ event }) => event),
    legs: (items as unknown as Json[]).map(({ to }) => to),
  };
}

async function callsOf(service: ServiceProcess): Promise<readonly Json[]> {
  const { calls } = await send(service, 'GET', '/v1/calls?direction=inbound&limit=100');
  return (calls as unknown as readonly Json[]).filter(({ from }) => from === (CALLER as unknown));
}

const callOf = async (service: ServiceProcess): Promise<Json | undefined> => (await callsOf(service))[0];

async function send({ url, apiKey, controlKey }: ServiceProcess, method: string, path: string, body?: object) {
  const key = path.startsWith('/_local/') ? controlKey : apiKey;
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Json;
}
