/** Rows as YAML: a list of posts, or one post a document with `---` between them. Also the head of a Markdown file. */
import { isFields } from '../../kernel/json.ts';
import { isMap, isSeq, LineCounter, parseAllDocuments, stringify, type Document, type ParsedNode } from 'yaml';
import { withoutEmpty, type FoundRow, type Reading } from './row.ts';

export function readYaml(text: string): Reading {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true });
  if (!Array.isArray(documents)) return { rows: [], faults: [] };
  const readings = documents.map((document) => rowsOf(document as Document.Parsed, lines));
  return { rows: readings.flatMap(({ rows }) => rows), faults: readings.flatMap(({ faults }) => faults) };
}

function rowsOf(document: Document.Parsed, lines: LineCounter): Reading {
  const [error] = document.errors;
  if (error !== undefined) {
    const message = `This is not YAML: ${error.message.replace(/\.?$/, '.')}`;
    return { rows: [], faults: [{ line: lines.linePos(error.pos[0]).line, message }] };
  }
  const { contents } = document;
  if (contents === null || (contents as { value?: unknown }).value === null) return { rows: [], faults: [] };
  const rows: FoundRow[] = [];
  const faults: { line: number; message: string }[] = [];
  for (const node of (isSeq(contents) ? contents.items : [contents]) as readonly ParsedNode[]) {
    const line = lines.linePos(node.range[0]).line;
    const value: unknown = isMap(node) ? node.toJS(document) : undefined;
    if (isFields(value)) rows.push({ line, fields: withoutEmpty(value), isText: false });
    else faults.push({ line, message: 'Expected the fields of a post by name.' });
  }
  return { rows, faults };
}

/** One document of a file that `readYaml` takes back. */
export const yamlDocument = (fields: unknown): string => `---\n${stringify(fields, { lineWidth: 0 })}`;
