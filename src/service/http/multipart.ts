/** A multipart body: fields coerced by the card, files as bytes. Next stop: decode.ts judges the fields. */
import { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Schema } from '../../kernel/card.ts';
import { coerceText } from '../../schema/coerce.ts';
import type { Schemas } from '../../schema/reference.ts';
import { refuse, type Reply, type UploadedFile } from '../call.ts';

/** Parts of one request; more are a mistake or an attack. */
const MOST_PARTS = 200;

type Parts =
  | { readonly refusal: Reply }
  | { readonly value: Readonly<Record<string, unknown>>; readonly files: readonly UploadedFile[] };

interface Reading {
  readonly schema: Schema;
  readonly schemas: Schemas;
}

/**
 * @param reading.schema the body's object schema, resolved; file parts stand in the value under their name, as their file name
 */
export async function multipartOf(bytes: Buffer, contentType: string, reading: Reading): Promise<Parts> {
  try {
    return await parsed(bytes, contentType, reading);
  } catch {
    return {
      refusal: refuse('invalid_field_value', { message: 'The body is not readable as multipart form data.' }),
    };
  }
}

function parsed(bytes: Buffer, contentType: string, { schema, schemas }: Reading): Promise<Parts> {
  const texts = new Map<string, string[]>();
  const files: UploadedFile[] = [];
  return new Promise((resolve, reject) => {
    const form = busboy({
      headers: { 'content-type': contentType },
      limits: { parts: MOST_PARTS },
      defParamCharset: 'utf8',
    });
    form.on('field', (name, text) => texts.set(name, [...(texts.get(name) ?? []), text]));
    form.on('file', (field, stream, { filename, mimeType }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => {
        files.push({ field, filename: filename ?? '', contentType: mimeType, bytes: Buffer.concat(chunks) });
      });
    });
    form.on('error', reject);
    form.on('close', () => resolve({ value: valueOf(texts, files, { schema, schemas }), files }));
    Readable.from([bytes]).pipe(form);
  });
}

function valueOf(
  texts: ReadonlyMap<string, string[]>,
  files: readonly UploadedFile[],
  { schema, schemas }: Reading,
): Record<string, unknown> {
  const fields = [...texts].map(([name, list]) => {
    const property = schema.properties?.[name];
    const text = list.length === 1 ? (list[0] ?? '') : list;
    return [name, property === undefined ? text : coerceText(property, text, schemas)];
  });
  return Object.fromEntries([...fields, ...files.map(({ field, filename }) => [field, filename])]) as Record<
    string,
    unknown
  >;
}
