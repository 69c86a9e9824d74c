/** What the units of a batch write without waiting for it: kept until it has to be in the database, and sent as few statements. Used by transactions.ts. */
import type {
  DeleteQueryNode,
  InsertQueryNode,
  OperationNode,
  RootOperationNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { Statement, Values } from '../statement.ts';
import { TABLES } from '../tables.ts';
import { mannerOf } from './many.ts';

/** One run of a statement. */
export interface Write {
  readonly target: Statement;
  readonly values: Values;
}

/** A statement with the values of each of its rows. */
export interface Group {
  readonly target: Statement;
  readonly rows: readonly Values[];
}

export interface Gathering {
  /** @param unit number of the unit that writes; each has a greater one than those before it */
  add(unit: number, write: Write): void;
  /** True when so much is kept that it should go. */
  isFull(): boolean;
  /** Whether something of this unit is kept. */
  holds(unit: number): boolean;
  /** Forgets what this unit wrote, if it is the last one that did. */
  drop(unit: number): void;
  /** Takes what was written by the units before this one, or by all. */
  take(before?: number): Group[];
}

/** Writes that are kept at most, and characters of their values. */
const MOST_WRITES = 250;
const MOST_CHARACTERS = 4 * 1024 * 1024;

type Kept = Write & { readonly unit: number };

export function openGathering(): Gathering {
  let kept: Kept[] = [];
  let characters = 0;
  const keep = (some: Kept[]): void => {
    kept = some;
    if (some.length === 0) characters = 0;
  };
  return {
    add(unit, write) {
      kept.push({ ...write, unit });
      for (const value of Object.values(write.values)) if (typeof value === 'string') characters += value.length;
    },
    isFull: () => kept.length >= MOST_WRITES || characters >= MOST_CHARACTERS,
    holds: (unit) => kept.at(-1)?.unit === unit,
    drop(unit) {
      while (kept.at(-1)?.unit === unit) kept.pop();
      keep(kept);
    },
    take(before = Number.POSITIVE_INFINITY) {
      const taken = kept.filter(({ unit }) => unit < before);
      keep(taken.length === kept.length ? [] : kept.filter(({ unit }) => unit >= before));
      return groupsOf(taken);
    },
  };
}

/**
 * Within a table everything stays in its order. The tables come in an order in which each row finds the one that it refers to;
 * nothing else that is written depends on another table.
 */
function groupsOf(writes: readonly Write[]): Group[] {
  if (writes.length === 1) return writes.map(({ target, values }) => ({ target, rows: [values] }));
  const ofTables = new Map<Table, Write[]>();
  for (const write of writes) {
    const table = tableOf(write.target);
    const known = ofTables.get(table);
    if (known === undefined) ofTables.set(table, [write]);
    else known.push(write);
  }
  return TABLES.flatMap((table) => runsOf(ofTables.get(table) ?? []));
}

/** The same statement several times in a row is one group. */
function runsOf(writes: readonly Write[]): Group[] {
  const groups: { target: Statement; rows: Values[] }[] = [];
  let keys = new Set<string>();
  for (const { target, values } of writes) {
    const names = mannerOf(target)?.key;
    const key = names?.map((name) => String(values[name])).join('\n') ?? '';
    const last = groups.at(-1);
    if (names !== undefined && last?.target === target && !keys.has(key)) last.rows.push(values);
    else {
      groups.push({ target, rows: [values] });
      keys = new Set();
    }
    if (names !== undefined && names.length > 0) keys.add(key);
  }
  return groups;
}

type Table = (typeof TABLES)[number];

const tables = new WeakMap<Statement, Table>();

function tableOf(target: Statement): Table {
  const known = tables.get(target) ?? nameOf(target.node);
  tables.set(target, known);
  return known;
}

function nameOf(node: RootOperationNode | undefined): Table {
  const place = node && tableNodeOf(node);
  const name = place?.kind === 'TableNode' ? (place as TableNode).table.identifier.name : '';
  const table = TABLES.find((one) => one === name);
  if (table === undefined) throw new Error('Only what writes into a table of the store is gathered.');
  return table;
}

function tableNodeOf(node: RootOperationNode): OperationNode | undefined {
  if (node.kind === 'InsertQueryNode') return (node as InsertQueryNode).into;
  if (node.kind === 'UpdateQueryNode') return (node as UpdateQueryNode).table;
  return node.kind === 'DeleteQueryNode' ? (node as DeleteQueryNode).from.froms[0] : undefined;
}
