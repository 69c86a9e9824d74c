/** Carriers that numbers come from: rows of the fixture. Used by check.ts and lookup.ts. */
import type { Desk } from '../../../desk.ts';

/** A carrier that numbers are ported from, as a row of the fixture. */
export interface Carrier {
  readonly prefix: string;
  readonly name: string;
  /** False for one that lets no number go. */
  readonly releases: boolean;
  readonly isFast: boolean;
  readonly reason: string | null;
}

/** The carrier of a number, as far as the fixture says. */
export function carrierOf({ catalog }: Pick<Desk, 'catalog'>, phoneNumber: string): Carrier | undefined {
  const all = (catalog.fixtures()['port_carrier'] ?? []) as unknown as readonly Carrier[];
  const fitting = all.filter(({ prefix }) => phoneNumber.startsWith(prefix));
  return fitting.reduce<Carrier | undefined>(
    (best, one) => (best === undefined || one.prefix.length > best.prefix.length ? one : best),
    undefined,
  );
}
