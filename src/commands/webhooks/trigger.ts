/** `svc webhooks trigger EVENT`: a delivery of any event, made here, signed and sent to an endpoint. Next stop: listener/trigger.ts. */
import { command, type Context } from '../../cli/command.ts';
import { assigned } from '../../cli/assign.ts';
import { readDocument } from '../../cli/document.ts';
import { headerPrefixesOf } from '../../cli/webhooks/delivery.ts';
import { refuseUnknownEvent } from '../../cli/webhooks/events.ts';
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
import { problemsOf } from '../../schema/problems.ts';
import { ANSWER_WITHIN_MS } from '../../webhooks/ladder.ts';

export default command({
  path: 'webhooks trigger',
  summary: 'Send a signed test event of the catalog to an endpoint.',
  description:
    'Every event has a sample payload that matches its schema; --data replaces it, --set changes single ' +
    'fields. The event is created on this machine, without calling the API. Sent once; exits with 3 if the ' +
    'endpoint refuses it, and 13 if it does not respond within 5 s (or --timeout).',
  dryRun: true,
  writes: true,
  validates: true,
  args: { event: { summary: 'Name of the event, for example post.published', required: true, values: 'event' } },
  flags: {
    ...sendingFlags,
    set: {
      type: 'string',
      repeat: true,
      common: true,
      placeholder: 'path=value',
      summary: 'Change a field: post.content=Hello',
    },
    data: {
      type: 'file',
      common: true,
      placeholder: 'file',
      summary: 'Read the payload from a JSON or YAML file; `-` reads standard input',
    },
  },
  fields: LANDED_FIELDS,
  examples: [
    'svc webhooks trigger post.published --to 3000 --secret-file secret.txt',
    "svc webhooks trigger comment.received --to http://localhost:3000/hook --set 'comment.text=Lovely'",
    'svc webhooks trigger post.failed --to 3000 --dry-run',
  ],
  exits: ['rejected', 'network'],

  async run(context, { args: { event }, flags }) {
    refuseNumbers(flags);
    refuseUnknownEvent(event, context.catalog.index().events);
    const [given, prefixes] = [await secretGiven(context, flags), await headerPrefixesOf(context)];
    const [{ mannerFrom }, { dispatchOrder: dispatched, shownOf }] = await Promise.all([
      import('../../listener/manner.ts'),
      import('../../listener/sending.ts'),
    ]);
    const timeoutMs = context.flags.timeoutMs ?? ANSWER_WITHIN_MS;
    const manner = mannerFrom({ ...flags, secret: given?.secret, prefixes, timeoutMs });
    const make = await maker(context, event, flags);
    const parcel = () => {
      const whole = make();
      return { event: String(whole['event']), id: String(whole['id']), body: Buffer.from(JSON.stringify(whole)) };
    };
    sayUnsigned(context, given !== undefined);
    if (context.flags.dryRun) return withheldOutcome(manner.url, shownOf(parcel(), manner));
    const { signal, world } = context;
    return landedOutcome(await dispatched(await world.carrier('local'), { ...flags, manner, parcel, signal }));
  },
});

interface Changes {
  readonly set: readonly string[];
  readonly data: string | undefined;
}

/** Makes the event, each time with an id of its own unless one was said. What does not fit its schema is refused here. */
async function maker(context: Context, event: string, { set, data }: Changes): Promise<() => Record<string, unknown>> {
  const { world, catalog, flags } = context;
  const { eventFor } = await import('../../listener/trigger.ts');
  const { schemas } = catalog.file('events');
  const schema = schemas[event] ?? {};
  const payload = data === undefined ? (catalog.samples()[event] ?? {}) : objectFrom(await readDocument(data, world));
  const make = (): Record<string, unknown> => {
    const id = idsFrom(world.random).uuid();
    const base: unknown = eventFor({ event, id, at: world.clock.now(), payload });
    return set.reduce((body, text) => assigned(body, { text, flag: '--set' }, schema, schemas), base) as Record<
      string,
      unknown
    >;
  };
  const problems = flags.validate ? problemsOf(schema, make(), schemas) : [];
  const [first] = problems;
  if (first === undefined) return make;
  throw failure('validation', {
    message: `${problems.map(({ sentence }) => sentence).join('; ')}.`,
    param: first.path.join('.'),
    hint: '--no-validate sends it anyway.',
  });
}

function objectFrom(document: unknown): Readonly<Record<string, unknown>> {
  if (typeof document === 'object' && document !== null && !Array.isArray(document))
    return document as Readonly<Record<string, unknown>>;
  throw failure('usage', { message: 'The payload of an event must be an object.', param: '--data' });
}
