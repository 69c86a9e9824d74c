/** `svc help exit-codes`. */
import { EXITS, type ExitName } from '../../kernel/exits.ts';
import type { Topic } from './topic.ts';

const MEANINGS: Readonly<Record<ExitName, string>> = {
  ok: 'Done.',
  internal: 'A fault of svc, or of a local file.',
  usage: 'The command line is wrong, or a confirmation is missing. Nothing was sent.',
  rejected: 'The API refused the request: 400, 405, 409, 422.',
  auth: 'There is no key, or it is not accepted.',
  forbidden: 'The key or the role is not allowed to do this.',
  billing: 'The plan or the payment does not cover this.',
  not_found: 'There is no such thing.',
  pending: 'A wait ended before what was waited for; nothing failed.',
  partial: 'Some targets, or some rows of many, failed; the others are done.',
  rate_limited: 'Too many requests, also after waiting as long as --max-wait allows.',
  platform: 'The social network refused what the API passed on.',
  unavailable: 'The service failed, or its answer is none. A write may have taken effect; the error says how to look.',
  network: 'The service could not be reached: name, connection, TLS, proxy, time.',
  bad_signature: 'The signature of a webhook is wrong.',
  interrupted: 'Ctrl-C, or a question answered with no.',
  terminated: 'The process was told to end.',
};

const names = Object.keys(EXITS) as ExitName[];

export default (): Topic => ({
  title: 'Exit codes',
  sections: [
    {
      paragraphs: ['A code never changes its meaning. The help of each command lists those that it may end with.'],
      columns: ['code', 'meaning'],
      rows: names.map((name) => [`${String(EXITS[name]).padStart(3)} ${name}`, MEANINGS[name]]),
    },
    {
      heading: 'In a script',
      paragraphs: [
        'The error on standard error carries the same number as `exit`, beside a `code` that tells more. Branch on these two and never on the message.',
        '--exit-zero-on names kinds of failure that a script is content with; the error is still written.',
      ],
      examples: [
        'svc posts create "Open now" --to twitter --now --wait || case $? in 9) echo "not on every account" ;; esac',
        'svc posts delete 64f0a1b2c3d4e5f60123abcd --yes --exit-zero-on not_found',
      ],
    },
  ],
});
