/** Kills the service at random moments while it delivers to a receiver that fails at random: nothing that was committed is lost. */
import { expect, test } from 'vitest';
import { verify } from '../../src/webhooks/verify.ts';
import { startFrozen, type ServiceProcess } from '../support/process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const KILLS = roundsOf(40);
const BATCH = 12;
const SECRET = 'known to both';
const EVENT = 'account.connected';

test(
  `WHK-69 WHK-70 after ${String(KILLS)} kills every committed event has arrived, and without doubles the set is exact`,
  async () => {
    const folder = await temporaryFolder();
    const receiver = await startReceiver();
    const random = seeded(20260105);
    receiver.answer((_request, response) => {
      const drawn = random();
      if (drawn < 0.15) response.socket?.destroy();
      else response.writeHead(drawn < 0.35 ? 500 : 200).end();
    });

    let interrupted = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const service = await startFrozen(folder);
      if (round === 0) await subscribe(service, receiver);
      interrupted += await loadUntilKilled(service, 1 + Math.floor(random() * BATCH * 1.5));
    }

    const service = await startFrozen(folder);
    receiver.answer(200);
    await control(service, 'POST', '/_local/clock/advance', { seconds: 3 * 86_400 });
    const committed = await committedIds(service);

    expect(interrupted, 'rounds in which the kill cut something off').toBeGreaterThan(KILLS / 8);
    expect(committed.length).toBeGreaterThan(KILLS * 3);
    const ids = receiver.arrived.map(({ payload }) => payload.id);
    expect(new Set(ids)).toEqual(new Set(committed));
    expect(ids.length, 'arrivals, doubles among them').toBeGreaterThan(committed.length);
    const wrong = receiver.arrived.filter(
      ({ body, rawHeaders }) => !verify({ body, headers: rawHeaders }, { secret: SECRET }).ok,
    );
    expect(wrong).toEqual([]);
    expect(new Set(receiver.arrived.map(({ body }) => body.toString())).size).toBe(committed.length);
    await sayFigure(
      `${String(KILLS)} kills while events were delivered to a receiver that fails at random (${String(interrupted)} cut something off): ${String(committed.length)} events committed, all of them arrived, ${String(ids.length - committed.length)} of them once more`,
    );
  },
  120_000 + KILLS * 5_000,
);

async function subscribe(service: ServiceProcess, { url }: Receiver): Promise<void> {
  const answer = await fetch(`${service.url}/v1/webhooks/settings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'receiver', url, events: [EVENT], secret: SECRET }),
  });
  expect(answer.status).toBe(200);
}

/** Emits and advances at once; SIGKILL after a number of answers, whatever is under way then. @returns 1 when something was cut off */
async function loadUntilKilled(service: ServiceProcess, killAfter: number): Promise<number> {
  let answers = 0;
  let cut = 0;
  let killed: Promise<void> | undefined;
  const counted = async (call: Promise<unknown>): Promise<void> => {
    await call.catch(() => void (cut = 1));
    answers += 1;
    if (answers >= killAfter) await (killed ??= service.kill());
  };
  const emits = Array.from({ length: BATCH }, () =>
    counted(control(service, 'POST', '/_local/accounts', { platform: 'telegram' })),
  );
  await Promise.all([...emits, counted(control(service, 'POST', '/_local/clock/advance', { seconds: 15 }))]);
  await (killed ?? service.kill());
  return cut;
}

async function committedIds(service: ServiceProcess): Promise<string[]> {
  const { events } = (await control(service, 'GET', `/_local/events?type=${EVENT}&limit=1000000`)) as {
    events: { id: string }[];
  };
  return events.map(({ id }) => id);
}

async function control(service: ServiceProcess, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${await answer.text()}`);
  return answer.json();
}
