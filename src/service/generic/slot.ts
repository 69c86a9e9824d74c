/** How an operation answers: its status, and where in its answer the record or the records stand. */
import type { Card, Schema } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import { formFor, isFields, typesOf, type Fields, type Form } from '../engine/form.ts';
import { saysTrouble } from './senses.ts';
import { namesOf, pluralsOf } from './words.ts';

export interface Slot {
  /** Property of the answer, `data` and one of its own, or none when the answer is itself the record. */
  readonly names: readonly string[];
  /** Of the record, or of one of the records. */
  readonly schema: Schema;
}

export interface Plan {
  readonly status: number;
  /** Null when no body is known. */
  readonly schema: Schema | null;
}

/** The success that fits what was asked best: 201 for what creates, the one whose body has the words of the request. */
export function planOf({ responses, resource, method }: Card, schemas: Schemas, asked: Fields): Plan {
  const open = responses['2XX'] ?? null;
  const statuses = Object.keys(responses).filter((status) => /^2\d\d$/.test(status) && status !== '207');
  const plans = statuses.map((status) => ({ status: Number(status), schema: responses[status] ?? open }));
  if (plans.length === 0) return { status: 200, schema: open };
  const usual =
    plans.find(({ status }) => status === (resource?.does === 'create' && method === 'POST' ? 201 : 200)) ?? plans[0];
  const isTrial = [asked['validateOnly'], asked['validate_only'], asked['dryRun']].includes(true);
  const trial = plans.find(
    ({ schema }) => schema !== null && formFor(schema, schemas).properties?.['validateOnly'] !== undefined,
  );
  return (isTrial ? trial : undefined) ?? usual ?? { status: 200, schema: open };
}

const WRAPPERS = ['data', 'items', 'results', 'result', 'item'];

/** Names that never hold the record itself. */
const AROUND = new Set([
  'pagination',
  'paging',
  'meta',
  'summary',
  'dateRange',
  'warnings',
  'errors',
  'stats',
  'budget',
  'permissions',
]);

/** Where records of the kind stand under the kind's own name. */
export function namedList(schema: Schema, kind: string, schemas: Schemas): Slot | undefined {
  const { properties = {} } = formFor(schema, schemas);
  const name = namesOf(kind)
    .flatMap(pluralsOf)
    .find((one) => properties[one] !== undefined && itemsOf(properties[one], schemas) !== undefined);
  const items = name === undefined ? undefined : itemsOf(properties[name] ?? {}, schemas);
  return name === undefined || items === undefined ? undefined : { names: [name], schema: items };
}

/** Where the records of a list stand. */
export function listSlot(schema: Schema, kind: string, schemas: Schemas): Slot | undefined {
  const form = formFor(schema, schemas);
  const own = new Set(namesOf(kind).flatMap(pluralsOf));
  const lists = Object.entries(form.properties ?? {}).flatMap(([name, property]) => {
    const isAround = !own.has(name) && (AROUND.has(name) || saysTrouble(name));
    const items = isAround ? undefined : itemsOf(property, schemas);
    return items === undefined ? [] : [{ names: [name], schema: items }];
  });
  const named = [...own].map((name) => lists.find(({ names }) => names[0] === name)).find((one) => one !== undefined);
  if (named !== undefined) return named;
  const ofObjects = lists.find(({ schema: items }) => typesOf(formFor(items, schemas)).includes('object'));
  return (
    lists.find(({ names }) => WRAPPERS.includes(names[0] ?? '')) ?? ofObjects ?? lists[0] ?? within(form, kind, schemas)
  );
}

function within(form: Form, kind: string, schemas: Schemas): Slot | undefined {
  for (const name of WRAPPERS) {
    const property = form.properties?.[name];
    if (property === undefined || !isObject(formFor(property, schemas))) continue;
    const deeper = listSlot(property, kind, schemas);
    if (deeper !== undefined) return { ...deeper, names: [name, ...deeper.names] };
  }
  return undefined;
}

const itemsOf = (property: Schema, schemas: Schemas): Schema | undefined => {
  const form = formFor(property, schemas);
  return typesOf(form).includes('array') ? (form.items ?? {}) : undefined;
};

/**
 * Where a single record stands; undefined when the answer does not hold one apart from itself. What an act made,
 * such as a `reply`, is not the record that it was done to.
 */
export function recordSlot(
  schema: Schema,
  kind: string,
  { schemas, known = {}, act }: { schemas: Schemas; known?: Fields; act?: string | undefined },
): Slot | undefined {
  const form = formFor(schema, schemas, known);
  const objects = Object.entries(form.properties ?? {}).filter(
    ([name, one]) => !AROUND.has(name) && name !== act && isObject(formFor(one, schemas)),
  );
  const found = (name: string): Schema | undefined => objects.find(([other]) => other === name)?.[1];
  for (const name of [...namesOf(kind), ...WRAPPERS]) {
    const property = found(name);
    if (property !== undefined) return { names: [name], schema: property };
  }
  return identified(objects, form, schemas);
}

/** The only object with an id of its own in an answer that has none itself. */
function identified(objects: readonly (readonly [string, Schema])[], form: Form, schemas: Schemas): Slot | undefined {
  const hasId = ({ properties = {} }: Form): boolean => ['_id', 'id'].some((name) => Object.hasOwn(properties, name));
  if (hasId(form)) return undefined;
  const own = objects.filter(([name, property]) => name !== 'account' && hasId(formFor(property, schemas)));
  const [first] = own;
  return own.length === 1 && first !== undefined ? { names: [first[0]], schema: first[1] } : undefined;
}

const isObject = (form: Form): boolean => typesOf(form).includes('object') || isFields(form.properties);
