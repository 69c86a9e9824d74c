/** Whether the service is a local one, which a listener may use without being asked to. */
import type { LocalHealth } from '../../client/local-health.ts';
import { TransportFault } from '../../kernel/transport.ts';
import type { Context } from '../command.ts';

/**
 * Whether calls go to a local service, by its own health document: it reaches us without a tunnel, and nobody else uses it.
 * An address on this machine alone says nothing, since a tunnel to the hosted service has one too. False without a base URL.
 * @throws Failure `no_credential` without a key for an address on this machine, for instance because nothing runs there;
 *   `network` when nothing answers
 */
export async function isServiceHere(context: Context): Promise<boolean> {
  const { isLoopback } = await import('../../kernel/loopback.ts');
  const { effectiveSettings } = await import('../../auth/settings.ts');
  const { baseUrl } = effectiveSettings(context.world, { context: context.flags.context });
  const url = baseUrl?.value ?? '';
  if (!URL.canParse(url) || !isLoopback(new URL(url).hostname)) return false;
  await context.target();
  return (await healthAt(url, context)) !== undefined;
}

async function healthAt(url: string, { world, signal }: Context): Promise<LocalHealth | undefined> {
  const [{ localHealthAt }, { failureOfFault }] = await Promise.all([
    import('../../client/local-health.ts'),
    import('../../client/failure.ts'),
  ]);
  try {
    return await localHealthAt(world, url, signal);
  } catch (error) {
    if (!(error instanceof TransportFault) || signal.aborted) throw error;
    throw failureOfFault(error, url, { write: false, check: '', requestId: '', nowMs: world.clock.now() });
  }
}
