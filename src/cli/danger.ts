/** What a command may do to the world, for those who choose commands by program. Read by manifest and reference. */
import type { Danger } from '../kernel/manifest.ts';
import type { Spec } from './spec.ts';

/** A question first means that there is no way back; everything of the API but a GET changes something. */
export function dangerOf({ confirm, card, writes }: Spec): Danger {
  if (confirm !== undefined) return 'destructive';
  return writes || (card !== undefined && card.method !== 'GET') ? 'write' : 'none';
}
