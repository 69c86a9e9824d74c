/** Keys at rest: in the OS keychain, else in a file that only its owner can read. Settings say where; see context.ts. */
import { basename, join } from 'node:path';
import { failure } from '../kernel/failure.ts';
import type { KeychainRefusal } from '../world/keychain-door.ts';
import type { World } from '../world/world.ts';
import type { KeyRecord } from './context.ts';

export type KeyWorld = Pick<World, 'keychain' | 'privateFiles' | 'settings' | 'random'>;

export const STORAGES = ['keychain', 'file'] as const;
export type Storage = (typeof STORAGES)[number];

export type KeyPlace = Pick<KeyRecord, 'storage' | 'id'>;

export interface Placed {
  readonly place: KeyPlace;
  /** Why it is not the keychain, as part of a sentence; absent when it is, or when nobody wanted it to be. */
  readonly fallback?: string;
}

/**
 * Puts a key into a new place, beside an older one of the same context.
 * @param wanted where it must go; absent prefers the keychain and makes do with a file
 * @throws Failure `keychain_failed` when it must be the keychain, `local_io` or `settings_broken` when no file can be made
 */
export async function placeKey(
  world: KeyWorld,
  key: string,
  context: string,
  wanted: Storage | undefined,
): Promise<Placed> {
  const id = `${context}.${Buffer.from(world.random(6)).toString('hex')}`;
  const asked = wanted === 'file' ? undefined : await world.keychain.store(await accountOf(world, id), key);
  if (asked?.ok === true) return { place: { storage: 'keychain', id } };
  if (asked !== undefined && wanted === 'keychain') throw keychainFailure(asked, 'did not store the key');
  await world.privateFiles.write(pathOf(world, id), `${key}\n`);
  return { place: { storage: 'file', id }, ...(asked && { fallback: asked.reason }) };
}

/**
 * The key that lies there; undefined when it is gone.
 * @throws Failure `keychain_failed` when it cannot be read, which says nothing about the key
 */
export async function keyAt(world: KeyWorld, { storage, id }: KeyPlace): Promise<string | undefined> {
  if (storage === 'file') return (await world.privateFiles.read(pathOf(world, id)))?.trim();
  const answer = await world.keychain.read(await accountOf(world, id));
  if (answer.ok) return answer.secret;
  throw keychainFailure(answer, 'did not return the key');
}

/** @returns why it is still there, as a sentence; undefined when it is gone */
export async function forgetKey(world: KeyWorld, { storage, id }: KeyPlace): Promise<string | undefined> {
  if (storage === 'keychain') {
    const answer = await world.keychain.remove(await accountOf(world, id));
    return answer.ok ? undefined : `The entry ${id} of the keychain could not be removed: ${answer.reason}.`;
  }
  try {
    await world.privateFiles.remove(pathOf(world, id));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** For people: where a key lies. */
export const whereIs = (world: Pick<World, 'settings'>, { storage, id }: KeyPlace): string =>
  storage === 'keychain' ? 'the keychain' : `the file ${pathOf(world, id)}`;

/** The file of a key that no keychain holds. */
export const pathOf = ({ settings }: Pick<World, 'settings'>, id: string): string =>
  join(settings.place('keys'), basename(id));

/**
 * Every place that holds something of these settings, whether or not a context names it.
 * A keychain that does not answer counts as empty.
 */
export async function allPlaces(world: KeyWorld): Promise<readonly KeyPlace[]> {
  const suffix = await accountOf(world, '');
  const found = await world.keychain.accounts();
  const ours = (found.ok ? found.accounts : []).filter((account) => account.endsWith(suffix));
  const files = await world.privateFiles.names(world.settings.place('keys'));
  return [
    ...ours.map((account): KeyPlace => ({ storage: 'keychain', id: account.slice(0, -suffix.length) })),
    ...files.map((id): KeyPlace => ({ storage: 'file', id })),
  ];
}

/** A keychain is one for all settings folders of a user; each has entries of its own. */
async function accountOf({ settings }: Pick<World, 'settings'>, id: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  return `${id}@${createHash('sha256').update(settings.path).digest('hex').slice(0, 8)}`;
}

function keychainFailure({ reason, trouble }: KeychainRefusal, what: string) {
  return failure('keychain_failed', { message: `The keychain ${what}: ${reason}.`, details: { trouble } });
}
