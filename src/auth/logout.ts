/** Forgetting keys: of one context, or of all of them together with what broken-off logins left. */
import type { World } from '../world/world.ts';
import { contextsIn, withContext } from './context.ts';
import { allPlaces, forgetKey, type KeyWorld } from './key-store.ts';
import { forgetSecrets } from './webhook-secrets.ts';
import { dropPending, pendingContexts, pendingFor, type PendingWorld } from './pending.ts';

export type LogoutWorld = KeyWorld & PendingWorld & Pick<World, 'settings'>;

export interface LoggedOut {
  /** What is gone, in a few words each. */
  readonly removed: readonly string[];
  /** Why something is still there, as sentences. */
  readonly left: readonly string[];
}

/** The key of a context, and the secrets of its webhook endpoints. */
export async function loggedOut(world: LogoutWorld, context: string): Promise<LoggedOut> {
  const key = await keyForgotten(world, context);
  const { gone, left } = await forgetSecrets(world, context);
  const secrets = gone.map((name) => `webhook secret ${name} of ${context}`);
  return { removed: [...key.removed, ...secrets], left: [...key.left, ...left] };
}

/** The record of a key stays as long as the key does: then a further try knows where it is. */
async function keyForgotten(world: LogoutWorld, context: string): Promise<LoggedOut> {
  const pending = await abandonLogin(world, context);
  const contexts = contextsIn(world.settings.read());
  const key = Object.hasOwn(contexts, context) ? contexts[context]?.key : undefined;
  if (key === undefined) return { removed: pending, left: [] };
  const problem = await forgetKey(world, key);
  if (problem !== undefined) return { removed: pending, left: [problem] };
  await world.settings.write((before) =>
    withContext(before, context, (record) => {
      const { key: found, ...rest } = record;
      return found === undefined || found.id === key.id ? rest : record;
    }),
  );
  return { removed: [`key of ${context} (${key.storage})`, ...pending], left: [] };
}

export async function loggedOutEverywhere(world: LogoutWorld): Promise<LoggedOut> {
  const names = new Set([...Object.keys(contextsIn(world.settings.read())), ...(await pendingContexts(world))]);
  const removed: string[] = [];
  const left: string[] = [];
  for (const name of names) {
    const done = await loggedOut(world, name);
    removed.push(...done.removed);
    left.push(...done.left);
  }
  return left.length > 0 ? { removed, left } : { removed: [...removed, ...(await swept(world))], left };
}

/** Entries and files that no context names, such as a login leaves that was killed at the wrong moment. */
async function swept(world: LogoutWorld): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const place of await allPlaces(world)) {
    if ((await forgetKey(world, place)) === undefined) removed.push(`${place.storage} ${place.id}`);
  }
  return removed;
}

async function abandonLogin(world: LogoutWorld, context: string): Promise<readonly string[]> {
  const pending = await pendingFor(world, context).catch(() => undefined);
  if (pending?.place !== undefined) await forgetKey(world, pending.place);
  return (await dropPending(world, context)) ? [`pending login of ${context}`] : [];
}
