/** What the commands that send or judge deliveries have in common: the prefix of the headers, and what a body says of itself. */
import type { Context } from '../command.ts';

/** `X-Service` unless the context says otherwise; undefined leaves it to webhooks/headers. */
export async function headerPrefixOf({ world, flags }: Context): Promise<string | undefined> {
  const { effectiveSettings } = await import('../../auth/settings.ts');
  return effectiveSettings(world, { context: flags.context }).headerPrefix?.value;
}

/** The `event` and `id` that a body holds; absent where it is no JSON or has none. */
export function labelsIn(body: Buffer): { readonly event?: string; readonly id?: string } {
  const value = parsed(body);
  if (typeof value !== 'object' || value === null) return {};
  const { event, id } = value as { event?: unknown; id?: unknown };
  return { ...(typeof event === 'string' && { event }), ...(typeof id === 'string' && { id }) };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
