/** A schema as the list of tools shows it: whole when it is small, else its arguments without what lies within them. */
import type { Schema } from '../kernel/schema.ts';
import type { InputSchema } from './tool.ts';

/** Characters; a list of some fifty schemas has to fit beside everything else that a model reads. */
const MOST_CHARACTERS = 2_500;

const WHOLE = 'search_tools shows the whole schema under the name of the tool.';

export function brief(schema: InputSchema): InputSchema {
  if (JSON.stringify(schema).length <= MOST_CHARACTERS) return schema;
  const { $defs = {}, properties = {}, ...rest } = schema;
  return {
    ...plain(rest),
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, outline(one, $defs)])),
  };
}

/** Rules across arguments may speak of what is left out. */
const plain = ({ required, additionalProperties }: Schema): Schema => ({
  ...(required === undefined ? {} : { required }),
  ...(additionalProperties === undefined ? {} : { additionalProperties }),
});

function outline(schema: Schema, defs: Readonly<Record<string, Schema>>): Schema {
  const text = JSON.stringify(schema);
  if (!text.includes('"$ref"') && text.length <= 400) return schema;
  const target = schema.$ref === undefined ? schema : (defs[schema.$ref.replace('#/$defs/', '')] ?? schema);
  const description = [schema.description ?? target.description, WHOLE].filter((one) => one !== undefined).join(' ');
  return { ...(target.type === undefined ? {} : { type: target.type }), description };
}
