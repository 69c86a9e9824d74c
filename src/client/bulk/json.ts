/** Rows as JSON: one object a line (NDJSON), or one document with a list of objects. */
import { isFields } from '../../kernel/json.ts';
import { parsedJson } from '../json.ts';
import { withoutEmpty, type FoundRow, type Reading } from './row.ts';

export async function readNdjson(text: string): Promise<Reading> {
  const rows: FoundRow[] = [];
  const faults: { line: number; message: string }[] = [];
  for (const [at, one] of text.split(/\r?\n/).entries()) {
    if (one.trim() === '') continue;
    const value = await parsedJson(one).catch((error: unknown) => error as Error);
    if (isFields(value) && !(value instanceof Error))
      rows.push({ line: at + 1, fields: withoutEmpty(value), isText: false });
    else faults.push({ line: at + 1, message: value instanceof Error ? broken(value) : NO_OBJECT });
  }
  return { rows, faults };
}

const NO_OBJECT = 'The line is not a JSON object.';

const broken = ({ message }: Error): string => `The line is not valid JSON: ${message}.`;

export async function readJson(text: string): Promise<Reading> {
  try {
    return rowsInDocument(await parsedJson(text));
  } catch (error) {
    return { rows: [], faults: [{ message: `This is not JSON: ${(error as Error).message}.` }] };
  }
}

/** A list of posts, one post, or the answer of a list. */
export function rowsInDocument(document: unknown): Reading {
  const items = isFields(document) && Array.isArray(document['posts']) ? document['posts'] : [document].flat();
  const all = (items as unknown[]).map((item, at) => ({ item, place: `item ${at + 1}` }));
  return {
    rows: all.flatMap(({ item, place }) =>
      isFields(item) ? [{ place, fields: withoutEmpty(item), isText: false }] : [],
    ),
    faults: all.flatMap(({ item, place }) =>
      isFields(item) ? [] : [{ place, message: `${place} is not an object.` }],
    ),
  };
}
