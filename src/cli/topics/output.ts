/** `svc help output`. */
import { FORMATS, type Format } from '../../kernel/formats.ts';
import { GLOBAL_FLAGS, PAGING_FLAGS } from '../globals.ts';
import type { Row, Topic } from './topic.ts';

const MEANINGS: Readonly<Record<Format, string>> = {
  table: 'For people: a table, or a block for a single record. What a terminal gets unless told.',
  json: 'One document, always, also with --all. What everything else gets unless told.',
  ndjson: 'One record a line, written as it comes.',
  yaml: 'One document.',
  csv: 'A head and a row a record. Cells that a spreadsheet would compute are quoted.',
  tsv: 'The same with tabs; tabs and line ends of values are written as \\t and \\n.',
  lines: 'One value a line: the first of --fields, else what names the record.',
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
        'Standard output carries the result and nothing else. Everything said to a person, errors included, goes to standard error.',
      ],
    },
    {
      heading: 'Forms',
      paragraphs: ['Chosen with -o, else with SVC_OUTPUT, else by the context.'],
      columns: ['form', 'what it is'],
      rows: FORMATS.map((format) => [format, MEANINGS[format]]),
    },
    {
      heading: 'Parts',
      columns: ['flag', 'meaning'],
      rows: ['--fields', '--jq', '--template', '--all', '--limit', '--quiet', '--color'].flatMap(summaryOf),
      notes: [
        'Dots in --fields go into objects and through lists. --jq sees every page together with --all. A template writes {{ field }} and {{ field | filter }}.',
      ],
      examples: [
        'svc posts list --fields _id,status,platforms.platform',
        "svc posts list --all --jq '.posts | map(.status) | unique'",
        "svc accounts list --template '{{ platform }}\\t{{ username }}'",
        'svc posts list --all -o ndjson > posts.ndjson',
      ],
    },
    {
      heading: 'What does not change',
      paragraphs: [
        'JSON is what the service sent, long integers included. On a terminal, signs in it that would steer the terminal are shown instead. A reader that goes away early is no error.',
      ],
    },
  ],
});
