/** What the contract declares, in the words that the laws ask for: effects of operations, kinds of records. */
import type { Catalog } from '../../../src/catalog/catalog.ts';
import { READINGS, type Effect, type Kind } from '../../../src/kernel/effect.ts';
import type { Operation } from '../../journeys/sweep/reading.ts';
import type { Fields } from '../../journeys/sweep/trace.ts';

export interface Declared {
  effectOf(operation: Operation): Effect;
  kindOf(operation: Operation): Kind | undefined;
  kind(name: string): Kind | undefined;
  /** Place of the path to the kind whose id it holds. */
  placesOf(operation: Operation): Readonly<Record<string, string>>;
  /** Kinds whose id a field of the call holds, as far as it is declared: the operation's own, and what it refers to. */
  kindsIn(operation: Operation, part: 'path' | 'query' | 'body', name: string): readonly string[];
  /** Whether the contract says that the field holds no id, whatever its name: of the operation, or of another one of its kind. */
  isNoId(operation: Operation, name: string): boolean;
  /** The kind of callers and arrivals whose id a field of that name holds; undefined when it may be several, or none. */
  teamKindNamed(field: string): string | undefined;
  isRead(operation: Operation): boolean;
  /** How often a successful call commits: a reading never, a write once, what asks a network once for each of its steps. */
  commitsOf(operation: Operation): number;
}

export function declaredIn(catalog: Catalog): Declared {
  const { kinds, operations } = catalog.service();
  const served = ({ card }: Operation) => {
    const found = operations[card.id];
    if (found === undefined) throw new Error(`The contract declares no effect of ${card.id}.`);
    return found;
  };
  const effectOf = (operation: Operation): Effect => served(operation).effect;
  const names = nameTable(kinds);
  return {
    effectOf,
    kind: (name) => kinds[name],
    kindOf: (operation) => kinds[effectOf(operation).kind ?? ''],
    placesOf: (operation) => served(operation).places,
    kindsIn: (operation, part, name) => {
      const { effect, places, refers = {} } = served(operation);
      const isOwn = effect.id === `${part}.${name}` || effect.each === name;
      const own = isOwn && effect.kind !== undefined ? [effect.kind] : [];
      return part === 'path' ? [places[name] ?? []].flat() : [...own, ...(refers[name] ?? [])];
    },
    isNoId: (operation, name) => {
      const { kind } = effectOf(operation);
      const effects = Object.values(operations).map(({ effect }) => effect);
      return effects.some((one) => one.kind === kind && one.refers?.[name] === null);
    },
    teamKindNamed: (field) => {
      const kind = names.get(field) ?? names.get(field.replace(/s$/, ''));
      return kind !== undefined && kinds[kind]?.source === 'team' ? kind : undefined;
    },
    isRead: (operation) => READINGS.includes(effectOf(operation).does),
    commitsOf(operation) {
      const { does, steps } = effectOf(operation);
      return steps?.length ?? (READINGS.includes(does) ? 0 : 1);
    },
  };
}

/** A name that two kinds share says nothing. */
function nameTable(kinds: Readonly<Record<string, Kind>>): ReadonlyMap<string, string> {
  const pairs = Object.entries(kinds).flatMap(([kind, { names = [] }]) => names.map((name) => [name, kind] as const));
  const count = (name: string): number => pairs.filter(([one]) => one === name).length;
  return new Map(pairs.filter(([name]) => name !== 'id' && count(name) === 1));
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a dotted path of a value; `.` is the value itself. */
export const at = (value: unknown, path: string): unknown =>
  path === '.'
    ? value
    : path.split('.').reduce<unknown>((here, step) => (isFields(here) ? here[step] : undefined), value);

/** The records of an answer, as the effect says where they are. */
export function recordsIn({ list, record }: Effect, answer: unknown): readonly Fields[] {
  const found = list !== undefined ? at(answer, list) : at(answer, record ?? '.');
  return (Array.isArray(found) ? (found as unknown[]) : [found]).filter(isFields);
}
