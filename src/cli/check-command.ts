/** The command that shows whether a write took effect: the record itself where its id is known, else the list that would contain it. */
import type { Card } from '../kernel/card.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CallInput } from '../client/request.ts';
import { kebab } from './kebab.ts';
import { quoted } from './quoted.ts';

/** Verbs that only look, the most telling first. */
const LOOKS = ['get', 'list'];

/**
 * @returns a complete command line; the help of the noun where no command can be filled from what was sent
 */
export function checkCommand({ command, path: address }: Card, input: CallInput, catalog: Catalog): string {
  const { commands } = catalog.index();
  const nouns = command.path.slice(0, -1);
  // Only `svc api` has no noun, and only for a path without a card.
  if (nouns.length === 0) return `svc api ${quoted(address)}`;
  for (let length = nouns.length; length > 0; length--) {
    for (const verb of LOOKS) {
      const path = [...nouns.slice(0, length), verb];
      const entry = commands[path.join(' ')];
      const words = entry === undefined ? undefined : filled(catalog.command(entry.id).card, input);
      if (words !== undefined) return ['svc', ...path, ...words].join(' ');
    }
  }
  return ['svc', ...nouns, '--help'].join(' ');
}

/** The arguments of the command, taken from the input of the write; undefined when one is missing or the command is not a read. */
function filled({ method, params }: Card, input: CallInput): readonly string[] | undefined {
  if (method !== 'GET') return undefined;
  const known = { ...fieldsOf(input.body), ...input.query, ...input.path };
  const words: string[] = [];
  for (const { name, in: place, required } of params) {
    if (place !== 'path' && !required) continue;
    const value = known[name];
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    words.push(...(place === 'path' ? [quoted(String(value))] : [`--${kebab(name)}`, quoted(String(value))]));
  }
  return words;
}

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
