/** The forms in which a batch can be written, and how they are told apart. Next stop: the file of the form. */
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

/** The form that a name's ending stands for; undefined for an ending that says nothing. */
export const formByEnding = (name: string): BulkForm | undefined => BY_ENDING[extname(name).toLowerCase()];

/** The form of a text that comes without a name. Markdown must be said: its head looks like YAML. */
export function formByLook(text: string): BulkForm {
  const begin = text.trimStart();
  if (begin.startsWith('[')) return 'json';
  if (begin.startsWith('{')) return 'ndjson';
  return /^(---\s|-\s|[\w.-]+:(\s|$))/.test(begin) ? 'yaml' : 'csv';
}
