/** The formats of a batch, and how they are detected. Next stop: the file of the form. */
import { extname } from 'node:path';

export const BULK_FORMS = ['csv', 'ndjson', 'json', 'yaml', 'markdown'] as const;

export type BulkForm = (typeof BULK_FORMS)[number];

const BY_ENDING: Readonly<Record<string, BulkForm>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.md': 'markdown',
  '.markdown': 'markdown',
};

/** The format of a file extension; undefined for an unknown one. */
export const formByEnding = (name: string): BulkForm | undefined => BY_ENDING[extname(name).toLowerCase()];

/** The format of a text without a name. Markdown is never detected: its front matter looks like YAML. */
export function formByLook(text: string): BulkForm {
  const begin = text.trimStart();
  if (begin.startsWith('[')) return 'json';
  if (begin.startsWith('{')) return 'ndjson';
  return /^(---\s|-\s|[\w.-]+:(\s|$))/.test(begin) ? 'yaml' : 'csv';
}
