/** When keys end: noted in the settings whenever the service says so, so that ordinary commands need not ask. */
import type { World } from '../world/world.ts';
import { contextsIn, withContext, type KeyRecord } from './context.ts';
import type { ListedKey } from './listed-key.ts';

/** The end of a key in one word: an instant as ISO 8601, `never`, or `unknown`. */
export type Expires = string;

export const expiresOf = (expiresAt: string | null | undefined): Expires =>
  expiresAt === undefined ? 'unknown' : (expiresAt ?? 'never');

/** `expiresAt` as a key record has it: null for a key that does not expire, absent while unknown. */
export const expiryFields = (listed: ListedKey | undefined): Pick<KeyRecord, 'expiresAt'> =>
  listed === undefined ? {} : { expiresAt: listed.expiresAt ?? null };

/** Writes only what is new, and only while that key is still the one of the context. */
export async function noteExpiry(
  { settings }: Pick<World, 'settings'>,
  context: string,
  key: KeyRecord,
  listed: ListedKey | undefined,
): Promise<void> {
  const { expiresAt } = expiryFields(listed);
  if (expiresAt === undefined || expiresAt === key.expiresAt) return;
  await settings.write((before) => {
    const now = Object.hasOwn(contextsIn(before), context) ? contextsIn(before)[context]?.key : undefined;
    if (now?.id !== key.id) return before;
    return withContext(before, context, (record) => ({ ...record, key: { ...now, expiresAt } }));
  });
}
