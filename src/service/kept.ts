/** What a service keeps of itself with every commit, so that the next one goes on from there. Used by service.ts. */
import { continuedAt, clockState, keptClock, type KeptClock, type SteerableClock } from './clock.ts';
import { OWN_KEY } from './lifecycle.ts';
import type { RateDesk } from './limits/rate.ts';
import type { KeptWindows } from './limits/windows.ts';
import type { ServiceOptions } from './options.ts';
import type { IdBytes } from './seeded.ts';
import type { ServiceStore } from './store/service-store.ts';

export interface Kept {
  readonly clock: SteerableClock;
  /** Of records. */
  readonly bytes: IdBytes;
  readonly requestBytes: IdBytes;
  readonly rates: RateDesk;
  /** Where request windows outlive the process. */
  readonly windows: KeptWindows | undefined;
  /** Hash of the service's own key. */
  readonly ownKey: string;
}

/** By their names in `meta`. */
export const factsOf = ({ clock, bytes, requestBytes, windows, ownKey }: Kept) => ({
  ids: bytes.state(),
  requests: requestBytes.state(),
  clock: JSON.stringify(keptClock(clock)),
  windows: windows?.state(),
  [OWN_KEY]: ownKey,
});

/** A store that was used before goes on from its ids and never from an earlier time. */
export async function goOn(
  store: Pick<ServiceStore, 'meta'>,
  { clock, bytes, requestBytes, rates, windows }: Kept,
  options: ServiceOptions,
): Promise<void> {
  const [ids, requests, time, room] = await Promise.all(
    ['ids', 'requests', 'clock', 'windows'].map((key) => store.meta(key)),
  );
  if (ids !== undefined) bytes.restore(ids, options.seed);
  if (requests !== undefined) requestBytes.restore(requests, options.seed);
  if (time !== undefined) clock.restore(stateOf(JSON.parse(time) as KeptClock, options));
  if (room !== undefined) windows?.restore(room, rates, clock.now());
}

function stateOf(kept: KeptClock, { clock, database, doors }: ServiceOptions) {
  const wall = doors.clock;
  const keptNow = continuedAt(wall, kept);
  // On a database the time is that of all processes, however this one was started.
  const asked: ServiceOptions['clock'] = database === undefined ? clock : { mode: kept.mode };
  const { mode, now = mode === 'real' ? wall.now() : keptNow } = asked;
  return clockState(wall, mode, Math.max(now, keptNow));
}
