/** Kills the service in the middle of an operation, at a random moment: the next start finds the state before it or after it. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openCatalog, type Catalog } from '../../src/catalog/catalog.ts';
import { READINGS } from '../../src/kernel/effect.ts';
import { STORE_FILE } from '../../src/kernel/steering.ts';
import { TABLES } from '../../src/service/store/tables.ts';
import { addressOf, operationsIn, payloadOf, type Asking } from '../support/asking.ts';
import type { ServiceProcess } from '../support/process.ts';
import { startRepeatable, untilPassed } from '../support/killed.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(4);

interface Writing {
  readonly id: string;
  readonly method: string;
  readonly address: string;
  readonly payload: { readonly type: string; readonly bytes: string } | undefined;
}

test(
  `${String(ROUNDS)} operations that are killed at random leave the state before or after, and what was answered is kept`,
  async () => {
    const random = seeded(20260105);
    const folder = await temporaryFolder();
    const base = join(folder, 'base');
    await (await startRepeatable(base)).kill();
    const before = await stateAfterRestart(base);
    const writings = writingsIn(openCatalog('dist/cards'));
    const counts = { rounds: 0, before: 0, after: 0, answered: 0, refused: 0 };

    while (counts.rounds < ROUNDS) {
      const writing = writings[Math.floor(random() * writings.length)];
      if (writing === undefined) break;
      const whole = await runWhole(await copyOf(base, join(folder, `whole-${writing.id}`)), writing);
      if (whole.status >= 400 || whole.state === before) {
        counts.refused += 1;
        continue;
      }
      const cut = await runCut(await copyOf(base, join(folder, `cut-${String(counts.rounds)}`)), writing, {
        afterMs: random() * 1.2 * whole.tookMs,
      });
      const state = cut.state === before ? before : whole.state;
      expect(cut.state, `${writing.id}, answered: ${String(cut.isAnswered)}`).toEqual(state);
      if (cut.isAnswered) expect(cut.state, writing.id).toBe(whole.state);
      counts.rounds += 1;
      counts.answered += cut.isAnswered ? 1 : 0;
      counts[cut.state === before ? 'before' : 'after'] += 1;
    }

    await sayFigure(
      `${String(counts.rounds)} operations killed: ${String(counts.before)} left the state before, ${String(counts.after)} the state after (${String(counts.answered)} had answered), 0 a state between`,
    );
  },
  60_000 + ROUNDS * 20_000,
);

/** Calls that change something on the demo pack: the examples of the help. */
function writingsIn(catalog: Catalog): readonly Writing[] {
  const { operations } = catalog.service();
  return operationsIn(catalog)
    .filter(({ card }) => !READINGS.includes(operations[card.id]?.effect.does ?? 'get'))
    .flatMap(({ card, schemas }) =>
      (catalog.examples()[card.id] ?? []).map((asking: Asking) => ({
        id: card.id,
        method: card.method,
        address: addressOf(card, asking),
        payload: payloadOf({ card, schemas }, asking.body),
      })),
    );
}

async function copyOf(base: string, folder: string): Promise<string> {
  await cp(base, folder, { recursive: true });
  return folder;
}

async function runWhole(folder: string, writing: Writing) {
  const service = await startRepeatable(folder);
  const begun = performance.now();
  const status = await call(service, writing);
  const tookMs = performance.now() - begun;
  await service.kill();
  return { status, tookMs, state: await stateAfterRestart(folder) };
}

async function runCut(folder: string, writing: Writing, { afterMs }: { readonly afterMs: number }) {
  const service = await startRepeatable(folder);
  let isAnswered = false;
  const called = call(service, writing).then(
    () => void (isAnswered = true),
    () => undefined,
  );
  await Promise.race([called, untilPassed(afterMs)]);
  const wasAnswered = isAnswered;
  await service.kill();
  await called;
  return { isAnswered: wasAnswered, state: await stateAfterRestart(folder) };
}

async function call({ url, apiKey }: ServiceProcess, { method, address, payload }: Writing): Promise<number> {
  const answer = await fetch(url + address, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'x-request-id': '00000000-0000-4000-8000-000000000001',
      ...(payload === undefined ? {} : { 'content-type': payload.type }),
    },
    ...(payload === undefined ? {} : { body: payload.bytes }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Every row that the next start finds, once it has done what it goes on with. */
async function stateAfterRestart(folder: string): Promise<string> {
  const service = await startRepeatable(folder);
  await fetch(`${service.url}/_local/clock/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 60 }),
  });
  await service.kill();
  const database = new Database(join(folder, 'data', STORE_FILE));
  try {
    return COMPARED.flatMap((table) => {
      const rows = database.prepare(`SELECT * FROM ${table}`).all() as readonly Readonly<Record<string, unknown>>[];
      return rows
        .filter(isCompared)
        .map((row) => `${table} ${comparable(row)}`)
        .sort();
    }).join('\n');
  } finally {
    database.close();
  }
}

const COMPARED = TABLES.filter((table) => table !== 'meta' && table !== 'answer');

/** The log of requests differs by nature, and a network may be asked twice: under one key it publishes once. */
const isCompared = ({ kind }: Readonly<Record<string, unknown>>): boolean => kind !== '$requests' && kind !== 'attempt';

/** What the next start goes on with happens later, and draws other ids than the call would have drawn. */
const comparable = ({ seq: _, ...row }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(row)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/(?<!\w)1[67]\d{11}(?!\w)/g, '0')
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?<!\w)[\da-f]{24}(?!\w)/g, 'ID');
