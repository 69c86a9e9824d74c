/** The doors and parts that handlers and due work are given. Put together in service.ts. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Call, Reply } from './call.ts';
import type { ServiceClock } from './clock.ts';
import type { DeliveryDesk } from './delivery/desk.ts';
import type { PlanDesk } from './limits/plan.ts';
import type { Networks } from './networks/driver.ts';
import type { KeptFigures } from './networks/kept-figures.ts';
import type { RequestLog } from './requests/log.ts';
import type { MediaShelf } from './store/shelf.ts';
import type { DueRow, Store } from './store/store.ts';

/** The doors and parts an area works with. */
export interface Desk {
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly ids: Ids;
  readonly networks: Networks;
  /** Figures of posts as they were last read. */
  readonly figures: KeptFigures;
  readonly plan: PlanDesk;
  readonly catalog: Catalog;
  readonly media: MediaShelf;
  readonly delivery: DeliveryDesk;
  /** The latest calls of the API. */
  readonly requests: Pick<RequestLog, 'list' | 'whole'>;
  /** Reads a public URL's headers (size, type) without its body; undefined when it cannot be reached within 5 s. */
  readonly probe: (url: string) => Promise<{ contentType: string | null; sizeBytes: number | null } | undefined>;
  /** Told after a commit that new work may be due now. */
  readonly wake: () => void;
}

export type Handler = (call: Call, desk: Desk) => Promise<Reply>;

/**
 * Does the work of one row and returns; the row is removed then, unless the work scheduled it again.
 * A throw is tried again later. After a crash the same row comes again, so the work must bear being done twice.
 */
export type DueWork = (row: DueRow, desk: Desk) => Promise<void>;
