/** What was typed to the input of an operation, in wire names and JSON values. Next stop: validation.ts. */
import { basename } from 'node:path';
import type { Card } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import type { CallInput } from '../client/request.ts';
import { coerceText } from '../schema/coerce.ts';
import type { Schemas } from '../schema/reference.ts';
import { assigned, type Assignment } from './assign.ts';
import { bodySchemaOf } from './flags.ts';
import type { Flag } from './flag.ts';
import type { Typed } from './leaf.ts';

export interface Given {
  readonly card: Card;
  readonly schemas: Schemas;
  readonly flags: readonly Flag[];
  readonly typed: Typed;
  /** What --set says; read from `typed` unless given. */
  readonly sets?: readonly Assignment[];
  /** The parsed document of --input; undefined without one. */
  readonly document?: unknown;
}

/**
 * The input of the call: the document first, --set over it, flags over both. Values that do not fit stay as they were typed.
 * @throws Failure `usage` for a --set that cannot be applied
 */
export function inputFrom(given: Given): CallInput {
  const { card, typed, flags } = given;
  const valued = flags.filter((flag) => flag.name in typed.flags);
  const at = (place: Flag['in']): readonly Flag[] => valued.filter((flag) => flag.in === place);
  const files = at('body').filter(({ type }) => type === 'file');
  const path = card.params.filter((param) => param.in === 'path' && typed.args[param.name] !== undefined);
  const body = bodyFrom(
    given,
    at('body').filter(({ type }) => type !== 'file'),
  );
  return {
    path: Object.fromEntries(path.map(({ name }) => [name, String(typed.args[name])])),
    query: Object.fromEntries(at('query').map((flag) => [flag.field, valueOf(flag, given)])),
    headers: {
      ...fileNameHeader(card, String(typed.flags[files[0]?.name ?? ''] ?? '')),
      ...Object.fromEntries(at('header').map((flag) => [flag.field, String(valueOf(flag, given))])),
    },
    ...(body !== undefined && { body }),
    ...(files.length > 0 && {
      files: Object.fromEntries(files.map((flag) => [flag.field, String(typed.flags[flag.name])])),
    }),
  };
}

/** A body that is one file tells its name in a header: the file's own unless another is typed. */
function fileNameHeader({ body, params }: Card, path: string): Readonly<Record<string, string>> {
  const header = params.find((param) => param.in === 'header' && param.name.toLowerCase() === 'x-filename');
  return body?.kind === 'binary' && header !== undefined && path !== '' && path !== '-'
    ? { [header.name]: basename(path) }
    : {};
}

function bodyFrom(
  { card, schemas, typed, document, sets = setsIn(typed), ...rest }: Given,
  flags: readonly Flag[],
): unknown {
  if (card.body === undefined || card.body.kind === 'binary') return undefined;
  const schema = card.body.schema;
  const body = sets.reduce((before, one) => assigned(before, one, schema, schemas), document);
  const fields = flags.map((flag) => [flag.field, valueOf(flag, { card, schemas, typed, ...rest })] as const);
  if (fields.length > 0) return { ...(body as object | undefined), ...Object.fromEntries(fields) };
  return body ?? (card.body.required && card.body.kind === 'json' ? {} : undefined);
}

export const setsIn = ({ flags }: Typed): readonly Assignment[] =>
  ((flags['input:set'] ?? []) as readonly string[]).map((text) => ({ text, flag: '--set' }));

/** A day alone, in a filter that takes a time: its first instant in UTC, as ISO 8601 dates are read everywhere. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function valueOf(flag: Flag, { card, schemas, typed }: Given): unknown {
  const text = typed.flags[flag.name] as string | boolean | readonly string[];
  const schema = schemaOf(flag, card, schemas);
  if (typeof text === 'boolean' || schema === undefined) return text;
  if (flag.in === 'query' && schema.format === 'date-time' && DAY.test(String(text)))
    return `${String(text)}T00:00:00Z`;
  return coerceText(schema, typeof text === 'string' ? text : listed(flag, text), schemas);
}

function schemaOf({ field, in: place }: Flag, card: Card, schemas: Schemas): Schema | undefined {
  if (place === 'body') return bodySchemaOf(card, field, schemas);
  return card.params.find((param) => param.in === place && param.name === field)?.schema;
}

/** Words of a closed list may also be separated by commas, and a whole list may be given as one JSON text. */
function listed({ type, choices }: Flag, texts: readonly string[]): string | readonly string[] {
  const [only = ''] = texts;
  if (texts.length === 1 && type === 'json' && only.trimStart().startsWith('[')) return only;
  return choices === undefined ? texts : texts.flatMap((text) => text.split(',').map((word) => word.trim()));
}
