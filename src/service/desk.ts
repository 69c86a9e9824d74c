/** The doors and parts that handlers and due work are given. Put together in service.ts. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Carrier } from '../kernel/delivery.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Call, Reply } from './call.ts';
import type { Changes, React, View } from './change.ts';
import type { ServiceClock } from './clock.ts';
import type { DeliveryDesk } from './delivery/desk.ts';
import type { PlanDesk } from './limits/plan.ts';
import type { Networks } from './networks/driver.ts';
import type { DomainEvents } from './domain-events.ts';
import type { KeptFigures } from './networks/kept-figures.ts';
import type { RequestLog } from './requests/log.ts';
import type { MediaShelf } from './store/shelf.ts';
import type { DueRow, Store } from './store/store.ts';
import type { TurnDoors } from './turns.ts';

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
  /** Sends requests to endpoints of others, at addresses that may be called. */
  readonly carrier: Pick<Carrier, 'post'>;
  /** The latest calls of the API. */
  readonly requests: Pick<RequestLog, 'list' | 'whole'>;
  /** Reads a public URL's headers (size, type) without its body; undefined when it cannot be reached within 5 s. */
  readonly probe: (url: string) => Promise<{ contentType: string | null; sizeBytes: number | null } | undefined>;
  /** Other machines can reach the service: its pages then take no decisions, which would be anybody's. */
  readonly isPublic: boolean;
  /** Called after a commit that scheduled work, which may be due already. */
  readonly wake: () => void;
  /** What long work gives way with; see turns.ts. */
  readonly turns: TurnDoors;
  /** What areas do about what happens in others, in the same commit. */
  readonly react: React;
}

export type Handler = (call: Call, desk: Desk) => Promise<Reply>;

/**
 * Does the work of one row and returns; the row is removed then, unless the work scheduled it again.
 * A throw is tried again later. After a crash the same row comes again, so the work must bear being done twice.
 */
export type DueWork = (row: DueRow, desk: Desk) => Promise<void>;

/** What an area does about something that happened in another one, given the state after it. */
export type Reaction<N extends keyof DomainEvents> = (event: DomainEvents[N], view: View) => Promise<Changes>;

/** What an area does about others: its `reacts.ts` exports one. */
export type Reacts = { readonly [N in keyof DomainEvents]?: Reaction<N> };
