/** What a listener is to do: where it listens or reads, what it passes on, and when it ends. Made by plan.ts, done by listen.ts. */
import type { Ready } from './lines.ts';
import type { Polling } from './polling.ts';
import type { ReceiverOptions } from './receiver.ts';
import type { Api, Endpoint, Listener } from './registering.ts';
import type { Manner } from './taking.ts';

export interface Plan {
  readonly receiver: Omit<ReceiverOptions, 'onDelivery' | 'onInvalid' | 'onRefused'>;
  readonly manner: Manner;
  /** Addresses, for the first line. */
  readonly forwardTo: readonly string[];
  /** Folder of the journal. */
  readonly record?: string;
  readonly registering?: Registering;
  readonly backfill?: Backfill;
  /** Reads the log of deliveries instead of opening a port. */
  readonly polling?: Polling;
  /** Ends after an event that one of these patterns means. */
  readonly until: readonly string[];
  readonly maxEvents?: number;
  /** Ends when no delivery arrives for this long. */
  readonly idleMs?: number;
  /** Called with the first line as soon as deliveries can arrive. */
  ready(line: Ready): Promise<void>;
}

export interface Registering {
  readonly api: Api;
  readonly listener: Listener;
  readonly endpoint: Omit<Endpoint, 'url'>;
  /** Where the service reaches us, when it is not our own address. */
  readonly publicUrl?: string;
}

export interface Backfill {
  readonly api: Api;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Of an endpoint that is there already; undefined means the one that is made for this run. */
  readonly webhookId?: string;
}
