/** `svc help webhooks`. */
import type { Facts, Row, Topic } from './topic.ts';

/** `post.published` and its like, a row a family. */
function families(events: readonly string[]): readonly Row[] {
  const heads = [...new Set(events.map((event) => event.split('.', 1)[0] ?? ''))].sort();
  return heads.map((head) => {
    const own = events.filter((event) => event.split('.', 1)[0] === head);
    return [head, own.map((event) => event.slice(head.length + 1)).join(', ')];
  });
}

export default ({ events }: Facts): Topic => ({
  title: 'Webhooks',
  sections: [
    {
      paragraphs: [
        'An endpoint receives events as POST requests. `svc webhooks create` creates one for the events you choose. Give it a secret so that it can verify the sender: your own, or with `--new-secret` one that is generated here and stored in the keychain.',
      ],
      examples: [
        'svc webhooks create --name orders --url https://example.com/orders --events message.received --new-secret',
        'svc webhooks logs --status failed',
        'svc webhooks test --help',
      ],
    },
    {
      heading: 'On this machine',
      paragraphs: [
        '`svc webhooks listen` receives, verifies, shows and forwards events; with a local service it needs no flags. `--record` saves every delivery byte for byte, `inspect` shows the recording, and `replay` sends it again. Without a tunnel, `--poll` reads the events of an endpoint from the delivery log. `trigger` sends any event offline, `send` the exact bytes of a file.',
      ],
      examples: [
        'svc webhooks listen --forward-to 3000',
        'svc webhooks trigger post.published --to 3000 --secret-name orders',
        'svc webhooks replay journal/ --to 3000',
      ],
    },
    {
      heading: 'In CI',
      paragraphs: [
        "`svc webhooks expect` runs a program and exits 0 when a valid event arrives, 8 when none arrives, and with the program's own code when the program fails.",
      ],
      examples: ['svc webhooks expect post.published --timeout 30s -- ./publish.sh'],
    },
    {
      heading: 'A delivery',
      columns: ['part', 'meaning'],
      rows: [
        ['body', 'JSON with `id`, `event` and `timestamp` first, then the fields of the event.'],
        ['X-Service-Event', 'Name of the event.'],
        ['X-Service-Event-Id', 'The `id` in the body. An event may be delivered twice; use it to drop duplicates.'],
        [
          'X-Service-Signature',
          'HMAC-SHA256 of the raw body with the secret as key, in lowercase hex. Only for endpoints with a secret.',
        ],
      ],
      notes: [
        'Each header is sent under an older name as well. The signature covers no timestamp, so do not reject old events. Verify the bytes before parsing them, and compare in constant time.',
        '`svc webhooks verify` checks a delivery and exits 14, with the reason, when it is not valid.',
        'Respond with 2xx within five seconds. Anything else is retried: up to seven attempts over a little more than two days.',
      ],
    },
    {
      heading: 'Events',
      paragraphs: ['Grouped by the word before the first dot; `svc webhooks create --help` lists the full names.'],
      columns: ['family', 'events'],
      rows: families(events),
    },
  ],
});
