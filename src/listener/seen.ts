/** Which events have been received, by id: a bounded memory, filled from the journal at the start. Source: WHK-69, WHK-70 */
import type { JournalRecord } from './journal.ts';

/** The state of an event when it is redelivered: still `new` when every attempt so far failed. */
export type Standing = 'new' | 'under_way' | 'taken';

/** How many ids are remembered; the oldest are forgotten first. */
const REMEMBERED = 50_000;

export class Seen<T> {
  readonly #known = new Map<string, { taken: boolean; arrivals: number; under?: Promise<T> }>();
  readonly #most: number;

  constructor(most = REMEMBERED) {
    this.#most = most;
  }

  /** Notes an arrival. `arrivals` counts it, and begins at 1 in every run. */
  arrived(id: string): { readonly standing: Standing; readonly arrivals: number; readonly under?: Promise<T> } {
    const known = this.#known.get(id) ?? { taken: false, arrivals: 0 };
    known.arrivals += 1;
    this.#keep(id, known);
    if (known.taken) return { standing: 'taken', arrivals: known.arrivals };
    return known.under === undefined
      ? { standing: 'new', arrivals: known.arrivals }
      : { standing: 'under_way', arrivals: known.arrivals, under: known.under };
  }

  /** The event is being dealt with; who comes meanwhile may wait for the same end. */
  begins(id: string, under: Promise<T>): void {
    const known = this.#known.get(id);
    if (known !== undefined) known.under = under;
  }

  /** `taken` makes every further arrival a duplicate. */
  ended(id: string, taken: boolean): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    delete known.under;
    known.taken ||= taken;
  }

  isTaken(id: string): boolean {
    return this.#known.get(id)?.taken ?? false;
  }

  /** What an earlier run has kept. */
  async recall(records: AsyncIterable<JournalRecord>): Promise<void> {
    const ids = new Map<number, string>();
    for await (const record of records) {
      if (record.type === 'outcome') this.ended(ids.get(record.of) ?? '', record.taken);
      else if (record.verdict !== 'invalid' && record.id !== undefined) {
        ids.set(record.n, record.id);
        this.#keep(record.id, this.#known.get(record.id) ?? { taken: false, arrivals: 0 });
      }
    }
  }

  #keep(id: string, known: { taken: boolean; arrivals: number; under?: Promise<T> }): void {
    this.#known.delete(id);
    this.#known.set(id, known);
    const [oldest] = this.#known.size > this.#most ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
