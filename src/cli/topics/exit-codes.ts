/** `svc help exit-codes`. */
import { EXITS, type ExitName } from '../../kernel/exits.ts';
import type { Topic } from './topic.ts';

const MEANINGS: Readonly<Record<ExitName, string>> = {
  ok: 'Done.',
  internal: 'A bug in svc, or a problem with a local file.',
  usage: 'Invalid command line, or a missing confirmation. Nothing was sent.',
  rejected: 'The API refused the request: 400, 405, 409, 422.',
  auth: 'The API key is missing or was not accepted.',
  forbidden: 'The key or role does not have permission.',
  billing: 'The plan does not include this, or a payment is due.',
  not_found: 'The resource does not exist.',
  pending: 'A wait timed out; nothing failed.',
  partial: 'Some targets or rows failed; the others succeeded.',
  rate_limited: 'Rate limited, even after waiting for --max-wait.',
  platform: 'The social network refused the request.',
  unavailable:
    'The service failed or sent an unreadable response. A write may have taken effect; the error says how to check.',
  network: 'The service could not be reached: DNS, connection, TLS, proxy or timeout.',
  bad_signature: 'A webhook signature is invalid.',
  interrupted: 'Ctrl-C, or a prompt answered with no.',
  terminated: 'The process received SIGTERM.',
};

const names = Object.keys(EXITS) as ExitName[];

export default (): Topic => ({
  title: 'Exit codes',
  sections: [
    {
      paragraphs: ['Codes never change their meaning. The help of each command lists its exit codes.'],
      columns: ['code', 'meaning'],
      rows: names.map((name) => [`${String(EXITS[name]).padStart(3)} ${name}`, MEANINGS[name]]),
    },
    {
      heading: 'In a script',
      paragraphs: [
        'The error on standard error has the same number in `exit`, and a more specific `code`. Branch on these two, never on the message.',
        '--exit-zero-on names the failures that a script accepts; the error is still printed.',
      ],
      examples: [
        'svc posts create "Open now" --to twitter --now --wait || case $? in 9) echo "not on every account" ;; esac',
        'svc posts delete 64f0a1b2c3d4e5f60123abcd --yes --exit-zero-on not_found',
      ],
    },
  ],
});
