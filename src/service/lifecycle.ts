/** The state of a running service as a whole: founded, reset, kept in snapshots and brought back. Asked by control/state. */
import type { Desk } from './desk.ts';
import { rm } from 'node:fs/promises';
import type { PlanPreset, SeedCounts, SeedDocument } from '../kernel/steering.ts';
import { clockState, continuedAt, keptClock, type ClockState, type KeptClock, type SteerableClock } from './clock.ts';
import type { ServiceDoors } from './doors.ts';
import type { FaultTable } from './faults/faults.ts';
import type { KeptReads } from './limits/quota.ts';
import type { RequestLog } from './requests/log.ts';
import { planOf } from './limits/plan.ts';
import type { RateDesk } from './limits/rate.ts';
import type { KeptWindows } from './limits/windows.ts';
import { settlePlans } from './plans.ts';
import type { Head } from './portable/document.ts';
import { exportState, takeIn } from './portable/carry.ts';
import type { IdBytes } from './seeded.ts';
import { packs, type SeedPack } from './seed/packs.ts';
import { storeInside } from './seed/inside.ts';
import { adoptKey, foundTeam } from './seed/start.ts';
import { KEY_KIND, keyHash } from './records/keys.ts';
import { TEAM } from './store/check.ts';
import type { Shelves } from './store/shelves.ts';
import type { Snapshots } from './store/snapshots.ts';
import type { Tx } from './store/store.ts';
import type { MetaReader, ServiceStore } from './store/service-store.ts';
import type { Worker } from './timeline/worker.ts';
import type { Lifecycle, ResetOptions } from './parts.ts';

export interface LifecycleParts {
  readonly desk: Desk;
  readonly store: ServiceStore;
  readonly clock: SteerableClock;
  readonly worker: Worker;
  readonly rates: RateDesk;
  readonly windows?: KeptWindows | undefined;
  readonly faults: FaultTable;
  readonly requests: RequestLog;
  readonly reads: KeptReads;
  /** Of records and of requests. */
  readonly idBytes: readonly IdBytes[];
  readonly media: Shelves;
  readonly snapshots: Snapshots;
  /** Folder for what is on its way. */
  readonly transit: string;
  readonly doors: Pick<ServiceDoors, 'clock' | 'turn' | 'version'>;
  readonly apiKey: string;
  readonly start: {
    readonly plan: PlanPreset;
    readonly rests: boolean;
    readonly seedPack: SeedPack;
    readonly seed: number | null;
    readonly seedDocument: SeedDocument | undefined;
    readonly clock: () => ClockState;
  };
}

/** In `meta`: hash of the service's own key. A store that was last opened with another key gets the present one. */
export const OWN_KEY = 'key';

export function openLifecycle(parts: LifecycleParts): Lifecycle {
  const { store, snapshots } = parts;
  let teamId = '';
  const alone = oneAtATime();
  return {
    teamId: () => teamId,
    alone,
    async begin() {
      await snapshots.tidy();
      await rm(parts.transit, { recursive: true, force: true });
      await store.finishRefill(() => clearMedia(parts, snapshots));
      await removeStrayMedia(parts, snapshots);
      const known = await store.meta(TEAM);
      if (known === undefined) {
        const founded = await foundStore(parts, snapshots, parts.start);
        teamId = founded.teamId;
        return founded.created;
      }
      teamId = known;
      if ((await store.meta(OWN_KEY)) !== keyHash(parts.apiKey))
        await store.transact((tx) => knowOwnKey(parts, tx, { teamId: known, meta: store.meta }));
      return undefined;
    },
    reset: (options) =>
      alone(async () => {
        const copy = options.snapshot === undefined ? undefined : await snapshots.find(options.snapshot);
        if (options.snapshot !== undefined && copy === undefined) return 'missing';
        if (copy !== undefined && 'problem' in copy) return copy;
        teamId = await atRest(parts, () =>
          copy === undefined ? startAgain(parts, snapshots, options) : bringBack(parts, copy.file),
        );
        return 'done';
      }),
    takeSnapshot: (name) => alone(() => snapshots.take(name, (file) => store.copyTo(file))),
    snapshots: () => snapshots.list(),
    exportState: () => alone(() => exportState(parts)),
    importState: (bytes) =>
      takeIn(bytes, parts, (file, head) =>
        alone(async () => {
          teamId = await atRest(parts, () => bringIn(parts, file, head));
          await removeStrayMedia(parts, snapshots);
        }),
      ),
  };
}

