/** Where the service is as seen from a listener: on this machine or elsewhere, and what time it is there. */
import type { Context } from '../command.ts';

/**
 * Whether calls go to a service on this machine, so that it reaches us without a tunnel. False where nothing says where to call.
 * @throws Failure `no_credential` when it is here and there is no key, as when it does not run
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

/** Milliseconds on the clock of the service that runs here, which may stand still or be elsewhere; else on ours. */
export async function serviceNow(context: Context): Promise<number> {
  const { callControl: steered } = await import('../local.ts');
  try {
    if (!(await isServiceHere(context))) return context.world.clock.now();
    const { now } = await steered(context, {}, { method: 'GET', path: '/_local/clock' });
    return Date.parse(String(now));
  } catch {
    return context.world.clock.now();
  }
}
