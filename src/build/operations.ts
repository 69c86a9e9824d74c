/** A row per operation for those who look one up: by id, by address, by words. Called by press.ts; read through catalog/. */
import type { Card, OperationRow } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { resolved, type Schemas } from '../schema/reference.ts';
import type { Compiled } from './compile.ts';
import { compareText } from './compile.ts';

/** Every operation, in the order of the commands. */
export function operationRows({ files }: Compiled): readonly OperationRow[] {
  const rows = files.flatMap(({ operations, schemas }) => operations.map((card) => rowOf(card, schemas)));
  return rows.sort((a, b) => compareText(a.command, b.command));
}

function rowOf(card: Card, schemas: Schemas): OperationRow {
  const { id, method, path, summary, description, deprecated, command, params, body } = card;
  const fields = new Set(params.map(({ name }) => name));
  if (body !== undefined) collect(body.schema, schemas, { fields, seen: new Set() });
  return {
    id,
    command: command.path.join(' '),
    method,
    path,
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(command.aliases && { aliases: command.aliases }),
    fields: [...fields],
  };
}

interface Walk {
  readonly fields: Set<string>;
  readonly seen: Set<Schema>;
}

/** Names of fields at every depth, through references and choices; each schema once. */
function collect(schema: Schema, schemas: Schemas, walk: Walk): void {
  const here = resolved(schema, schemas);
  if (walk.seen.has(here)) return;
  walk.seen.add(here);
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = here;
  for (const name of Object.keys(properties)) walk.fields.add(name);
  const open = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const below = [...Object.values(properties), ...(items ? [items] : []), ...open, ...allOf, ...anyOf, ...oneOf];
  for (const part of below) collect(part, schemas, walk);
}
