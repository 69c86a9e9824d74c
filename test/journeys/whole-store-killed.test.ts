/** Kills the service while the whole store changes: first start, upgrade, reset, snapshot, restore, import. The next start finds it before or after, never between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { SET_ASIDE_FOLDER, STORE_FILE } from '../../src/kernel/steering.ts';
import { TABLES } from '../../src/service/store/tables.ts';
import { BINARY, type ServiceProcess } from '../support/process.ts';
import { REPEATABLE, startRepeatable, untilPassed } from '../support/killed.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(7);

/** What the copies of a round begin with: the demo pack and a media file, a snapshot of them, and a profile that came later. */
interface Base {
  readonly folder: string;
  /** The state of a new folder. */
  readonly pack: string;
  readonly first: string;
  readonly later: string;
  /** The exported state `first`. */
  readonly document: string;
}

interface Round {
  readonly before: string;
  readonly after: string;
  /** Makes the copy what it begins with. */
  readonly prepare?: (folder: string) => void;
  /** Runs it until it is done or killed. @returns ms that it took */
  readonly act: (folder: string, killAfterMs: number) => Promise<number>;
  /** The state that the next start finds. */
  readonly state: (folder: string) => Promise<string>;
}

test(
  `${String(ROUNDS)} kills during first start, upgrade, reset, snapshot, restore and import leave the state before or after`,
  async () => {
    const random = seeded(20260105);
    const folder = await temporaryFolder();
    const base = await baseIn(join(folder, 'base'));
    const rounds = roundsOn(base);
    const whole = new Map<string, number>();
    const counts = { before: 0, after: 0, between: 0 };

    for (let index = 0; index < ROUNDS; index += 1) {
      const name = Object.keys(rounds)[index % Object.keys(rounds).length] ?? '';
      const { before, after, act, state, prepare } = rounds[name] as Round;
      const copy = async (kind: string): Promise<string> => {
        const place = join(folder, `${kind}-${String(index)}`);
        if (name === 'first start') await mkdir(place);
        else await cp(base.folder, place, { recursive: true });
        prepare?.(place);
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
      `${String(ROUNDS)} kills during first start, upgrade, reset, snapshot, restore and import: ${String(counts.before)} left the state before, ${String(counts.after)} the state after, ${String(counts.between)} a state between`,
    );
  },
  120_000 + ROUNDS * 20_000,
);

async function baseIn(folder: string): Promise<Base> {
  const pack = await stateAfterRestart(`${folder}-new`);
  const service = await startRepeatable(folder);
  await upload(service, Buffer.alloc(300_000, 'film'));
  await control(service, '/_local/snapshots', { name: 'first' });
  const headers = { authorization: `Bearer ${service.controlKey}` };
  const document = await (await fetch(`${service.url}/_local/export`, { headers })).text();
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
  return { folder, pack, first, later: await stateAfterRestart(folder), document };
}

function roundsOn({ pack, first, later, document }: Base): Readonly<Record<string, Round>> {
  const calling = (path: string, body: object | string) => async (folder: string, killAfterMs: number) => {
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
    'first start': { before: pack, after: pack, act: startCut, state: stateAfterRestart },
    upgrade: {
      before: later,
      after: later,
      prepare: (folder) => makeEarlier(folder, 4),
      act: startCut,
      state: stateAfterRestart,
    },
    // Its data are set aside, and the pack is laid out in their place.
    'upgrade of what is no longer read': {
      before: `${pack}\nearlier 1`,
      after: `${pack}\nearlier 1`,
      prepare: (folder) => makeEarlier(folder, 3),
      act: startCut,
      state: async (folder) => {
        const state = await stateAfterRestart(folder);
        const asides = await readdir(join(folder, 'data', SET_ASIDE_FOLDER));
        return `${state}\nearlier ${asides.join(' ')}`;
      },
    },
    import: { before: later, after: first, act: calling('/_local/import', document), state: stateAfterRestart },
    reset: { before: later, after: pack, act: calling('/_local/reset', {}), state: stateAfterRestart },
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

/** A folder as an svc of that schema left it. */
function makeEarlier(folder: string, schema: number): void {
  const database = new Database(join(folder, 'data', STORE_FILE));
  try {
    database.exec(
      `UPDATE record SET doc = json_remove(json_set(doc, '$."$runs"', json_extract(doc, '$.runs')), '$.runs') WHERE kind = 'ad' AND json_type(doc, '$.runs') IS NOT NULL; PRAGMA user_version=${String(schema)}`,
    );
  } finally {
    database.close();
  }
}

async function upload({ url, apiKey }: ServiceProcess, bytes: Buffer): Promise<void> {
  const presigned = await fetch(`${url}/v1/media/presign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'film.mp4', contentType: 'video/mp4' }),
  });
  const { uploadUrl } = (await presigned.json()) as { uploadUrl: string };
  const put = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: bytes });
  expect(put.status).toBe(200);
}

async function control(service: ServiceProcess, path: string, body: object | string): Promise<void> {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
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

async function rowsIn(folder: string): Promise<string> {
  const database = new Database(join(folder, 'data', STORE_FILE));
  try {
    const rows = COMPARED.flatMap((table) => {
      const all = database.prepare(`SELECT * FROM ${table}`).all() as readonly Readonly<Record<string, unknown>>[];
      return all
        .filter(({ kind }) => kind !== '$requests')
        .map(({ seq: _, ...row }) => `${table} ${JSON.stringify(row)}`)
        .sort();
    });
    const [media] = database.prepare("SELECT value FROM meta WHERE key = 'media'").all() as { value: string }[];
    return [...rows, ...(await mediaIn(join(folder, 'data'), media?.value ?? 'media', rows))].join('\n');
  } finally {
    database.close();
  }
}

/** The files that records name, with their sizes, and folders of a store that never came to be. */
async function mediaIn(folder: string, current: string, rows: readonly string[]): Promise<readonly string[]> {
  const named = rows.flatMap((row) => /^record .*"kind":"media".*\\"key\\":\\"([\w.-]+)\\"/.exec(row)?.[1] ?? []);
  const sizes = named.map(async (key) => `media ${key} ${String((await stat(join(folder, current, key))).size)}`);
  const strays = (await readdir(folder)).filter((name) => /^media-/.test(name) && name !== current);
  return [...(await Promise.all(sizes)), ...strays.map((name) => `stray ${name}`)];
}

/** What the service knows of itself changes with every start. */
const COMPARED = TABLES.filter((table) => table !== 'meta' && table !== 'answer');
