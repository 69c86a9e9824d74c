/** From when and where the terminal is looked at: the clock of the service that is asked, and the zone of the context. */
import type { Moment } from '../output/when.ts';
import type { World } from '../world/world.ts';
import type { Context } from './command.ts';

/** Settings that cannot be read are reported by the commands that need them, not here. */
export async function momentOf({ clock }: World, context: Context | undefined): Promise<Moment> {
  const [zone, now] = await Promise.all([
    context?.zone().catch(() => undefined),
    context?.serviceNow().catch(() => undefined),
  ]);
  return { zone: zone ?? 'UTC', now: now ?? clock.now() };
}
