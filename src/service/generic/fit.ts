/** A known value brought into the shape of an answer: what fits stays, what does not is left out. Used by compose.ts and doc.ts. */
import type { Schema } from '../../kernel/card.ts';
import { formsOf, formFor, isFields, isList, takesNull, typeOf, typesOf, type Form } from '../engine/form.ts';
import { below, invented, suits, type Spot } from './invent.ts';
import { iso } from './senses.ts';

/** The value as the schema has it; undefined when there is no way. */
export function fitted(schema: Schema, value: unknown, spot: Spot): unknown {
  if (value === undefined) return undefined;
  if (value === null) return takesNull(schema, spot.schemas) ? null : undefined;
  const known = isFields(value) ? value : {};
  const forms = formsOf(schema, spot.schemas);
  if (forms.every(isOpen)) return value;
  const form =
    forms.length === 1 ? forms[0] : forms.find((one) => isFor(one, value)) && bestFor(schema, { value, known, spot });
  if (form === undefined) return undefined;
  if (isList(value)) return listIn(form, value, spot);
  if (isFields(value)) return fieldsIn(form, value, spot);
  return plainIn(form, value, spot);
}

const isOpen = (form: Form): boolean =>
  typesOf(form).length === 0 && form.enum === undefined && form.const === undefined;

const isFor = (form: Form, value: unknown): boolean => {
  const types = typesOf(form);
  const type = typeOf(value);
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
};

/** Of several forms for such a value, the one whose words fit best. */
function bestFor(
  schema: Schema,
  { value, known, spot }: { value: unknown; known: Readonly<Record<string, unknown>>; spot: Spot },
): Form | undefined {
  const forms = formsOf(schema, spot.schemas).filter((form) => isFor(form, value));
  if (!isFields(value)) return forms.find((form) => isList(value) || suits(form, value, spot.schemas)) ?? forms[0];
  return formFor({ anyOf: forms }, spot.schemas, known);
}

function listIn(form: Form, list: readonly unknown[], spot: Spot): unknown {
  if (!isFor(form, list)) return undefined;
  const { items, maxItems = Infinity } = form;
  const kept =
    items === undefined
      ? [...list]
      : list.map((one, at) => fitted(items, one, below(spot, String(at)))).filter((one) => one !== undefined);
  return kept.slice(0, maxItems);
}

function fieldsIn(form: Form, fields: Readonly<Record<string, unknown>>, spot: Spot): unknown {
  if (!isFor(form, fields)) return undefined;
  const { properties = {}, required = [], additionalProperties } = form;
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const property = properties[name];
    const open = isFields(additionalProperties) ? (additionalProperties as Schema) : undefined;
    const isLoose =
      property === undefined && open === undefined && (additionalProperties === true || form.properties === undefined);
    const fit = isLoose ? value : fitted(property ?? open ?? { not: {} }, value, below(spot, name));
    if (fit !== undefined && (isLoose || property !== undefined || open !== undefined)) kept[name] = fit;
  }
  for (const name of required) {
    if (kept[name] === undefined) kept[name] = invented(properties[name] ?? {}, below(spot, name));
  }
  return kept;
}

/** Ids and numbers are written as text in one place and as numbers in another. */
function plainIn(form: Form, value: unknown, { schemas }: Spot): unknown {
  if (suits(form, value, schemas)) return value;
  return variantsOf(value).find((one) => isFor(form, one) && suits(form, one, schemas));
}

function variantsOf(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [String(value), Math.round(value), ...(value > 1e11 ? [iso(value)] : [])];
  if (typeof value !== 'string') return [];
  const cases = [value.toLowerCase(), value.toUpperCase()];
  const at = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  const times = Number.isNaN(at) ? [] : [iso(at), iso(at).slice(0, 10), Math.floor(at / 1_000)];
  return [...cases, ...(/^-?\d{1,15}(\.\d+)?$/.test(value) ? [Number(value)] : []), ...times];
}
