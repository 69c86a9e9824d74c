/** Where the service is as seen from a listener: on this machine or elsewhere, and what time it is there. */
import type { Context } from '../command.ts';

/** Whether calls go to a service on this machine, so that it reaches us without a tunnel. False without a key. */
export async function isServiceHere(context: Context): Promise<boolean> {
  const { isLoopback } = await import('../../kernel/loopback.ts');
  try {
    const { baseUrl } = await context.target();
    return isLoopback(new URL(baseUrl).hostname);
  } catch {
    return false;
  }
}

/** Milliseconds on the clock of the service that runs here, which may stand still or be elsewhere; else on ours. */
export async function serviceNow(context: Context): Promise<number> {
  const { steered } = await import('../local.ts');
  try {
    if (!(await isServiceHere(context))) return context.world.clock.now();
    const { now } = await steered(context, {}, { method: 'GET', path: '/_local/clock' });
    return Date.parse(String(now));
  } catch {
    return context.world.clock.now();
  }
}
