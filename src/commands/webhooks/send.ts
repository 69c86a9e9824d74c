/** `svc webhooks send`: exactly these bytes, signed and sent as a delivery. Next stop: listener/sending.ts. */
import { command } from '../../cli/command.ts';
import { bodyArg, bytesFrom } from '../../cli/webhooks/bytes.ts';
import { headerPrefixesOf, labelFlags, labelsIn } from '../../cli/webhooks/delivery.ts';
import {
  LANDED_FIELDS,
  landedOutcome,
  refuseNumbers,
  sayUnsigned,
  sendingFlags,
  withheldOutcome,
} from '../../cli/webhooks/outgoing.ts';
import { secretGiven } from '../../cli/webhooks/secrets.ts';
import { failure } from '../../kernel/failure.ts';
import { idsFrom } from '../../kernel/ids.ts';
import { ANSWER_WITHIN_MS } from '../../webhooks/ladder.ts';

export default command({
  path: 'webhooks send',
  summary: 'Send the exact bytes of a file to an endpoint, signed as a delivery.',
  description:
    'The content of the file arrives unchanged. The event name and id in the headers come from the body by ' +
    'default. Sent once; exits with 3 if the endpoint refuses it, and 13 if it does not respond within 5 s ' +
    '(or --timeout).',
  dryRun: true,
  writes: true,
  args: { body: bodyArg },
  flags: {
    ...sendingFlags,
    ...labelFlags,
    event: { ...labelFlags.event, common: true },
  },
  fields: LANDED_FIELDS,
  examples: [
    'svc webhooks send body.json --to 3000 --secret-file secret.txt',
    'svc webhooks send - --to http://localhost:3000/hook --event post.published < body.json',
  ],
  exits: ['rejected', 'network'],

  async run(context, { args, flags }) {
    refuseNumbers(flags);
    const [given, prefixes] = [await secretGiven(context, flags), await headerPrefixesOf(context)];
    const body = await bytesFrom(args.body, context.world);
    const labels = labelsIn(body);
    const event = flags.event ?? labels.event;
    if (event === undefined)
      throw failure('usage', { message: 'The body names no event.', param: '--event', hint: 'Give it with --event.' });
    const id = flags.id ?? labels.id ?? idsFrom(context.world.random).uuid();
    const [{ mannerFrom }, { dispatchOrder: dispatched, shownOf }] = await Promise.all([
      import('../../listener/manner.ts'),
      import('../../listener/sending.ts'),
    ]);
    const timeoutMs = context.flags.timeoutMs ?? ANSWER_WITHIN_MS;
    const manner = mannerFrom({ ...flags, secret: given?.secret, prefixes, timeoutMs });
    sayUnsigned(context, given !== undefined);
    const parcel = () => ({ event, id, body });
    if (context.flags.dryRun) return withheldOutcome(manner.url, shownOf(parcel(), manner));
    const { signal, world } = context;
    return landedOutcome(await dispatched(await world.carrier('local'), { ...flags, manner, parcel, signal }));
  },
});
