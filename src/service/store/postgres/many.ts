/** One statement for many rows: what a statement does with its values, done with a list of each of them. Used by gathering.ts. */
import {
  FromNode,
  UsingNode,
  type AndNode,
  type BinaryOperationNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type OnConflictNode,
  type OperationNode,
  type OperatorNode,
  type ParensNode,
  type PrimitiveValueListNode,
  type RawNode,
  type RootOperationNode,
  type UpdateQueryNode,
  type ValueListNode,
  type ValueNode,
  type ValuesNode,
} from 'kysely';
import { placeName, type Statement, type Values } from '../statement.ts';
import { compileWith, Compiler, type Compiled } from './compiler.ts';

/** The type of a column of the list; null where each row has null in it. */
type Kind = 'text' | 'bigint' | null;

/** How a statement can be run for many rows at once. */
export interface Manner {
  /**
   * Places whose values, taken together, name the row that is written. Two rows with the same ones do not belong in one
   * statement. Empty where rows are only added.
   */
  readonly key: readonly string[];
}

const manners = new WeakMap<Statement, { readonly manner: Manner | undefined }>();

/** Undefined for a statement that finds its rows otherwise than by their values: it is run by itself. */
export function mannerOf(target: Statement): Manner | undefined {
  const known = manners.get(target);
  if (known !== undefined) return known.manner;
  const key = target.node && keyOf(target.node);
  const manner = key && { key };
  manners.set(target, { manner });
  return manner;
}

function keyOf(node: RootOperationNode): readonly string[] | undefined {
  if (node.kind === 'InsertQueryNode') return insertKey(node as InsertQueryNode);
  if (node.kind !== 'UpdateQueryNode' && node.kind !== 'DeleteQueryNode') return undefined;
  const { where, returning, updates = [] } = node as Pick<UpdateQueryNode, 'where' | 'returning' | 'updates'>;
  const key = where === undefined || returning !== undefined ? undefined : whereKey(where.where);
  // What one row is given could make it one that another row is found by.
  const isMoved = updates.some(({ value }) => key?.includes(placeOf(value) ?? '') === true);
  return isMoved ? undefined : key;
}

function insertKey({ onConflict, returning }: InsertQueryNode): readonly string[] | undefined {
  if (returning !== undefined) return undefined;
  if (onConflict === undefined || onConflict.doNothing === true) return [];
  return conflictKey(onConflict);
}

const conflictKey = ({ columns = [] }: OnConflictNode): readonly string[] | undefined =>
  columns.length === 0 ? undefined : columns.map(({ column }) => column.name);

/** The places that a condition compares; undefined where it does something else than to compare columns with values. */
function whereKey(node: OperationNode): readonly string[] | undefined {
  if (node.kind === 'ParensNode') return whereKey((node as ParensNode).node);
  if (node.kind === 'AndNode') {
    const { left, right } = node as AndNode;
    const [one, other] = [whereKey(left), whereKey(right)];
    return one && other && [...one, ...other];
  }
  if (node.kind !== 'BinaryOperationNode') return undefined;
  const { leftOperand, operator, rightOperand } = node as BinaryOperationNode;
  const isEqual = ['=', 'is'].includes((operator as Partial<OperatorNode>).operator ?? '');
  const name = placeOf(rightOperand);
  return isEqual && leftOperand.kind === 'ReferenceNode' && name !== undefined ? [name] : undefined;
}

function placeOf(node: OperationNode): string | undefined {
  const [value, ...more] = (node as Partial<RawNode>).parameters ?? [];
  return value?.kind === 'ValueNode' && more.length === 0 ? placeName((value as ValueNode).value) : undefined;
}

/** A list of the values that a place has in each row. */
class List {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The rows of the list, in SQL. */
const GIVEN = 'given';

class ManyCompiler extends Compiler {
  readonly #kinds: readonly (readonly [name: string, kind: Kind])[];

  constructor(kinds: readonly (readonly [name: string, kind: Kind])[]) {
    super();
    this.#kinds = kinds;
  }

  protected override appendValue(value: unknown): void {
    const name = placeName(value);
    if (name === undefined) return super.appendValue(value);
    const at = this.#kinds.findIndex(([one]) => one === name);
    this.append(this.#kinds[at]?.[1] === null ? 'null' : `${GIVEN}.${columnAt(at)}`);
  }

  protected override visitValues(node: ValuesNode): void {
    const [row] = node.values;
    this.append('select ');
    this.compileList((row as PrimitiveValueListNode | ValueListNode).values.map(asNode));
    this.append(' from ');
    this.#appendLists();
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    super.visitUpdateQuery({ ...node, from: FromNode.create([LISTS]) });
  }

  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    super.visitDeleteQuery({ ...node, using: UsingNode.create([LISTS]) });
  }

  protected override visitRaw(node: RawNode): void {
    if (node === LISTS) this.#appendLists();
    else super.visitRaw(node);
  }

  #appendLists(): void {
    const held = this.#kinds.flatMap(([name, kind], at) =>
      kind === null ? [] : [{ name, kind, column: columnAt(at) }],
    );
    this.append('unnest(');
    held.forEach(({ name, kind }, at) => {
      if (at > 0) this.append(', ');
      super.appendValue(new List(name));
      this.append(`::${kind}[]`);
    });
    this.append(`) as ${GIVEN}(${held.map(({ column }) => column).join(', ')})`);
  }
}

const columnAt = (at: number): string => `p${String(at)}`;

/** Marks the place of the lists. */
const LISTS: RawNode = { kind: 'RawNode', sqlFragments: [''], parameters: [] };

const asNode = (value: unknown): OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value
    ? (value as OperationNode)
    : ({ kind: 'ValueNode', value } as ValueNode);

const compiled = new WeakMap<Statement, Map<string, Compiled>>();

/** SQL and values of one statement for all rows, each of which has the values of one run of the statement. */
export function manyOf(target: Statement, rows: readonly Values[]): { sql: string; values: unknown[] } {
  const kinds = [...new Set(target.places.flatMap((one) => placeName(one) ?? []))].map(
    (name) => [name, kindOf(name, rows)] as const,
  );
  const { sql, places } = compiledFor(target, kinds);
  return { sql, values: places.map((one) => (one instanceof List ? rows.map((row) => row[one.name] ?? null) : one)) };
}

function kindOf(name: string, rows: readonly Values[]): Kind {
  const held = rows.find((row) => row[name] !== null && row[name] !== undefined);
  if (held === undefined) return null;
  return typeof held[name] === 'number' ? 'bigint' : 'text';
}

function compiledFor(target: Statement, kinds: readonly (readonly [string, Kind])[]): Compiled {
  const ofTarget = compiled.get(target) ?? new Map<string, Compiled>();
  compiled.set(target, ofTarget);
  const signature = kinds.map(([, kind]) => kind ?? '-').join();
  const made = ofTarget.get(signature) ?? compileWith(new ManyCompiler(kinds), target.node as RootOperationNode);
  ofTarget.set(signature, made);
  return made;
}
