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
        'An endpoint is told of events by POST requests. `svc webhooks create` makes one, with the events it wants and, if it is to be sure of the sender, a secret of your choice.',
      ],
      examples: [
        'svc webhooks create --name ci --url https://example.com/hook --events post.published --events post.failed',
        'svc webhooks logs --status failed',
        'svc webhooks test --help',
      ],
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
