/** What to use instead of a deprecated command: the one its description names, else the one at the newer address or of the newer name. */
import type { Card } from '../kernel/card.ts';
import type { Catalog } from '../catalog/catalog.ts';

/** @returns `phone-numbers list`; undefined when neither description nor address leads to a command */
export function replacementFor(
  { id: old, method, path, summary, description = '' }: Card,
  catalog: Catalog,
): string | undefined {
  const { commands } = catalog.index();
  const named = [...`${description} ${summary}`.matchAll(/`([^`]+)`/g)].flatMap(([, words]) => words ?? []);
  const command = named.map((words) => words.replace(/^svc /, '')).find((words) => Object.hasOwn(commands, words));
  if (command !== undefined) return command;
  const newer = shapeOf(path.replace('/v1/whatsapp/', '/v1/'));
  const name = old.replace(/Legacy$/, '');
  const isNewer = (one: { id: string; method: string; path: string }): boolean =>
    one.id !== old && (one.id === name || (one.method === method && shapeOf(one.path) === newer));
  return catalog.operations().find(isNewer)?.command;
}

/** An address whatever its parameters are called. */
const shapeOf = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');
