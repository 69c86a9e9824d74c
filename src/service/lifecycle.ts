/** The state of a running service as a whole: founded, reset, kept in snapshots and brought back. Asked by control/state. */
import { readdir, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Desk } from './desk.ts';
import type { ClockState, SteerableClock } from './clock.ts';
import type { FaultTable } from './faults/faults.ts';
import type { KeptReads } from './limits/quota.ts';
import type { RequestLog } from './requests/log.ts';
import type { RateDesk } from './limits/rate.ts';
import type { IdBytes } from './seeded.ts';
import { packs, type SeedPack } from './seed/packs.ts';
import { foundTeam } from './seed/start.ts';
import type { SqliteStore } from './store/sqlite.ts';
import type { Worker } from './timeline/worker.ts';
import type { Lifecycle, ResetOptions } from './parts.ts';

export interface LifecycleParts {
  readonly desk: Desk;
  readonly store: SqliteStore;
  readonly clock: SteerableClock;
  readonly worker: Worker;
  readonly rates: RateDesk;
  readonly faults: FaultTable;
  readonly requests: RequestLog;
  readonly reads: KeptReads;
  /** Of records and of requests. */
  readonly idBytes: readonly IdBytes[];
  readonly media: { clear(): Promise<void> };
  /** Folder for snapshots; made when needed. */
  readonly folder: string;
  readonly apiKey: string;
  readonly start: { readonly seedPack: SeedPack; readonly seed: number | null; readonly clock: () => ClockState };
}

const TEAM = 'team';

export function openLifecycle(parts: LifecycleParts): Lifecycle {
  let teamId = '';
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act, act);
    last = next.catch(() => undefined);
    return next;
  };
  const foundStore = async (seedPack: SeedPack): Promise<void> => {
    const founded = await foundTeam(parts.desk, { name: 'Local team', key: parts.apiKey });
    teamId = founded.teamId;
    await parts.store.putMeta(TEAM, teamId);
    await packs[seedPack](parts.desk, founded);
  };
  const fileOf = (name: string): string => join(parts.folder, `${name}.db`);
  return {
    teamId: () => teamId,
    alone,
    async begin() {
      const known = await parts.store.meta(TEAM);
      if (known === undefined) await foundStore(parts.start.seedPack);
      else teamId = known;
    },
    reset: (options) =>
      alone(async () => {
        const file = options.snapshot === undefined ? undefined : fileOf(options.snapshot);
        if (file !== undefined && !(await isThere(file))) return false;
        await parts.worker.stop();
        try {
          if (file === undefined) await startAgain(parts, options, foundStore);
          else teamId = await bringBack(parts, file);
        } finally {
          parts.worker.resume();
          parts.worker.start();
        }
        return true;
      }),
    takeSnapshot: (name) =>
      alone(async () => {
        await mkdir(parts.folder, { recursive: true, mode: 0o700 });
        await rm(fileOf(name), { force: true });
        await parts.store.copyTo(fileOf(name));
      }),
    snapshots: () => listSnapshots(parts.folder),
  };
}

async function startAgain(
  parts: LifecycleParts,
  { seedPack = parts.start.seedPack, seed }: ResetOptions,
  found: (seedPack: SeedPack) => Promise<void>,
): Promise<void> {
  const { store, clock, idBytes, start, media } = parts;
  await store.empty();
  forget(parts);
  // Snapshots name media files too; only without any may the files go.
  if ((await listSnapshots(parts.folder)).length === 0) await media.clear();
  for (const one of idBytes) one.reseed(seed ?? start.seed);
  clock.restore(start.clock());
  await found(seedPack);
}

async function bringBack(parts: LifecycleParts, file: string): Promise<string> {
  const { store, clock, idBytes } = parts;
  await store.restoreFrom(file);
  forget(parts);
  const kept = await Promise.all(['ids', 'requests'].map((key) => store.meta(key)));
  kept.forEach((state, index) => (state === undefined ? undefined : idBytes[index]?.restore(state)));
  const time = await store.meta('clock');
  if (time !== undefined) clock.restore(JSON.parse(time) as ClockState);
  return (await store.meta(TEAM)) ?? '';
}

/** What is remembered outside the store. */
function forget({ desk, rates, faults, requests, reads }: LifecycleParts): void {
  desk.delivery.queue.refuse(false);
  rates.clear();
  faults.clear();
  requests.clear();
  reads.clear();
  desk.figures.clear();
}

async function listSnapshots(folder: string): Promise<{ name: string; createdAt: string }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.db')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.db'.length),
      createdAt: (await stat(join(folder, name))).mtime.toISOString(),
    })),
  );
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
