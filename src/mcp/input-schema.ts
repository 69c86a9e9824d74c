/** The schema of a generated tool's arguments: parameters and fields of the body side by side, references within the schema itself. */
import type { Card, CommandFile } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { nameOf, resolved, type Schemas } from '../schema/reference.ts';
import { snakeSchema, wireValue } from './spelling.ts';
import type { Arguments, InputSchema } from './tool.ts';

/** A body that is not one plain object is given whole, under this name. */
export const WHOLE_BODY = 'body';

/** The object whose fields are arguments of their own; undefined for a body that is given whole, or none. */
export function fieldsOf({ body }: Card, schemas: Schemas): Schema | undefined {
  if (body === undefined || body.kind === 'binary') return undefined;
  const schema = resolved(body.schema, schemas);
  return schema.properties === undefined ? undefined : schema;
}

/** The arguments as a client sees them: in one spelling, complete in themselves. */
export function inputSchemaOf({ card, schemas }: CommandFile): InputSchema {
  const schema = argumentsOf(card, schemas);
  return snakeSchema({ ...(within(schema) as Schema), ...definitions(schema, schemas) }) as InputSchema;
}

/** What a client has given, as the API spells it. */
export const wireArguments = ({ card, schemas }: CommandFile, given: Arguments): Arguments =>
  wireValue(given, argumentsOf(card, schemas), schemas) as Arguments;

/** The arguments in the spelling of the API. */
function argumentsOf(card: Card, schemas: Schemas): Schema {
  const params = card.params.filter((param) => param.in !== 'header' || param.required);
  const fields = fieldsOf(card, schemas);
  const whole = card.body !== undefined && fields === undefined ? { [WHOLE_BODY]: wholeSchema(card) } : {};
  const required = [
    ...params.filter((param) => param.required).map(({ name }) => name),
    ...(fields?.required ?? (card.body?.required === true && fields === undefined ? [WHOLE_BODY] : [])),
  ];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(params.map((one) => [one.name, { ...one.schema, description: one.summary }])),
      ...fields?.properties,
      ...whole,
    },
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    additionalProperties: false,
  };
}

const wholeSchema = ({ body }: Card): Schema =>
  body === undefined || body.kind === 'binary' ? { type: 'string', description: 'The file, in base64.' } : body.schema;

/** Every named schema that is reached, each once. */
function definitions(schema: Schema, schemas: Schemas): { readonly $defs?: Readonly<Record<string, Schema>> } {
  const found = new Map<string, Schema>();
  const waiting = namesIn(schema);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const target = schemas[name];
    if (target === undefined || found.has(name)) continue;
    found.set(name, within(target) as Schema);
    waiting.push(...namesIn(target));
  }
  return found.size === 0 ? {} : { $defs: Object.fromEntries(found) };
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [nameOf(inner)] : namesIn(inner),
  );
}

/** The same with references that point into `$defs`. */
function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' ? [key, `#/$defs/${nameOf(inner)}`] : [key, within(inner)],
    ),
  );
}
