/** `svc webhooks replay`: deliveries of a journal sent once more, byte for byte. Next stop: listener/replay.ts. */
import { command, type Context } from '../../cli/command.ts';
import { headerPrefixesOf } from '../../cli/webhooks/delivery.ts';
import { eventsFlag } from '../../cli/webhooks/events.ts';
import { LANDED_FIELDS, landedOutcome, toFlag } from '../../cli/webhooks/outgoing.ts';
import { secretFlags, secretGiven } from '../../cli/webhooks/secrets.ts';
import { failure } from '../../kernel/failure.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import type { Recorded } from '../../kernel/recorded.ts';
import { prefixesFrom } from '../../webhooks/headers.ts';
import { ANSWER_WITHIN_MS } from '../../webhooks/ladder.ts';

export default command({
  path: 'webhooks replay',
  summary: 'Replay the deliveries of a journal, byte for byte.',
  description:
    'Sends the same bodies, headers and ids, in their original order, one at a time: an endpoint that ' +
    'deduplicates on `id` recognizes them. Invalid deliveries are skipped without --invalid. Without --to, ' +
    'each is sent to its original target. Asks for confirmation for targets beyond this machine. Exits with ' +
    '3 if a delivery is refused and 13 if there is no response; the others are sent anyway.',
  writes: true,
  args: {
    journal: { summary: 'Folder of the journal', required: true, values: 'folder' },
    delivery: { summary: 'Id of an event, or number of a delivery (default: all)' },
  },
  flags: {
    to: toFlag,
    ...eventsFlag,
    speed: {
      type: 'number',
      common: true,
      placeholder: 'n',
      summary: 'Keep the intervals between deliveries: 1 for the original speed, 10 for ten times as fast',
    },
    ...secretFlags,
    invalid: { type: 'boolean', summary: 'Include invalid deliveries' },
  },
  fields: ['n', ...LANDED_FIELDS],
  examples: [
    'svc webhooks replay journal/ --to 3000',
    "svc webhooks replay journal/ --to http://localhost:3000/hook --events 'post.*' --speed 10",
    'svc webhooks replay journal/ 3 --to 3000',
  ],
  exits: ['rejected', 'network'],

  async run(context, { args, flags }) {
    const { world, signal } = context;
    if (flags.speed !== undefined && flags.speed <= 0)
      throw failure('usage', { message: '--speed takes a number above 0.', param: '--speed' });
    const [{ deliveriesIn }, { replayDeliveries: replayed, wentTo }, { addressOf }, { patternsIn }] = await Promise.all(
      [
        import('../../listener/recorded.ts'),
        import('../../listener/replay.ts'),
        import('../../listener/address.ts'),
        import('../../listener/targets.ts'),
      ],
    );
    const to = flags.to === undefined ? undefined : addressOf(flags.to, '--to');
    const all = await deliveriesIn(world, args.journal, {
      events: flags.events.flatMap(patternsIn),
      ...(args.delivery !== undefined && { one: args.delivery }),
    });
    const chosen = all.filter(({ verdict }) => flags.invalid === true || verdict !== 'invalid');
    await announceReplay(context, chosen, (delivery) => to ?? wentTo(delivery));
    const secret = (await secretGiven(context, flags))?.secret;
    const prefixes = prefixesFrom(await headerPrefixesOf(context));
    const timeoutMs = context.flags.timeoutMs ?? ANSWER_WITHIN_MS;
    const replay = { to, secret, prefixes, speed: flags.speed, timeoutMs, signal };
    const doors = { carrier: await world.carrier('local'), clock: world.clock };
    return landedOutcome({ all: replayed(chosen, replay, doors) });
  },
});

/** Says what goes where before anything does, and asks where it leaves this machine. */
async function announceReplay(
  { say, confirm }: Context,
  deliveries: readonly Recorded[],
  targetOf: (delivery: Recorded) => string | undefined,
): Promise<void> {
  const targets = new Set(deliveries.map(targetOf));
  if (targets.has(undefined))
    throw failure('usage', {
      message: 'The journal does not say where these deliveries went.',
      param: '--to',
      hint: 'Give the URL with --to.',
    });
  const urls = [...targets].filter((url) => url !== undefined);
  const many = deliveries.length === 1 ? '1 delivery' : `${String(deliveries.length)} deliveries`;
  say(`Replaying ${many}${urls.length > 0 ? ` to ${urls.join(', ')}` : ''}.`);
  const away = urls.filter((url) => !isLoopback(new URL(url).hostname));
  if (away.length > 0) await confirm('Send these recorded events to a URL beyond this machine?', away);
}
