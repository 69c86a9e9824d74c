/** `svc help output`. */
import { FORMATS, type Format } from '../../kernel/formats.ts';
import { GLOBAL_FLAGS, PAGING_FLAGS } from '../globals.ts';
import type { Row, Topic } from './topic.ts';

const MEANINGS: Readonly<Record<Format, string>> = {
  table: 'For people: a table, or a block for a single record. The default on a terminal.',
  json: 'Always one document, even with --all. The default without a terminal.',
  ndjson: 'One record per line, written as it arrives.',
  yaml: 'One document.',
  csv: 'A header, then one row per record. Cells that a spreadsheet would evaluate are escaped.',
  tsv: 'The same with tabs; tabs and line breaks in values are written as \\t and \\n.',
  lines: 'One value per line: the first of --fields, or the id of the record.',
};

const summaryOf = (long: string): Row[] =>
  [...GLOBAL_FLAGS, ...PAGING_FLAGS]
    .filter((flag) => flag.long === long)
    .map(({ placeholder, summary }) => [placeholder === undefined ? long : `${long} <${placeholder}>`, `${summary}.`]);

export default (): Topic => ({
  title: 'Output',
  sections: [
    {
      paragraphs: [
        'Standard output has the result and nothing else. Messages for people, errors included, go to standard error.',
      ],
    },
    {
      heading: 'Formats',
      paragraphs: ['Set with -o, SVC_OUTPUT or the context, in this order of precedence.'],
      columns: ['format', 'meaning'],
      rows: FORMATS.map((format) => [format, MEANINGS[format]]),
    },
    {
      heading: 'Parts of a result',
      columns: ['flag', 'meaning'],
      rows: ['--fields', '--jq', '--template', '--all', '--limit', '--quiet', '--color'].flatMap(summaryOf),
      notes: [
        'Dots in --fields reach into objects and lists. With --all, --jq sees all pages as one. A template contains {{ field }} and {{ field | filter }}.',
      ],
      examples: [
        'svc posts list --fields _id,status,platforms.platform',
        "svc posts list --all --jq '.posts | map(.status) | unique'",
        "svc accounts list --template '{{ platform }}\\t{{ username }}'",
        'svc posts list --all -o ndjson > posts.ndjson',
      ],
    },
    {
      heading: 'Guarantees',
      paragraphs: [
        'JSON is exactly what the service sent, long integers included. On a terminal, control characters are escaped. A closed pipe is not an error.',
      ],
    },
  ],
});
