/** `svc help scripting`. */
import { GLOBAL_FLAGS, OPERATION_FLAGS } from '../globals.ts';
import type { Row, Topic } from './topic.ts';

const rowsOf = (...longs: readonly string[]): readonly Row[] =>
  [...GLOBAL_FLAGS, ...OPERATION_FLAGS]
    .filter(({ long }) => longs.includes(long))
    .map(({ long, placeholder, summary }) => [
      placeholder === undefined ? long : `${long} <${placeholder}>`,
      `${summary}.`,
    ]);

export default (): Topic => ({
  title: 'Scripting',
  sections: [
    {
      paragraphs: [
        'Off a terminal svc asks nothing, shows no progress, writes JSON, and ends with a code for each kind of failure: `svc help exit-codes`.',
        'What is missing is exit 2 and names the flag. Unknown flags, unknown keys and wrong words are refused before anything is sent.',
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
      heading: 'Again, or not',
      paragraphs: [
        'A read that meets a rate limit or a service that is briefly away waits and tries again, within --max-wait; so does a write that the API promises not to do twice. Any other write is sent once. When nobody knows whether it took effect, the error says so and names the command that looks.',
        'Operations that take an Idempotency-Key get one by themselves. Processes with the same key share what is left of a rate window.',
      ],
    },
    {
      heading: 'Bodies',
      paragraphs: [
        'Fields are flags. Nested ones are set with --set, a whole body comes from --input as JSON or YAML, and flags go over it. A value that begins with @ is text.',
      ],
      examples: [
        'svc profiles create --set name=Berlin --set color="#0a7cff"',
        'generate-post | svc posts create --input - --to twitter --now --wait',
      ],
    },
    {
      heading: 'In CI',
      paragraphs: [
        'Set SVC_API_KEY and SVC_BASE_URL; nothing is written then, and no flag takes a key. `svc commands -o json` is the whole command line as data.',
      ],
      examples: [
        'id=$(svc posts create "Out now" --to twitter --now --jq .post._id)',
        'svc posts list --status failed --all -o ndjson | wc -l',
      ],
    },
  ],
});
