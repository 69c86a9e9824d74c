/** What time it is at the service that is asked: a local one has a clock of its own. Used where a time is typed or judged. */
import { sendControl } from '../client/control.ts';
import { LOCAL_VARIABLES } from '../kernel/variables.ts';
import type { ServiceState } from '../kernel/steering.ts';
import type { World } from '../world/world.ts';
import { dataDirAt } from './context.ts';
import { stateIn } from './local-service.ts';
import { effectiveSettings } from './settings.ts';

type ClockWorld = Pick<World, 'env' | 'host' | 'settings' | 'files' | 'http' | 'clock'>;

interface Aim {
  readonly context: string | undefined;
}

/** Milliseconds on the clock of a local service; on this machine's for any other, and where a local one does not say. */
export async function serviceNow(world: ClockWorld, aim: Aim, signal?: AbortSignal): Promise<number> {
  const service = await localServiceMeant(world, aim);
  if (service === undefined) return world.clock.now();
  try {
    const { now } = await sendControl(world, service, { method: 'GET', path: '/_local/clock' }, signal);
    const nowMs = Date.parse(String(now));
    return Number.isNaN(nowMs) ? world.clock.now() : nowMs;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return world.clock.now();
  }
}

/** Only what is known to be a local service is asked, and by its own key. */
async function localServiceMeant(world: ClockWorld, { context }: Aim): Promise<ServiceState | undefined> {
  const address = effectiveSettings(world, { context }).baseUrl?.value;
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  const folders = [dataDirAt(world.settings.read(), origin), world.env[LOCAL_VARIABLES.dataDir]];
  for (const folder of folders) {
    const service =
      folder === undefined || folder === '' ? undefined : await stateIn(world, world.files.resolve(folder));
    if (service !== undefined && new URL(service.url).origin === origin) return service;
  }
  return undefined;
}
