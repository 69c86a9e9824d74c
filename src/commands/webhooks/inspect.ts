/** `svc webhooks inspect`: what a journal holds, as a list, or one delivery whole. Next stop: listener/recorded.ts. */
import { command } from '../../cli/command.ts';
import { eventsFlag } from '../../cli/webhooks/events.ts';
import { deliveryOutcome, ROW_FIELDS, rowsOutcome } from '../../cli/webhooks/recorded.ts';
import { VERDICTS } from '../../kernel/listening.ts';

export default command({
  path: 'webhooks inspect',
  summary: 'Show the deliveries of a journal, or one in full.',
  description:
    '`svc webhooks listen --record FOLDER` writes a journal, which can be read at the same time. The body is ' +
    'shown unchanged as `body`, and parsed as `payload`.',
  args: {
    journal: { summary: 'Folder of the journal', required: true, values: 'folder' },
    delivery: { summary: 'Id of an event, or number of a delivery, to show in full' },
  },
  flags: {
    ...eventsFlag,
    verdict: {
      type: 'string',
      common: true,
      choices: VERDICTS,
      summary: 'Only deliveries with this verdict',
    },
  },
  fields: [...ROW_FIELDS, 'sentence', 'method', 'target', 'headers', 'payload', 'body', 'outcomes'],
  examples: [
    'svc webhooks inspect journal/',
    'svc webhooks inspect journal/ 3',
    'svc webhooks inspect journal/ --verdict invalid',
  ],

  async run({ world }, { args: { journal, delivery }, flags }) {
    const [{ deliveriesIn }, { patternsIn }] = await Promise.all([
      import('../../listener/recorded.ts'),
      import('../../listener/targets.ts'),
    ]);
    const all = await deliveriesIn(world, journal, {
      events: flags.events.flatMap(patternsIn),
      ...(delivery !== undefined && { one: delivery }),
    });
    const last = all.at(-1);
    if (delivery !== undefined && last !== undefined) return deliveryOutcome(last);
    return rowsOutcome(all.filter(({ verdict }) => flags.verdict === undefined || verdict === flags.verdict));
  },
});
