/** Text from a flag or a query string to the JSON value that its schema asks for. What does not fit stays text, and problems.ts says why. */
import type { JsonType, Schema } from '../kernel/schema.ts';
import { resolved, type Schemas } from './reference.ts';

const WHOLE = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** With a decimal comma; dots may stand between thousands. */
const COMMA = /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?$/;

/** A number with a decimal comma as one with a point; other text as it is. */
export const withPoint = (text: string): string =>
  text.replace(COMMA, (_, sign: string, whole: string, part?: string) =>
    [sign + whole.replaceAll('.', ''), ...(part === undefined ? [] : [part])].join('.'),
  );

/**
 * Converts `text` to the type of a schema.
 * @param text one text, or several where the flag or parameter was repeated; one text for a list is split at commas
 */
export function coerceText(schema: Schema, text: string | readonly string[], schemas: Schemas): unknown {
  const forms = formsOf(schema, schemas);
  const list = forms.find(({ type }) => [type].flat().includes('array'));
  if (list !== undefined) return coercedList(list, text, schemas);
  if (typeof text !== 'string') return text.length === 1 ? coerceText(schema, text[0] as string, schemas) : text;
  for (const form of forms) {
    const value = coercedWord(form, text);
    if (value !== undefined) return value;
  }
  return text;
}

function coercedList(schema: Schema, text: string | readonly string[], schemas: Schemas): unknown {
  if (typeof text === 'string' && text.trimStart().startsWith('[')) return parsed(text) ?? text;
  const items = typeof text === 'string' ? text.split(',').map((item) => item.trim()) : text;
  return items.map((item) => (schema.items === undefined ? item : coerceText(schema.items, item, schemas)));
}

/** Whether a number may stand where the schema is. */
export const takesNumber = (schema: Schema, schemas: Schemas): boolean =>
  formsOf(schema, schemas).some(({ type }) => [type].flat().some((one) => one === 'number' || one === 'integer'));

/** The plain schemas behind references and choices. */
function formsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const here = resolved(schema, schemas);
  const forms = [...(here.anyOf ?? []), ...(here.oneOf ?? []), ...(here.allOf ?? [])];
  return forms.length === 0 ? [here] : [...forms.flatMap((form) => formsOf(form, schemas)), here];
}

/** Text comes last among several types, since every word is text. */
const ORDER: readonly JsonType[] = ['integer', 'number', 'boolean', 'null', 'object', 'string'];

function coercedWord(schema: Schema, text: string): unknown {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices !== undefined) return choices.find((choice) => String(choice) === text);
  const types = [schema.type ?? []].flat();
  for (const type of ORDER) {
    const value = types.includes(type) ? typed(type, text) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function typed(type: JsonType, text: string): unknown {
  switch (type) {
    case 'integer':
      return WHOLE.test(text) ? Number(text) : undefined;
    case 'number':
      return NUMBER.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'null':
      return text === 'null' ? null : undefined;
    case 'string':
      return text;
    case 'object':
    case 'array':
      return parsed(text);
  }
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
