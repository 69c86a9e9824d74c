/** Where the service is as seen from a listener: on this machine or elsewhere. */
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
