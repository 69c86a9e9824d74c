/** Schemas resolved for a value: references followed, `allOf` merged, a choice as a list of forms. Used by the whole room. */
import type { Fields } from '../../kernel/json.ts';
import type { JsonType, Schema } from '../../kernel/schema.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';

/** A schema without `$ref`, `allOf`, `anyOf` and `oneOf`. */
export type Form = Schema;

/** The maximum number of forms of a choice; further forms are left out. */
const MOST_FORMS = 16;

const remembered = new WeakMap<Schemas, WeakMap<Schema, readonly Form[]>>();

/** Every form that a value of the schema may have, in the order of the contract; one for most schemas. */
export function formsOf(schema: Schema, schemas: Schemas): readonly Form[] {
  const known = remembered.get(schemas) ?? new WeakMap<Schema, readonly Form[]>();
  remembered.set(schemas, known);
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A schema that contains itself ends here instead of turning for ever.
  known.set(schema, [{}]);
  const forms = spread(schema, schemas).slice(0, MOST_FORMS);
  known.set(schema, forms);
  return forms;
}

function spread(schema: Schema, schemas: Schemas): readonly Form[] {
  const { allOf = [], anyOf, oneOf, ...own } = resolved(schema, schemas);
  let forms: readonly Form[] = [own];
  for (const part of allOf) forms = crossed(forms, formsOf(part, schemas));
  for (const choice of [anyOf, oneOf]) {
    if (choice === undefined) continue;
    forms = crossed(
      forms,
      choice.flatMap((one) => formsOf(one, schemas)),
    );
  }
  return forms;
}

const crossed = (left: readonly Form[], right: readonly Form[]): Form[] =>
  left.flatMap((one) => right.map((other) => laidTogether(one, other))).slice(0, MOST_FORMS);

function laidTogether(one: Form, other: Form): Form {
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  const properties = { ...one.properties, ...other.properties };
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** The form that fits what is known best; the first of several equals, `null` only when there is nothing else. */
export function formFor(schema: Schema, schemas: Schemas, known: Fields = {}): Form {
  const forms = formsOf(schema, schemas);
  if (forms.length < 2) return forms[0] ?? {};
  const [best] = forms
    .map((form, at) => ({ form, score: scoreOf(form, known), at }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  return best?.form ?? {};
}

function scoreOf(form: Form, known: Fields): number {
  if (isOnlyNull(form)) return -100;
  const entries = Object.entries(form.properties ?? {});
  const words = entries.reduce((sum, [name, { enum: choices, const: only }]) => {
    const list = choices ?? (only === undefined ? undefined : [only]);
    if (list === undefined || known[name] === undefined) return sum;
    return sum + (list.some((one) => isSame(one, known[name])) ? 3 : -6);
  }, 0);
  const named = entries.filter(([name]) => known[name] !== undefined).length;
  const missing = (form.required ?? []).filter((name) => known[name] === undefined).length;
  return words + named / 2 - missing / 4 - (isTrialForm(form, known) ? 20 : 0);
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || String(one).toLowerCase() === String(other).toLowerCase();

/** The answer to a request that only wanted to know. */
const isTrialForm = ({ properties = {} }: Form, known: Fields): boolean =>
  Object.hasOwn(properties, 'validateOnly') && known['validateOnly'] !== true;

/** The JSON types a form lets a value have. */
export function typesOf(form: Form): readonly JsonType[] {
  if (form.type !== undefined) return [form.type].flat();
  if (form.properties !== undefined) return ['object'];
  if (form.items !== undefined) return ['array'];
  const words = form.enum ?? (form.const === undefined ? [] : [form.const]);
  return [...new Set(words.map(typeOf))];
}

export const isOnlyNull = (form: Form): boolean => typesOf(form).join() === 'null';

export const takesNull = (schema: Schema, schemas: Schemas): boolean =>
  formsOf(schema, schemas).some((form) => typesOf(form).includes('null'));

export const typeOf = (value: unknown): JsonType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : (type as JsonType);
};
