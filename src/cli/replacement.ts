/** What to use instead of a deprecated command: the one that its description names. */
import type { Card } from '../kernel/card.ts';
import type { Catalog } from '../catalog/catalog.ts';

/** @returns `phone-numbers list`; undefined when the contract names no command */
export function replacementFor({ summary, description = '' }: Card, catalog: Catalog): string | undefined {
  const { commands } = catalog.index();
  const named = [...`${description} ${summary}`.matchAll(/`([^`]+)`/g)].flatMap(([, words]) => words ?? []);
  return named.map((words) => words.replace(/^svc /, '')).find((words) => Object.hasOwn(commands, words));
}
