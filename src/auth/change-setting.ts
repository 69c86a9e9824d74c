/** Writes one setting of a context, or of the user's defaults. */
import type { ContextSetting } from '../kernel/settings.ts';
import type { World } from '../world/world.ts';
import { contextsIn, withContext } from './context.ts';
import { DEFAULTS, defaultsIn } from './settings.ts';

/**
 * @param place name of the context; undefined for the defaults of all
 * @param value undefined takes the setting away
 * @returns the value before
 */
export async function changedSetting(
  { settings }: Pick<World, 'settings'>,
  place: string | undefined,
  name: ContextSetting,
  value: string | undefined,
): Promise<unknown> {
  let was: unknown;
  await settings.write((before) => {
    if (place === undefined) {
      was = defaultsIn(before)[name];
      return { ...before, [DEFAULTS]: changed(defaultsIn(before), name, value) };
    }
    was = contextsIn(before)[place]?.[name];
    return withContext(before, place, (record) => changed(record, name, value));
  });
  return was;
}

function changed<T extends object>(fields: T, name: string, value: string | undefined): T {
  const kept = Object.entries(fields).filter(([one]) => one !== name);
  return Object.fromEntries(value === undefined ? kept : [...kept, [name, value]]) as T;
}
