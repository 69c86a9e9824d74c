/** Ids of nothing: which values of a call name a record, and a value of the same form that names none. */
import { fits } from '../../../src/schema/judge.ts';
import type { Card, Param } from '../../../src/kernel/card.ts';
import type { Schema } from '../../../src/kernel/schema.ts';
import { resolved } from '../../../src/schema/reference.ts';
import { isIdName, type Asking } from '../../support/asking.ts';
import type { Operation } from '../../journeys/sweep/reading.ts';

export interface IdPlace {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  /** A well-formed id that nothing has. */
  readonly other: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Every place of the path, and what the call cannot do without in query and body under the name of an id. */
export function placesOfIds({ card, schemas }: Operation, asking: Asking): readonly IdPlace[] {
  const params = card.params
    .filter((param) => isOfRecord(param))
    .map(({ in: part, name, schema }) => ({ part: part as 'path' | 'query', name, schema }));
  const body = requiredIds(card, schemas).map(([name, schema]) => ({ part: 'body' as const, name, schema }));
  return [...params, ...body].flatMap(({ part, name, schema }) => {
    const value = (Object(asking[part]) as Fields)[name];
    if (typeof value !== 'string' || isChosen(resolved(schema, schemas))) return [];
    const other = otherId(value);
    return fits(schema, other, schemas) ? [{ part, name, other }] : [];
  });
}

const isOfRecord = ({ in: part, name, required }: Param): boolean =>
  part === 'path' || (part === 'query' && required && isIdName(name) && name !== 'platform');

function requiredIds(card: Card, schemas: Operation['schemas']): readonly (readonly [string, Schema])[] {
  if (card.body === undefined) return [];
  const { properties = {}, required = [] } = resolved(card.body.schema, schemas);
  return required.flatMap((name) => {
    const schema = properties[name];
    return schema !== undefined && isIdName(name) && name !== 'platform' ? [[name, schema] as const] : [];
  });
}

/** One of a few words is no id. */
const isChosen = ({ enum: words, const: word }: Schema): boolean => words !== undefined || word !== undefined;

/** The same form, other digits; a word without any gets some more letters. */
export function otherId(value: string): string {
  const rotated = value.replace(/[0-9]/g, (digit) => String((Number(digit) + 3) % 10)).replace(/^0/, '9');
  return rotated === value ? `${value}zqx` : rotated;
}

export const withOtherId = (asking: Asking, { part, name, other }: IdPlace): Asking => ({
  ...asking,
  [part]: { ...(Object(asking[part]) as Fields), [name]: other },
});
