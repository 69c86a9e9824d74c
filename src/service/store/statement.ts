/** Queries built and compiled once by kysely, with named places for their values. Run by an Executor (connection.ts). */
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Compilable,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely';
import type { Tables } from './tables.ts';

/** What sqlite takes as a value; booleans are 0 and 1. */
export type SqlValue = string | number | null;

export type Values = Readonly<Record<string, SqlValue>>;

/** Compiled SQL; `places` are names of values, or fixed values of the query itself. */
export interface Statement<R = unknown> {
  readonly sql: string;
  readonly places: readonly unknown[];
  /** What was compiled, for a store that compiles it otherwise; SQL that was written by hand has none. */
  readonly node?: RootOperationNode;
  /** Never set; carries the type of a row. */
  readonly row?: R;
}

/** Runs statements on one connection. */
export interface Executor {
  all<R>(statement: Statement<R>, values?: Values): Promise<R[]>;
  /** The first row. */
  one<R>(statement: Statement<R>, values?: Values): Promise<R | undefined>;
  /** @returns number of rows changed */
  run(statement: Statement, values?: Values): Promise<number>;
  /** Has it run before whatever is asked later, and need not wait for it; where it fails, its unit does. */
  send?(statement: Statement, values?: Values): Promise<void>;
}

/** Runs a statement of which nobody asks how many rows it changed. */
export async function send(run: Executor, statement: Statement, values: Values): Promise<void> {
  if (run.send === undefined) await run.run(statement, values);
  else await run.send(statement, values);
}

class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Builds queries without a connection. */
export const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** A value given when the statement runs. */
export const place = <T extends SqlValue>(name: string): RawBuilder<T> => sql<T>`${new Place(name)}`;

/** Places for a list of column names, each under its own name: the values of an insert. */
export function places<const K extends string>(names: readonly K[]): Record<K, RawBuilder<never>> {
  return Object.fromEntries(names.map((name) => [name, sql`${new Place(name)}`])) as Record<K, RawBuilder<never>>;
}

export function compiled<R>(query: Compilable<R>): Statement<R> {
  const { sql: text, parameters, query: node } = query.compile();
  return { sql: text, places: parameters, node };
}

/** A statement compiled at its first use. */
export function statement<R>(build: () => Compilable<R>): () => Statement<R> {
  let known: Statement<R> | undefined;
  return () => (known ??= compiled(build()));
}

/** Statements compiled once per shape, for filters whose parts come and go. */
export function shapes<R>(): (shape: string, build: () => Compilable<R>) => Statement<R> {
  const known = new Map<string, Statement<R>>();
  return (shape, build) => {
    const found = known.get(shape) ?? compiled(build());
    known.set(shape, found);
    return found;
  };
}

/** The name under which a place of a statement gets its value; undefined for a fixed value. */
export const placeName = (place_: unknown): string | undefined => (place_ instanceof Place ? place_.name : undefined);

/** The values in the order of the statement's places. */
export const bound = (target: Statement, values: Values): unknown[] =>
  target.places.map((one) => (one instanceof Place ? (values[one.name] ?? null) : one));
