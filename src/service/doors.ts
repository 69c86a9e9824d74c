/** The doors the local service is handed: everything of the machine that it may touch. Made in commands/local/start.ts and in tests. */
import type { Clock } from '../kernel/clock.ts';
import type { Carrier } from '../kernel/delivery.ts';
import type { Bytes } from '../kernel/ids.ts';
import type { Desk } from './desk.ts';

export interface ServiceDoors {
  /** The machine's clock. */
  readonly clock: Clock;
  readonly random: Bytes;
  /** Resolves when everything that is readable now has been read: one turn of the event loop. */
  readonly turn: () => Promise<void>;
  /** Brings webhook deliveries out. */
  readonly carrier: Carrier;
  readonly probe: Desk['probe'];
  /** Of the package. */
  readonly version: string;
  /** Whether the program's files are of another build than the one that runs. */
  readonly isReplaced: () => boolean;
  /** Writes a sentence into the log of the service. */
  readonly say: (sentence: string) => void;
  /** A text file of the console, by its name; undefined where it does not exist. */
  readonly asset: (name: string) => Promise<string | undefined>;
  /** Process id written into the data folder. */
  readonly pid: number;
}
