/** Logins that are under way between `svc login --start` and `--finish`: one file for each context, for its owner alone. */
import { join } from 'node:path';
import { failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import type { Begun } from './device.ts';
import type { KeyPlace, Storage } from './key-store.ts';

export interface PendingLogin {
  readonly context: string;
  readonly baseUrl: string;
  readonly device: string;
  readonly storage?: Storage | undefined;
  readonly begun: Begun;
  /** By this machine's clock. */
  readonly beganAtMs: number;
  /** The key, once there is one that could not be checked yet. */
  readonly place?: KeyPlace;
}

export type PendingWorld = Pick<World, 'settings' | 'privateFiles'>;

export const savePending = (world: PendingWorld, login: PendingLogin): Promise<void> =>
  world.privateFiles.write(fileOf(world, login.context), `${JSON.stringify(login)}\n`);

/** @throws Failure `settings_broken` for a file that svc did not write */
export async function pendingFor(world: PendingWorld, context: string): Promise<PendingLogin | undefined> {
  const path = fileOf(world, context);
  const text = await world.privateFiles.read(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as PendingLogin;
  } catch {
    throw failure('settings_broken', {
      message: `The file ${path} cannot be used: it is not JSON.`,
      param: path,
      hint: 'Run `svc login` to try again.',
    });
  }
}

/** @returns false when none was under way */
export const dropPending = (world: PendingWorld, context: string): Promise<boolean> =>
  world.privateFiles.remove(fileOf(world, context));

/** The contexts with a login under way. */
export const pendingContexts = async (world: PendingWorld): Promise<readonly string[]> =>
  (await world.privateFiles.names(folderOf(world))).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);

const folderOf = ({ settings }: PendingWorld): string => settings.place('logins');

const fileOf = (world: PendingWorld, context: string): string => join(folderOf(world), `${context}.json`);
