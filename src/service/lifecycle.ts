/** The state of a running service as a whole: founded, reset, kept in snapshots and brought back. Asked by control/state. */
import type { Desk } from './desk.ts';
import type { ClockState, SteerableClock } from './clock.ts';
import type { FaultTable } from './faults/faults.ts';
import type { KeptReads } from './limits/quota.ts';
import type { RequestLog } from './requests/log.ts';
import type { RateDesk } from './limits/rate.ts';
import type { IdBytes } from './seeded.ts';
import { packs, type SeedPack } from './seed/packs.ts';
import { storeInside } from './seed/inside.ts';
import { adoptKey, foundTeam } from './seed/start.ts';
import { KEY_KIND, keyHash } from './records/keys.ts';
import { TEAM } from './store/check.ts';
import { openSnapshots, type Snapshots } from './store/snapshots.ts';
import type { Tx } from './store/store.ts';
import type { MetaReader, SqliteStore } from './store/sqlite.ts';
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

/** In `meta`: hash of the service's own key. A store that was last opened with another key gets the present one. */
export const OWN_KEY = 'key';

export function openLifecycle(parts: LifecycleParts): Lifecycle {
  const { store, worker } = parts;
  const snapshots = openSnapshots(parts.folder);
  let teamId = '';
  const alone = oneAtATime();
  return {
    teamId: () => teamId,
    alone,
    async begin() {
      await snapshots.tidy();
      await store.finishRefill(() => clearMedia(parts, snapshots));
      const known = await store.meta(TEAM);
      if (known === undefined) {
        teamId = await foundStore(parts, snapshots, parts.start.seedPack);
        return;
      }
      teamId = known;
      if ((await store.meta(OWN_KEY)) === keyHash(parts.apiKey)) return;
      await store.transact((tx) => knowOwnKey(parts, tx, { teamId: known, meta: store.meta }));
    },
    reset: (options) =>
      alone(async () => {
        const copy = options.snapshot === undefined ? undefined : await snapshots.find(options.snapshot);
        if (options.snapshot !== undefined && copy === undefined) return 'missing';
        if (copy !== undefined && 'problem' in copy) return copy;
        await worker.stop();
        try {
          teamId = copy === undefined ? await startAgain(parts, snapshots, options) : await bringBack(parts, copy.file);
        } finally {
          worker.resume();
          worker.start();
        }
        return 'done';
      }),
    takeSnapshot: (name) => alone(() => snapshots.take(name, (file) => store.copyTo(file))),
    snapshots: () => snapshots.list(),
  };
}

function oneAtATime(): Lifecycle['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act, act);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The team and everything of its pack, in one commit: a kill leaves the store as it was, or founded. @returns the team's id */
async function foundStore(
  { desk, store, media, apiKey }: LifecycleParts,
  snapshots: Snapshots,
  seedPack: SeedPack,
): Promise<string> {
  let teamId = '';
  await store.refill({
    fill: async (tx) => {
      const inside: Desk = { ...desk, store: storeInside(desk.store, tx) };
      const founded = await foundTeam(inside, { name: 'Local team', key: apiKey });
      await packs[seedPack](inside, founded);
      teamId = founded.teamId;
      return { [TEAM]: teamId };
    },
    cleanUp: () => clearMedia({ media }, snapshots),
  });
  return teamId;
}

/** Snapshots name media files too; only without any may the files go. */
async function clearMedia({ media }: Pick<LifecycleParts, 'media'>, snapshots: Snapshots): Promise<void> {
  const { snapshots: good, damaged } = await snapshots.list();
  if (good.length + damaged.length === 0) await media.clear();
}

async function startAgain(
  parts: LifecycleParts,
  snapshots: Snapshots,
  { seedPack = parts.start.seedPack, seed }: ResetOptions,
): Promise<string> {
  const { clock, idBytes, start } = parts;
  const before = { clock: clock.state(), ids: idBytes.map((one) => one.state()) };
  for (const one of idBytes) one.reseed(seed ?? start.seed);
  clock.restore(start.clock());
  try {
    const teamId = await foundStore(parts, snapshots, seedPack);
    forget(parts);
    return teamId;
  } catch (error) {
    clock.restore(before.clock);
    before.ids.forEach((state, index) => goOnFrom(idBytes[index], state));
    throw error;
  }
}

function goOnFrom(bytes: IdBytes | undefined, state: string | undefined): void {
  if (state === undefined) bytes?.reseed(null);
  else bytes?.restore(state);
}

async function bringBack(parts: LifecycleParts, file: string): Promise<string> {
  const { store, clock, idBytes } = parts;
  let teamId = '';
  await store.restoreFrom(file, async (tx, meta) => {
    teamId = (await meta(TEAM)) ?? '';
    await knowOwnKey(parts, tx, { teamId, meta });
  });
  forget(parts);
  const kept = await Promise.all(['ids', 'requests'].map((key) => store.meta(key)));
  kept.forEach((state, index) => (state === undefined ? undefined : idBytes[index]?.restore(state)));
  const time = await store.meta('clock');
  if (time !== undefined) clock.restore(JSON.parse(time) as ClockState);
  return teamId;
}

/** A store that was last opened with another key, or never with one that it remembers, gets the service's own; a key that was revoked stays revoked. */
async function knowOwnKey(
  { desk, apiKey }: LifecycleParts,
  tx: Tx,
  { teamId, meta }: { readonly teamId: string; readonly meta: MetaReader },
): Promise<void> {
  const [hash, before] = [keyHash(apiKey), await meta(OWN_KEY)];
  if (before === hash || (await tx.list(KEY_KIND, { parentId: hash })).length > 0) return;
  await adoptKey(tx, desk, { teamId, key: apiKey });
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
