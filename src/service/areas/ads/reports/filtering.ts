/** Conditions that ads or rows of insights must meet, in the words of the network. Used by insights.ts. */

import { type Fields, isFields } from '../../../../kernel/json.ts';

export interface Condition {
  /** With `_` where the network writes `.`. */
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
}

type Comparison = (actual: unknown, value: unknown) => boolean;

const isNumeric = (value: unknown): boolean => value !== '' && !Array.isArray(value) && Number.isFinite(Number(value));

/** Numbers by size, all else by the letters, whichever case they have. */
function orderOf(one: unknown, other: unknown): number {
  if (isNumeric(one) && isNumeric(other)) return Number(one) - Number(other);
  const [left, right] = [String(one).toLowerCase(), String(other).toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isIn: Comparison = (actual, value) => listOf(value).some((one) => orderOf(actual, one) === 0);

const isWithin: Comparison = (actual, value) => {
  const [from, to] = listOf(value);
  return orderOf(actual, from) >= 0 && orderOf(actual, to) <= 0;
};

const holds: Comparison = (actual, value) => String(actual).toLowerCase().includes(String(value).toLowerCase());

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  EQUAL: (actual, value) => orderOf(actual, value) === 0,
  NOT_EQUAL: (actual, value) => orderOf(actual, value) !== 0,
  GREATER_THAN: (actual, value) => orderOf(actual, value) > 0,
  GREATER_THAN_OR_EQUAL: (actual, value) => orderOf(actual, value) >= 0,
  LESS_THAN: (actual, value) => orderOf(actual, value) < 0,
  LESS_THAN_OR_EQUAL: (actual, value) => orderOf(actual, value) <= 0,
  IN_RANGE: isWithin,
  NOT_IN_RANGE: (actual, value) => !isWithin(actual, value),
  CONTAIN: holds,
  NOT_CONTAIN: (actual, value) => !holds(actual, value),
  STARTS_WITH: (actual, value) => String(actual).toLowerCase().startsWith(String(value).toLowerCase()),
  IN: isIn,
  NOT_IN: (actual, value) => !isIn(actual, value),
  ANY: isIn,
  NONE: (actual, value) => !isIn(actual, value),
};

export const isOperator = (name: string): boolean => Object.hasOwn(COMPARISONS, name);

const isMet = (actual: unknown, { operator, value }: Condition): boolean =>
  COMPARISONS[operator]?.(actual, value) ?? false;

/** Whether all conditions on what is known here are met; those on anything else are left to others. */
export const isSelected = (known: Fields, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => !Object.hasOwn(known, condition.field) || isMet(known[condition.field], condition));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The conditions of a query, where they are JSON text, or of a body; undefined where they are no list of conditions. */
export function conditionsIn(filtering: unknown): readonly Condition[] | undefined {
  if (filtering === undefined || filtering === '') return [];
  const list = typeof filtering === 'string' ? parsed(filtering) : filtering;
  if (!Array.isArray(list) || !list.every(isFields)) return undefined;
  if (!list.every(({ field, operator }) => typeof field === 'string' && typeof operator === 'string')) return undefined;
  return list.map(({ field, operator, value }) => ({
    field: String(field).replaceAll('.', '_'),
    operator: String(operator).toUpperCase(),
    value,
  }));
}
