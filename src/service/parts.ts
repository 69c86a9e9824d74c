/** The parts of a running service, put together in service.ts and used by http/ and control/. Areas see the Desk only. */
import type { Ids } from '../kernel/ids.ts';
import type { Desk } from './call.ts';
import type { SteerableClock } from './clock.ts';
import type { ServiceDoors } from './doors.ts';
import type { FaultTable } from './faults/faults.ts';
import type { KeptReads } from './corridor/quota.ts';
import type { RequestLog } from './requests/log.ts';
import type { RateDesk } from './limits/rate.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { SqliteStore } from './store/sqlite.ts';
import type { Worker } from './timeline/worker.ts';

export interface Parts {
  readonly desk: Desk;
  readonly store: SqliteStore;
  readonly clock: SteerableClock;
  readonly doors: ServiceDoors;
  /** Ids of requests; a row of their own, so that reads do not move the ids of records. */
  readonly requestIds: Ids;
  readonly rates: RateDesk;
  readonly faults: FaultTable;
  readonly requests: RequestLog;
  readonly reads: KeptReads;
  readonly worker: Worker;
  readonly lifecycle: Lifecycle;
  readonly controlKey: string;
}
