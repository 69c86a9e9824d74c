/** Where the service is as seen from a listener: on this machine or elsewhere, and what time it is there. */
import type { Context } from '../command.ts';

/**
 * Whether calls go to a service on this machine, so that it reaches us without a tunnel. False without a base URL.
 * @throws Failure `no_credential` when it is on this machine but has no key, for instance because it is not running
 */
export async function isServiceHere(context: Context): Promise<boolean> {
  const { isLoopback } = await import('../../kernel/loopback.ts');
  const { effectiveSettings } = await import('../../auth/settings.ts');
  const { baseUrl } = effectiveSettings(context.world, { context: context.flags.context });
  const url = baseUrl?.value ?? '';
  if (!URL.canParse(url) || !isLoopback(new URL(url).hostname)) return false;
  await context.target();
  return true;
}

/** Milliseconds on the clock of the local service, which may be frozen or moved; otherwise on ours. */
export async function serviceNow(context: Context): Promise<number> {
  const { callControl } = await import('../local.ts');
  try {
    if (!(await isServiceHere(context))) return context.world.clock.now();
    const { now } = await callControl(context, {}, { method: 'GET', path: '/_local/clock' });
    return Date.parse(String(now));
  } catch {
    return context.world.clock.now();
  }
}
