/** `svc help scripting`. */
import { GLOBAL_FLAGS, OPERATION_FLAGS } from '../globals.ts';
import type { Row, Section, Topic } from './topic.ts';

const rowsOf = (...longs: readonly string[]): readonly Row[] =>
  [...GLOBAL_FLAGS, ...OPERATION_FLAGS]
    .filter(({ long }) => longs.includes(long))
    .map(({ long, placeholder, summary }) => [
      placeholder === undefined ? long : `${long} <${placeholder}>`,
      `${summary}.`,
    ]);

/** What a day means at either end of a range. The help of a flag says it as well. */
const DAYS: Section = {
  heading: 'Days in filters',
  paragraphs: ['Filters of the API that take a time also take a day such as 2026-11-30, in UTC.'],
  columns: ['flag', 'a day alone'],
  rows: [
    ['--from-date, --since', 'From 00:00 UTC of the day.'],
    ['--to-date', 'To the end of the day.'],
    ['ads activity --until', 'To the end of the day.'],
    ['ads comments --until', 'To 00:00 UTC: the day itself is left out.'],
    ['calls whatsapp --until', 'To 00:00 UTC: the day itself is left out.'],
    ['logs --to', 'To 00:00 UTC: the day itself is left out.'],
    ['usage --until', 'To 00:00 UTC: the day itself is left out.'],
  ],
};

export default (): Topic => ({
  title: 'Scripting',
  sections: [
    {
      paragraphs: [
        'Without a terminal, svc never prompts, shows no progress, writes JSON, and has an exit code for each kind of failure: `svc help exit-codes`.',
        'Missing input exits with 2 and names the flag. Unknown flags, unknown keys and invalid values are refused before anything is sent.',
      ],
    },
    {
      heading: 'Flags',
      columns: ['flag', 'meaning'],
      rows: rowsOf(
        '--yes',
        '--no-input',
        '--dry-run',
        '--no-validate',
        '--timeout',
        '--max-wait',
        '--exit-zero-on',
        '--quiet',
        '--debug',
      ),
    },
    {
      heading: 'Retries',
      paragraphs: [
        'A read that meets a rate limit or a brief outage is retried, within --max-wait; so is a write that the ' +
          'API guarantees to run only once. Any other write is sent once. If its outcome is unknown, the error ' +
          'says so and shows the command to check it with.',
        'Operations that accept an Idempotency-Key get one automatically. Processes with the same API key share the remaining rate limit.',
      ],
    },
    {
      heading: 'Bodies',
      paragraphs: [
        'Fields are flags. Set nested ones with --set, or pass a whole body as JSON or YAML with --input; flags override it. A value that begins with @ is plain text.',
      ],
      examples: [
        'svc profiles create --set name=Berlin --set color="#0a7cff"',
        'generate-post | svc posts create --input - --to twitter --now --wait',
      ],
    },
    DAYS,
    {
      heading: 'In CI',
      paragraphs: [
        'Set SVC_API_KEY and SVC_BASE_URL; the key is never saved, and no flag takes a key. With both set, svc writes no files, except journals of imports and, when few calls are left, the rate-limit window that processes share. `svc commands -o json` describes the whole command line as data.',
        '`svc local exec` runs a program against a temporary local service, and ends with its exit code.',
      ],
      examples: [
        'svc local exec -- npm test',
        'id=$(svc posts create "Out now" --to twitter --now --jq .post._id)',
        'svc posts list --status failed --all -o ndjson | wc -l',
      ],
    },
  ],
});
