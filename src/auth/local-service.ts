/** Which local service a `svc local` command means: its data folder, and what it left there. Next stop: client/control.ts. */
import { join } from 'node:path';
import { STATE_FILE } from '../kernel/data-folder.ts';
import { failure } from '../kernel/failure.ts';
import { LOCAL_VARIABLES } from '../kernel/variables.ts';
import type { ServiceState } from '../kernel/steering.ts';
import type { World } from '../world/world.ts';
import { effectiveSettings } from './settings.ts';

export interface LocalAim {
  /** `--data-dir`. */
  readonly dataDir?: string | undefined;
  /** `--context`. */
  readonly context?: string | undefined;
}

type LocalWorld = Pick<World, 'env' | 'host' | 'settings' | 'files'>;

/** The folder of the context `local`. */
export const ownFolder = ({ settings }: Pick<World, 'settings'>): string => settings.place('local');

/** The data folder meant: the flag's, that of SVC_DATA_DIR unless a context is named, the current context's, else the user's own. Absolute. */
export function localFolder(world: LocalWorld, { dataDir, context }: LocalAim): string {
  const named = dataDir ?? (context === undefined ? world.env[LOCAL_VARIABLES.dataDir] : undefined);
  if (named !== undefined && named !== '') return world.files.resolve(named);
  return effectiveSettings(world, { context }).record.dataDir ?? ownFolder(world);
}

/** What the service of that folder left when it became ready; undefined when it ended in good order, or never ran. */
export async function stateIn(world: Pick<World, 'files'>, folder: string): Promise<ServiceState | undefined> {
  const text = await world.files.readIfThere(join(folder, STATE_FILE));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as ServiceState);
  } catch {
    return undefined;
  }
}

/** @throws Failure `service_not_running` */
export async function localService(world: LocalWorld, aim: LocalAim): Promise<ServiceState> {
  const folder = localFolder(world, aim);
  const state = await stateIn(world, folder);
  if (state === undefined) throw notRunning(folder);
  return state;
}

export const notRunning = (folder: string) =>
  failure('service_not_running', {
    message: `No local service is running on ${folder}.`,
    details: { dataDir: folder },
  });
