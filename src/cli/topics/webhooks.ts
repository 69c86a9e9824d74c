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
        'An endpoint is told of events by POST requests. `svc webhooks create` makes one, with the events it wants and, if it is to be sure of the sender, a secret: your own, or with `--new-secret` one that is made here and kept in the keychain.',
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
        '`svc webhooks listen` receives, verifies, shows and passes on; with a local service it needs no flag. `--record` keeps every delivery to the byte, `inspect` shows what was kept, and `replay` sends it again. `trigger` sends any event offline, `send` exactly the bytes of a file.',
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
        "`svc webhooks expect` runs a program and exits 0 when the event came and was genuine, 8 when it did not come, and with the program's own code when that failed.",
      ],
      examples: ['svc webhooks expect post.published --timeout 30s -- ./publish.sh'],
    },
    {
      heading: 'A delivery',
      columns: ['part', 'meaning'],
      rows: [
        ['body', 'JSON with `id`, `event` and `timestamp` first, then what the event is about.'],
        ['X-Service-Event', 'Name of the event.'],
        ['X-Service-Event-Id', 'The `id` of the body. The same event may come twice; drop what you have seen.'],
        [
          'X-Service-Signature',
          'HMAC-SHA256 of the body as it came, under the secret, in lowercase hex. Only where there is a secret.',
        ],
      ],
      notes: [
        'Each header comes under an older name as well. No time is signed, so age is no reason to refuse. Check the bytes before they are parsed, and compare in constant time.',
        '`svc webhooks verify` says whether a delivery is genuine, and when not, why: exit 14.',
        'Answer with 2xx within five seconds. Anything else is tried again, seven times in all over a little more than two days.',
      ],
    },
    {
      heading: 'Events',
      paragraphs: ['By the word before the first dot; `svc webhooks create --help` has the whole names.'],
      columns: ['family', 'events'],
      rows: families(events),
    },
  ],
});
