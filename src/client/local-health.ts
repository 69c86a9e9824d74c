/** Whether what answers at an address on this machine says that it is a local service, and whether its clock is frozen. Asked without a key. */
import { isLoopback } from '../kernel/loopback.ts';
import { TransportFault } from '../kernel/transport.ts';
import type { World } from '../world/world.ts';

/** The part of a local service's health document that others rely on. Source: control surface, `GET /_local/health` */
export interface LocalHealth {
  readonly version: string;
  readonly clock: { readonly mode: string; readonly now?: string };
}

const LIMIT_MS = 5_000;

/**
 * Only addresses on this machine are asked: a tunnel to another service has no such document.
 * @returns undefined for anything that is not a local service
 * @throws TransportFault when nothing answers
 */
export async function localHealthAt(
  { http }: Pick<World, 'http'>,
  baseUrl: string,
  signal?: AbortSignal,
): Promise<LocalHealth | undefined> {
  const { hostname, origin } = new URL(baseUrl);
  if (!isLoopback(hostname)) return undefined;
  const url = `${origin}/_local/health`;
  const limits = { timeoutMs: LIMIT_MS, sameOrigin: true, ...(signal && { signal }) };
  const answer = await http.single.send({ method: 'GET', url, headers: {}, ...limits });
  return healthIn(await answer.bytes());
}

function healthIn(bytes: Uint8Array): LocalHealth | undefined {
  try {
    const { version, clock } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<LocalHealth>;
    return typeof version === 'string' && typeof clock?.mode === 'string' ? { version, clock } : undefined;
  } catch {
    return undefined;
  }
}

/** True for a local service whose time passes only when somebody advances it: waiting for it is in vain. */
export async function isFrozenAt(world: Pick<World, 'http'>, baseUrl: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await localHealthAt(world, baseUrl, signal))?.clock.mode === 'frozen';
  } catch (error) {
    if (error instanceof TransportFault) return false;
    throw error;
  }
}
