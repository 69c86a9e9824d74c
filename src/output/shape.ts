/** Finds the records in a result, so that a person sees rows and not envelopes. Pure. Next stop: render.ts. */
import { isFields } from '../kernel/json.ts';
import { picked } from './fields.ts';

export interface Shape {
  /** The records to show; one for a single resource. */
  readonly records: readonly unknown[];
  /** Rows of a table, or one block. */
  readonly many: boolean;
  /** The field of the result where they stand; absent when the result is itself the record or the list. */
  readonly field?: string;
}

export interface Hints {
  /** The field that holds the records of a list, `''` when the result is itself the list. */
  readonly list?: string | undefined;
  /** Dotted fields of a record. */
  readonly columns?: readonly string[] | undefined;
}

/** The list the hint names, unless it is of plain values and the columns speak about a record beside it; else the part of the result that the columns speak about, else the result as it is. */
export function shapeOf(result: unknown, { list, columns = [] }: Hints): Shape {
  if (Array.isArray(result)) return { records: result, many: true };
  if (!isFields(result)) return { records: [result], many: false };
  const named = list === undefined ? undefined : result[list];
  const field = fieldMeant(result, columns);
  const isPlain = Array.isArray(named) && named.length > 0 && !named.some(isFields);
  const isBeside = isPlain && field !== undefined && field !== list;
  if (list !== undefined && Array.isArray(named) && !isBeside) return { records: named, many: true, field: list };
  const part = field === undefined ? result : result[field];
  const records: readonly unknown[] = Array.isArray(part) ? part : [part];
  return { records, many: Array.isArray(part), ...(field !== undefined && { field }) };
}

/**
 * The result with only these fields. Fields of the result itself are picked there; every other wish is about its records,
 * which stay where they are.
 */
export function narrowed(result: unknown, fields: readonly string[], { field, many, records }: Shape): unknown {
  const heads = fields.map((path) => path.split('.', 1)[0] ?? '');
  if (field === undefined || (isFields(result) && heads.every((head) => Object.hasOwn(result, head))))
    return picked(result, fields);
  const kept = picked(records, fields) as readonly unknown[];
  return { [field]: many ? kept : kept[0] };
}

/** The field whose value has most of the columns; the only nested one when there are no columns to go by. */
function fieldMeant(result: Readonly<Record<string, unknown>>, columns: readonly string[]): string | undefined {
  let best: { field: string | undefined; score: number } = { field: onlyNested(result), score: 0 };
  if (columnsIn(result, columns) > 0) best = { field: undefined, score: columnsIn(result, columns) };
  for (const [field, value] of Object.entries(result)) {
    const score = columnsIn(value, columns);
    if (score > best.score) best = { field, score };
  }
  return best.field;
}

/** How many fields of this value, or of the first member of this list, the columns name. */
function columnsIn(value: unknown, columns: readonly string[]): number {
  const sample: unknown = Array.isArray(value) ? value[0] : value;
  if (!isFields(sample)) return 0;
  const heads = new Set(columns.map((column) => column.split('.', 1)[0] ?? ''));
  return [...heads].filter((head) => Object.hasOwn(sample, head)).length;
}

/** Plain fields that an envelope has at most beside what it carries. */
const ENVELOPE_FIELDS = 2;

/** `{message, post: {…}}` is about the post; a record that happens to have one nested field is about itself. */
function onlyNested(result: Readonly<Record<string, unknown>>): string | undefined {
  const nested = Object.entries(result).filter(([, value]) => typeof value === 'object' && value !== null);
  const [only] = nested;
  const isEnvelope = nested.length === 1 && Object.keys(result).length <= 1 + ENVELOPE_FIELDS;
  return isEnvelope && only !== undefined && isFields(only[1]) ? only[0] : undefined;
}
