/** Asks the API for a record of a kind: by its id, or in a list of its kind. */
import { asked, type Asking, type Told } from '../../support/asking.ts';
import type { Operation } from '../../journeys/sweep/reading.ts';
import type { Fields } from '../../journeys/sweep/trace.ts';
import type { Declared } from './declared.ts';
import type { World } from './world.ts';

export interface Reading {
  readonly reader: Operation;
  readonly told: Told;
}

export interface Wanted {
  readonly kind: string;
  readonly id: string | undefined;
  /** Where the other ids of the address are taken from: the call, the objects around the id. */
  readonly from: readonly Fields[];
  /** Fields that the record has by declaration; a list for other values of them does not show it. */
  readonly sets?: Fields;
}

export interface Readers {
  /** What every reading of the kind says that the surroundings can fill. */
  read(wanted: Wanted, world: World): Promise<readonly Reading[]>;
  /** How many readings the kind has at all. */
  count(kind: string): number;
}

export function readersIn(operations: readonly Operation[], declared: Declared): Readers {
  const byKind = new Map<string, Operation[]>();
  for (const one of operations) {
    const { does, kind } = declared.effectOf(one);
    if (kind === undefined || !['get', 'list', 'fixture'].includes(does)) continue;
    byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
  }
  const of = (kind: string): readonly Operation[] => byKind.get(kind) ?? [];
  return {
    count: (kind) => of(kind).length,
    async read(wanted, world) {
      const readings: Reading[] = [];
      for (const reader of of(wanted.kind)) {
        if (leavesOut(declared.effectOf(reader).where ?? {}, wanted.sets ?? {})) continue;
        const asking = askingFor(reader, wanted, declared);
        if (asking !== undefined) readings.push({ reader, told: await asked(world.service, reader, asking) });
      }
      return readings;
    },
  };
}

const leavesOut = (where: Fields, sets: Fields): boolean =>
  Object.entries(where).some(([name, value]) => sets[name] !== undefined && sets[name] !== value);

/** Filters that say where something is; others would hide what is looked for. */
const SCOPES: ReadonlySet<string> = new Set(
  'accountId adAccountId campaignId adSetId profileId customerId locationId'.split(' '),
);

function askingFor(reader: Operation, { kind, id, from }: Wanted, declared: Declared): Asking | undefined {
  const places = declared.placesOf(reader);
  const own = declared.effectOf(reader).id;
  const valueOf = (part: 'path' | 'query', name: string): unknown => {
    if (part === 'path' && places[name] === kind) return id;
    if (own === `${part}.${name}`) return id;
    return from.map((fields) => fields[name]).find((value) => typeof value === 'string');
  };
  const params = reader.card.params.filter(
    ({ in: part, name, required }) => part === 'path' || (part === 'query' && (required || SCOPES.has(name))),
  );
  const filled = params.map(({ in: part, name, required }) => {
    const value = valueOf(part as 'path' | 'query', name);
    return { part, name, value, isMissing: value === undefined && (part === 'path' || required) };
  });
  if (filled.some(({ isMissing }) => isMissing)) return undefined;
  const named = (part: string): Fields =>
    Object.fromEntries(
      filled.filter((one) => one.part === part && one.value !== undefined).map((one) => [one.name, one.value]),
    );
  return { path: named('path'), query: { ...declared.effectOf(reader).whole, ...named('query') } };
}
