/** Kills the service while the whole store changes: first start, reset, snapshot, restore. The next start finds it before or after, never between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { STORE_FILE } from '../../src/kernel/steering.ts';
import { TABLES } from '../../src/service/store/tables.ts';
import { BINARY, type ServiceProcess } from '../support/process.ts';
import { REPEATABLE, startRepeatable, untilPassed } from '../support/killed.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(4);

/** What the copies of a round begin with: the demo pack, a snapshot of it, and a profile that came later. */
interface Base {
  readonly folder: string;
  readonly first: string;
  readonly later: string;
}

interface Round {
  readonly before: string;
  readonly after: string;
  /** Runs it until it is done or killed. @returns ms that it took */
  readonly act: (folder: string, killAfterMs: number) => Promise<number>;
  /** The state that the next start finds. */
  readonly state: (folder: string) => Promise<string>;
}

test(
  `${String(ROUNDS)} kills during first start, reset, snapshot and restore leave the state before or after`,
  async () => {
    const random = seeded(20260105);
    const folder = await temporaryFolder();
    const base = await baseIn(join(folder, 'base'));
    const rounds = roundsOn(base);
    const whole = new Map<string, number>();
    const counts = { before: 0, after: 0, between: 0 };

    for (let index = 0; index < ROUNDS; index += 1) {
      const name = Object.keys(rounds)[index % Object.keys(rounds).length] ?? '';
      const { before, after, act, state } = rounds[name] as Round;
      const copy = async (kind: string): Promise<string> => {
        const place = join(folder, `${kind}-${String(index)}`);
        if (name === 'first start') await mkdir(place);
        else await cp(base.folder, place, { recursive: true });
        return place;
      };
      const tookMs = whole.get(name) ?? (await act(await copy('whole'), Number.POSITIVE_INFINITY));
      whole.set(name, tookMs);
      const place = await copy('cut');
      await act(place, random() * 1.1 * tookMs);
      const found = await state(place);
      counts[found === before ? 'before' : found === after ? 'after' : 'between'] += 1;
      expect([before, after], `${name}, round ${String(index)}`).toContain(found);
      expect(
        (await readdir(join(place, 'data', 'snapshots')).catch(() => [])).filter((one) => one !== 'first.db'),
      ).toEqual([]);
    }

    await sayFigure(
      `${String(ROUNDS)} kills during first start, reset, snapshot and restore: ${String(counts.before)} left the state before, ${String(counts.after)} the state after, ${String(counts.between)} a state between`,
    );
  },
  120_000 + ROUNDS * 20_000,
);

async function baseIn(folder: string): Promise<Base> {
  const service = await startRepeatable(folder);
  await control(service, '/_local/snapshots', { name: 'first' });
  await service.kill();
  const first = await stateAfterRestart(folder);
  const again = await startRepeatable(folder);
  const made = await fetch(`${again.url}/v1/profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${again.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Later' }),
  });
  expect(made.status).toBe(201);
  await again.kill();
  return { folder, first, later: await stateAfterRestart(folder) };
}

function roundsOn({ first, later }: Base): Readonly<Record<string, Round>> {
  const calling = (path: string, body: object) => async (folder: string, killAfterMs: number) => {
    const service = await startRepeatable(folder);
    const begun = performance.now();
    const called = control(service, path, body).catch(() => undefined);
    await Promise.race([called, untilPassed(killAfterMs)]);
    const tookMs = performance.now() - begun;
    await service.kill();
    await called;
    return tookMs;
  };
  return {
    // Killed before its commit, the next start is the first one.
    'first start': { before: first, after: first, act: startCut, state: stateAfterRestart },
    reset: { before: later, after: first, act: calling('/_local/reset', {}), state: stateAfterRestart },
    snapshot: {
      before: first,
      after: later,
      act: calling('/_local/snapshots', { name: 'first' }),
      state: stateOfSnapshot,
    },
    restore: {
      before: later,
      after: first,
      act: calling('/_local/reset', { snapshot: 'first' }),
      state: stateAfterRestart,
    },
  };
}

/** The process from its first instruction on. */
async function startCut(folder: string, killAfterMs: number): Promise<number> {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [BINARY, 'local', 'start', '--foreground', '--data-dir', join(folder, 'data'), '-o', 'json', ...REPEATABLE],
    {
      env: { PATH: process.env['PATH'], HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), untilPassed(killAfterMs)]);
  const tookMs = performance.now() - begun;
  child.kill('SIGKILL');
  await gone;
  return tookMs;
}

async function control(service: ServiceProcess, path: string, body: object): Promise<void> {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** What the snapshot holds, once it is restored; a lost or damaged one would be refused. */
async function stateOfSnapshot(folder: string): Promise<string> {
  const service = await startRepeatable(folder);
  await control(service, '/_local/reset', { snapshot: 'first' });
  await service.kill();
  return rowsIn(folder);
}

async function stateAfterRestart(folder: string): Promise<string> {
  await (await startRepeatable(folder)).kill();
  return rowsIn(folder);
}

function rowsIn(folder: string): string {
  const database = new Database(join(folder, 'data', STORE_FILE));
  try {
    return COMPARED.flatMap((table) => {
      const rows = database.prepare(`SELECT * FROM ${table}`).all() as readonly Readonly<Record<string, unknown>>[];
      return rows
        .filter(({ kind }) => kind !== '$requests')
        .map(({ seq: _, ...row }) => `${table} ${JSON.stringify(row)}`)
        .sort();
    }).join('\n');
  } finally {
    database.close();
  }
}

/** What the service knows of itself changes with every start. */
const COMPARED = TABLES.filter((table) => table !== 'meta' && table !== 'answer');
