/** A local service that another version of svc has started: noticed by what it left in its data folder, without asking it. */
import { stateIn, type LocalAim, localFolder } from '../auth/local-service.ts';
import { effectiveSettings } from '../auth/settings.ts';
import { Failure } from '../kernel/failure.ts';
import type { ServiceState } from '../kernel/steering.ts';
import type { World } from '../world/world.ts';

type VersionWorld = Pick<World, 'env' | 'host' | 'settings' | 'files' | 'installation'>;

/** A sentence with what to do; undefined when both are of one version. A service that says no version is an early one. */
export function versionGap(
  { installation }: Pick<World, 'installation'>,
  state: Pick<ServiceState, 'version'>,
): string | undefined {
  const [running, own] = [state.version, installation.version];
  if (running === own) return undefined;
  const which = running === undefined ? 'an older svc' : `svc ${running}`;
  const advice =
    running !== undefined && isNewer(running, own)
      ? 'Update svc, which may not know everything that the service does.'
      : '`svc local restart` starts it with this version; its data is kept.';
  return `The local service was started by ${which}, and this is svc ${own}. ${advice}`;
}

/** By the three numbers of a version. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
  const at = one?.findIndex((number, place) => number !== other?.[place]) ?? -1;
  return at >= 0 && (one?.[at] ?? 0) > (other?.[at] ?? 0);
}

/** The running service of a folder, of another version than this svc. */
export async function gapAt(world: VersionWorld, aim: LocalAim): Promise<string | undefined> {
  const state = await stateIn(world, localFolder(world, aim));
  return state === undefined ? undefined : versionGap(world, state);
}

/** The same for the service that calls go to; undefined for one on another machine. */
export async function gapOfContext(world: VersionWorld, context: string | undefined): Promise<string | undefined> {
  const { record, baseUrl } = effectiveSettings(world, { context });
  if (record.dataDir === undefined || baseUrl?.value !== record.baseUrl) return undefined;
  return gapAt(world, { dataDir: record.dataDir });
}

/** An address that the service does not know is explained by its version, when that is another one. */
export async function explainUnknown(error: unknown, gap: () => Promise<string | undefined>): Promise<unknown> {
  if (!(error instanceof Failure) || error.fields.code !== 'not_found') return error;
  const sentence = await gap().catch(() => undefined);
  if (sentence === undefined) return error;
  const message = 'The local service does not know this command or its target.';
  return new Failure({ ...error.fields, message, hint: sentence }, error.exit, error);
}
