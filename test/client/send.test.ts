import { expect, test } from 'vitest';
import type { Budget } from '../../src/client/budget.ts';
import { sendRequest, type Outgoing, type Pace } from '../../src/client/send.ts';
import { TransportFault } from '../../src/kernel/transport.ts';
import type { HttpAnswer, Sender } from '../../src/world/http-call.ts';
import { testWorld } from '../support/world.ts';

const request: Outgoing = { method: 'GET', url: 'https://api.example/v1', headers: {}, repeatable: true };
const reset = new TransportFault('reset', true, undefined);

const answered = (status: number, body = ''): HttpAnswer => ({
  status,
  headers: {},
  url: '',
  body: (async function* () {})(),
  bytes: async () => Buffer.from(body),
  discard: () => undefined,
});

/** Answers or breaks off with one outcome after the other. */
function senderOf(...outcomes: readonly (HttpAnswer | Error)[]): Sender {
  const left = [...outcomes];
  return {
    send: async () => {
      const next = left.shift() ?? answered(200);
      if (next instanceof Error) throw next;
      return next;
    },
    close: async () => undefined,
  };
}

test('every attempt asks for its turn and gives it back: with its answer, or with none when the connection broke', async () => {
  const { clock } = testWorld().world;
  const left: (number | undefined)[] = [];
  let inside = 0;
  const pace: Pace = {
    enter: async () => {
      expect((inside += 1)).toBe(1);
      return (answer) => {
        inside -= 1;
        left.push(answer?.status);
      };
    },
  };
  const sender = senderOf(reset, answered(503), answered(200));
  expect((await sendRequest(request, { sender, clock, maxWaitMs: 60_000, pace })).status).toBe(200);
  expect(left).toEqual([undefined, 503, 200]);
  const broken = sendRequest(request, { sender: senderOf(new Error('bug')), clock, maxWaitMs: 0, pace });
  await expect(broken).rejects.toThrow('bug');
  expect({ left, inside }).toEqual({ left: [undefined, 503, 200, undefined], inside: 0 });
});

test('a connection that breaks tells the budget nothing, and a call goes on', async () => {
  const { clock } = testWorld().world;
  const learnt: number[] = [];
  const budget: Budget = { turn: async () => 0, learn: async ({ status }) => void learnt.push(status) };
  const sender = senderOf(reset, answered(200));
  expect((await sendRequest(request, { sender, clock, maxWaitMs: 60_000, budget })).status).toBe(200);
  expect(learnt).toEqual([200]);
});

test('a fault of our own is no broken connection: it is neither tried again nor swallowed', async () => {
  const { world, slept } = testWorld();
  const sender = senderOf(new TypeError('bug'), answered(200));
  await expect(sendRequest(request, { sender, clock: world.clock, maxWaitMs: 60_000 })).rejects.toThrow(TypeError);
  expect(slept).toEqual([]);
});

test('LIM-51 the wait that stands in the body of a 429 is sat out', async () => {
  const { world, slept } = testWorld();
  const sender = senderOf(
    answered(429, '{"details":{"retryAfterSeconds":12}}'),
    answered(429, 'no JSON'),
    answered(200),
  );
  expect((await sendRequest(request, { sender, clock: world.clock, maxWaitMs: 60_000 })).status).toBe(200);
  expect(slept).toEqual([12_000, 2000]);
});
