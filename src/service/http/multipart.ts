/** A multipart body: fields coerced by the card, files as bytes. Next stop: corridor/decode.ts judges the fields. */
import { Readable } from 'node:stream';
import busboy from 'busboy';
import { coerceText } from '../../schema/coerce.ts';
import type { UploadedFile } from '../call.ts';
import { refuse } from '../refuse.ts';
import { BOUNDS } from '../exchange/bounds.ts';
import type { Form, FormReading } from '../exchange/serving.ts';

/**
 * @param reading.schema the body's object schema, resolved; the value has the file name of each file part under the part's name
 */
export async function multipartOf(bytes: Buffer, contentType: string, reading: FormReading): Promise<Form> {
  try {
    return await parseForm(bytes, contentType, reading);
  } catch (error) {
    const message = error instanceof Excess ? error.message : 'The body is not valid multipart form data.';
    return { refusal: refuse('invalid_field_value', { message }) };
  }
}

/** More than the bounds allow. */
class Excess extends Error {}

function parseForm(bytes: Buffer, contentType: string, { schema, schemas }: FormReading): Promise<Form> {
  const texts = new Map<string, string[]>();
  const files: UploadedFile[] = [];
  return new Promise((resolve, reject) => {
    const form = busboy({
      headers: { 'content-type': contentType },
      limits: { parts: BOUNDS.parts + 1 },
      defParamCharset: 'utf8',
    });
    form.on('field', (name, text, { valueTruncated }) => {
      if (valueTruncated) reject(new Excess(`The field ${name} of the form is too long.`));
      texts.set(name, [...(texts.get(name) ?? []), text]);
    });
    form.on('partsLimit', () => reject(new Excess(`The form has more than ${String(BOUNDS.parts)} parts.`)));
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
  { schema, schemas }: FormReading,
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
