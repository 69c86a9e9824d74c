/** What a key is replaced by, and which replaced keys still wait to be revoked. Used by `svc api-keys rotate` and `delete`. */
import { DAY_MS } from '../kernel/time.ts';
import type { Settings } from '../world/settings.ts';
import { contextsIn, withContext, type RetiringKey } from './context.ts';
import type { ListedKey } from './listed-key.ts';

/** The body of `createApiKey` for a key with the name, reach and life of another one. @param nowMs for a key that does not say since when it is */
export function twinOf(old: ListedKey, nowMs: number): Record<string, unknown> {
  const { name, scope, profileIds = [], permission, disabledResourceGroups = [], expiresAt, createdAt } = old;
  const lifeMs = expiresAt === undefined ? undefined : Date.parse(expiresAt) - (Date.parse(createdAt ?? '') || nowMs);
  return {
    name: name ?? 'rotated key',
    ...(lifeMs !== undefined && { expiresIn: Math.max(1, Math.round(lifeMs / DAY_MS)) }),
    ...(scope === 'profiles' && { scope, profileIds: profileIds.flatMap(({ _id }) => _id ?? []) }),
    ...(permission !== undefined && { permission }),
    ...(disabledResourceGroups.length > 0 && { disabledResourceGroups }),
  };
}

export const rememberRetiring = (settings: Settings, context: string, key: RetiringKey): Promise<void> =>
  settings.write((before) =>
    withContext(before, context, (record) => ({ ...record, retiring: [...(record.retiring ?? []), key] })),
  );

/** Wherever it is remembered; writes only when it is. */
export async function forgetRetiring(settings: Settings, id: string): Promise<void> {
  const holders = Object.entries(contextsIn(settings.read())).filter(([, { retiring = [] }]) =>
    retiring.some((key) => key.id === id),
  );
  if (holders.length === 0) return;
  await settings.write((before) =>
    holders.reduce(
      (fields, [name]) =>
        withContext(fields, name, ({ retiring = [], ...rest }) => {
          const left = retiring.filter((key) => key.id !== id);
          return left.length === 0 ? rest : { ...rest, retiring: left };
        }),
      before,
    ),
  );
}
