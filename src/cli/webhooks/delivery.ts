/** What the commands that send or judge deliveries have in common: the prefix of the headers, and what a body says of itself. */
import type { Context } from '../command.ts';

/** `X-Service` and `X-Legacy` unless the context says otherwise; undefined leaves it to webhooks/headers. */
export interface HeaderPrefixes {
  readonly current: string | undefined;
  readonly legacy: string | undefined;
}

export async function headerPrefixesOf({ world, flags }: Context): Promise<HeaderPrefixes> {
  const { effectiveSettings } = await import('../../auth/settings.ts');
  const { headerPrefix, legacyHeaderPrefix } = effectiveSettings(world, { context: flags.context });
  return { current: headerPrefix?.value, legacy: legacyHeaderPrefix?.value };
}

/** What the headers say of a body that does not say it itself. */
export const labelFlags = {
  event: { type: 'string', values: 'event', summary: 'Event name for the headers (default: the one in the body)' },
  id: { type: 'string', summary: 'Event id for the headers (default: the one in the body)' },
} as const;

/** The `event` and `id` that a body holds; absent when the body is not JSON or lacks them. */
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
