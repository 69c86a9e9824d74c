/** The parts of a running service, put together in service.ts and used by http/ and control/. Areas see the Desk only. */
import type { Ids } from '../kernel/ids.ts';
import type { Carried, RefusedDocument } from '../kernel/portable.ts';
import type { SEED_PACKS, SeedCounts } from '../kernel/steering.ts';
import type { BuildWatch } from './build-watch.ts';
import type { Desk } from './desk.ts';
import type { ConsoleSessions } from './exchange/console-session.ts';
import type { Names } from './exchange/own-host.ts';
import type { ServiceStream } from './stream.ts';
import type { SteerableClock } from './clock.ts';
import type { ServiceDoors } from './doors.ts';
import type { FaultTable } from './faults/faults.ts';
import type { KeptReads } from './limits/quota.ts';
import type { RequestLog } from './requests/log.ts';
import type { RateDesk } from './limits/rate.ts';
import type { KeptWindows } from './limits/windows.ts';
import type { DamagedSnapshot, Snapshots } from './store/snapshots.ts';
import type { ServiceStore } from './store/service-store.ts';
import type { Worker } from './timeline/worker.ts';

export interface Parts {
  readonly desk: Desk;
  readonly store: ServiceStore;
  readonly clock: SteerableClock;
  readonly doors: ServiceDoors;
  /** Ids of requests; a row of their own, so that reads do not move the ids of records. */
  readonly requestIds: Ids;
  readonly rates: RateDesk;
  /** Where request windows outlive the process. */
  readonly windows?: KeptWindows | undefined;
  readonly faults: FaultTable;
  readonly requests: RequestLog;
  readonly reads: KeptReads;
  readonly worker: Worker;
  readonly lifecycle: Lifecycle;
  readonly build: BuildWatch;
  /** Under which it may be called. */
  readonly names: Names;
  readonly controlKey: string;
  /** What happens, for those who look on. */
  readonly stream: ServiceStream;
  /** Browsers that were let into the console. */
  readonly sessions: ConsoleSessions;
  /** The processes on a database that several may share; undefined where there is one, on its own disk. */
  readonly processes?: (() => Promise<readonly object[]>) | undefined;
}

export interface ResetOptions {
  readonly seedPack?: (typeof SEED_PACKS)[number];
  readonly seed?: number;
  readonly snapshot?: string;
}

export type ResetOutcome = 'done' | 'missing' | DamagedSnapshot;

export type ImportOutcome = Carried | RefusedDocument;

export interface Lifecycle {
  /** Id of the team that the service's own key belongs to. */
  teamId(): string;
  /** Founds the team when the store is new. @returns what a seed document has created then */
  begin(): Promise<SeedCounts | undefined>;
  /** Back to the start-up state, or to a snapshot; with nothing changed when there is no such snapshot or it does not verify. */
  reset(options: ResetOptions): Promise<ResetOutcome>;
  takeSnapshot(name: string): Promise<void>;
  snapshots: Snapshots['list'];
  /** The whole state of this instant as a document, made piece by piece while the service goes on. */
  exportState(): Promise<AsyncIterable<string>>;
  /** Replaces everything by what such a document holds, once all of it has come and verifies; nothing is changed by one that is refused. */
  importState(bytes: AsyncIterable<Uint8Array>): Promise<ImportOutcome>;
  /** Runs one thing at a time of those that move the whole state: advances, resets, snapshots. */
  alone<T>(act: () => Promise<T>): Promise<T>;
}