/** Nothing of the old state is being worked on while it is replaced. */
async function atRest<T>({ worker, start }: LifecycleParts, act: () => Promise<T>): Promise<T> {
  if (start.rests) return act();
  await worker.stop();
  try {
    return await act();
  } finally {
    worker.resume();
    worker.start();
  }
}

function oneAtATime(): Lifecycle['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act, act);
    last = next.catch(() => undefined);
    return next;
  };
}

interface FoundingSeed {
  readonly seedPack: SeedPack;
  readonly seedDocument?: SeedDocument | undefined;
}

/** The team, everything of its pack and the records of a seed document, in one commit: a kill or a refusal leaves the store as it was, or founded. */
async function foundStore(
  { desk, store, media, apiKey }: LifecycleParts,
  snapshots: Snapshots,
  { seedPack, seedDocument }: FoundingSeed,
): Promise<{ readonly teamId: string; readonly created: SeedCounts | undefined }> {
  let teamId = '';
  let created: SeedCounts | undefined;
  await store.refill({
    fill: async (tx) => {
      const inside: Desk = { ...desk, store: storeInside(desk.store, tx) };
      const founded = await foundTeam(inside, { name: 'Local team', key: apiKey });
      await packs[seedPack](inside, founded);
      if (seedDocument !== undefined)
        created = await (await import('./seed/file.ts')).seedFounding(inside, founded, seedDocument);
      teamId = founded.teamId;
      return { [TEAM]: teamId };
    },
    cleanUp: () => clearMedia({ media }, snapshots),
  });
  return { teamId, created };
}

/** Folders with the media of a store that was replaced, or never came to be. */
async function removeStrayMedia({ media }: Pick<LifecycleParts, 'media'>, snapshots: Snapshots): Promise<void> {
  // Most stores have one folder, and what snapshots name is read only for more.
  if ((await media.others()).length === 0) return;
  const named = await snapshots.mediaFolders();
  if (named !== undefined) await media.keepOnly(named);
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
    const { teamId } = await foundStore(parts, snapshots, { seedPack });
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

/** What was exported, in place of what there was. It is never earlier than when it was exported, whatever time this machine has. */
const bringIn = (parts: LifecycleParts, file: string, { plan, clock }: Head): Promise<string> =>
  bringBack(parts, file, {
    notBefore: Date.parse(clock.now),
    finish: async (tx) =>
      plan === parts.start.plan ? undefined : settlePlans(tx, planOf(plan), Date.parse(clock.now)),
  });

interface Brought {
  /** Milliseconds. */
  readonly notBefore: number;
  /** Adds to the same commit. */
  finish(tx: Tx): Promise<void>;
}

/** Ids and time go on from where the copy was made, from the first commit on. */
async function bringBack(parts: LifecycleParts, file: string, brought?: Brought): Promise<string> {
  const { store, clock, idBytes, doors } = parts;
  let teamId = '';
  let facts: readonly (string | undefined)[] = [];
  await store.restoreFrom(file, {
    async finish(tx, meta) {
      teamId = (await meta(TEAM)) ?? '';
      facts = [await meta('ids'), await meta('requests'), await meta('clock')];
      await knowOwnKey(parts, tx, { teamId, meta });
      await brought?.finish(tx);
    },
    restored() {
      const [ids, requests, time] = facts;
      [ids, requests].forEach((state, index) => (state === undefined ? undefined : idBytes[index]?.restore(state)));
      const kept = time === undefined ? keptClock(clock) : (JSON.parse(time) as KeptClock);
      const now = Math.max(continuedAt(doors.clock, kept), brought?.notBefore ?? Number.NEGATIVE_INFINITY);
      clock.restore(clockState(doors.clock, kept.mode, now));
    },
  });
  forget(parts);
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
function forget({ desk, rates, windows, faults, requests, reads }: LifecycleParts): void {
  desk.delivery.queue.refuse(false);
  rates.clear();
  windows?.clear();
  faults.clear();
  requests.clear();
  reads.clear();
  desk.figures.clear();
}
