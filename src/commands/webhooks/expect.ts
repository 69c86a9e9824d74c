/** `svc webhooks expect EVENT -- CMD`: whether an event comes, verified, when a program is run. Next stop: listener/expecting.ts. */
import { command, type Context } from '../../cli/command.ts';
import { junitFlag } from '../../cli/report/flag.ts';
import { isServiceHere } from '../../cli/webhooks/here.ts';
import { lastingApi } from '../../cli/webhooks/api.ts';
import { headerPrefixesOf } from '../../cli/webhooks/delivery.ts';
import { refuseUnknownPatterns } from '../../cli/webhooks/events.ts';
import { expectedOutcome } from '../../cli/webhooks/expected.ts';
import { ownSecret, secretFlags, secretsGiven } from '../../cli/webhooks/secrets.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import { VARIABLES } from '../../kernel/variables.ts';
import { canBeAskedFor } from '../../webhooks/catalogue.ts';
import { isWanted } from '../../webhooks/patterns.ts';
import { prefixesFrom } from '../../webhooks/headers.ts';
import type { Expectation } from '../../listener/expecting.ts';
import type { Delivery } from '../../listener/receiver.ts';

const WAIT_MS = 30_000;

export default command({
  path: 'webhooks expect',
  summary: 'Run a program and assert that an event arrives, for tests and CI.',
  description:
    'Opens a port and, with a local service or --public-url, creates a temporary endpoint with its own ' +
    'secret; with a given secret it only listens. The program receives the URL in SVC_WEBHOOK_URL and the ' +
    'secret in SVC_WEBHOOK_SECRET, and its output goes to stderr. After the program succeeds, the event may ' +
    'still arrive within 30 s, or --timeout. Exits with 0 if a valid event arrived, else 8; if the program ' +
    'fails, with its exit code. The result is the matching events, each once.',
  writes: true,
  args: {
    event: { summary: 'Name of the event, or a pattern such as post.*', required: true, values: 'event' },
    command: { summary: 'Program and its arguments, after `--`; without one, only waits', repeat: true },
  },
  flags: {
    where: {
      type: 'string',
      common: true,
      placeholder: 'expression',
      summary: 'Only events whose body matches this jq expression',
    },
    count: { type: 'integer', common: true, default: 1, placeholder: 'n', summary: 'Number of events to wait for' },
    port: { type: 'integer', default: 0, summary: 'Port to listen on; 0 picks a free one' },
    publicUrl: {
      type: 'string',
      placeholder: 'url',
      summary: 'URL at which the service reaches this machine, through a tunnel',
    },
    ...secretFlags,
    junit: junitFlag,
    unsigned: { type: 'boolean', summary: 'Accept deliveries without verifying their signature' },
  },
  fields: ['event', 'id', 'timestamp', 'at', 'signature', 'payload'],
  examples: [
    "svc webhooks expect post.published -- svc posts create 'Hello' --to twitter --now",
    "svc webhooks expect 'post.*' --where '.post.content == \"Hello\"' --timeout 10s -- ./publish.sh",
    'svc webhooks expect post.published --junit report.xml -- ./publish.sh',
    'svc webhooks expect post.failed --port 4000 --secret-env WEBHOOK_SECRET',
  ],
  exits: ['pending', 'auth', 'network'],

  async run(context, { args, flags }) {
    if (flags.count < 1) throw failure('usage', { message: '--count takes 1 or more.', param: '--count' });
    const names = eventsMeant(args.event, context.catalog.index().events);
    const given = await secretsGiven(context, flags);
    const judge = flags.where === undefined ? undefined : await judgeFor(flags.where);
    const secrets = given.length > 0 || flags.unsigned === true ? given : [ownSecret(context)];
    const secret = secrets[0]?.secret;
    const isRegistering = given.length === 0 && flags.unsigned !== true;
    const waitMs = context.flags.timeoutMs ?? WAIT_MS;
    const [program, ...words] = args.command;
    const expectation: Expectation = {
      receiver: {
        port: flags.port,
        mode: flags.unsigned === true ? 'off' : 'require',
        secrets,
        prefixes: prefixesFrom(await headerPrefixesOf(context)),
        ...(flags.publicUrl !== undefined && { hostNames: [hostOf(flags.publicUrl)] }),
      },
      patterns: [args.event],
      count: flags.count,
      waitMs,
      ...(judge !== undefined && { judge }),
      ...(program !== undefined && { run: (url) => ran(context, [program, ...words], { url, secret }) }),
      ...(isRegistering && { registering: await registering(context, names, { secret, publicUrl: flags.publicUrl }) }),
    };
    const [{ expectEvents }, { runReported, singleCase }] = await Promise.all([
      import('../../listener/expecting.ts'),
      import('../../cli/report/report.ts'),
    ]);
    const name = [args.event, ...(flags.where === undefined ? [] : [`where ${flags.where}`])].join(' ');
    const casesOf = (_: unknown, fault: Failure | undefined) => [singleCase(name, fault)];
    return runReported({ suite: 'svc webhooks expect', junit: flags.junit, casesOf }, context, async () => {
      const found = await expectEvents(context.world, expectation, context.signal);
      return expectedOutcome(context, found, { event: args.event, count: flags.count, waitMs });
    });
  },
});

/**
 * The names of the catalogue that a name or a pattern means.
 * @throws Failure `usage` when there are none
 */
function eventsMeant(typed: string, events: readonly string[]): readonly string[] {
  const meant = events.filter((event) => isWanted([typed], event));
  if (meant.length === 0) refuseUnknownPatterns([typed], events);
  return meant;
}

/** An expression that does not fit a body does not hold for it. */
async function judgeFor(expression: string): Promise<(delivery: Delivery) => Promise<boolean>> {
  const [{ openExpression }, { parsedJson }] = await Promise.all([
    import('../../output/jq.ts'),
    import('../../client/json.ts'),
  ]);
  const jq = await openExpression(expression, parsedJson, '--where');
  return async ({ body }) => {
    const values = await jq.valuesOf(await parsedJson(Buffer.from(body).toString('utf8'))).catch(() => []);
    return values.some((value) => value !== null && value !== false);
  };
}

interface Reached {
  readonly secret: string | undefined;
  readonly publicUrl: string | undefined;
}

/** @throws Failure `usage` where the service could not reach this machine, or not be asked for these events */
async function registering(
  context: Context,
  events: readonly string[],
  { secret = '', publicUrl }: Reached,
): Promise<NonNullable<Expectation['registering']>> {
  const { world } = context;
  const { baseUrl } = await context.target();
  if (publicUrl === undefined && !(await isServiceHere(context)))
    throw failure('usage', {
      message: `${new URL(baseUrl).host} is not a local service, so it cannot reach this machine directly.`,
      param: '--public-url',
      hint: 'Give --public-url with the URL of a tunnel, or --secret-file to listen for an existing endpoint.',
    });
  const asked = events.filter(canBeAskedFor);
  if (asked.length === 0)
    throw failure('usage', {
      message: `Endpoints cannot subscribe to ${events.join(', ')}.`,
      param: '<event>',
      hint: 'Give the secret of the endpoint to test, for example with --secret-file.',
    });
  return {
    api: await lastingApi(context),
    listener: { machine: world.machine.name, pid: world.host.pid, alive: (pid) => world.spawn.alive(pid) },
    endpoint: { secret, events: asked, profileIds: [], accountIds: [] },
    ...(publicUrl !== undefined && { publicUrl }),
  };
}

/** Runs the program with the keys of our own environment: it is there to call the same service. */
async function ran(
  { world, flags, signal }: Context,
  [program = '', ...words]: readonly string[],
  { url, secret }: { readonly url: string; readonly secret: string | undefined },
): Promise<number> {
  const keys = VARIABLES.apiKey.map((name) => [name, world.env[name]] as const);
  const env = {
    ...Object.fromEntries(keys),
    SVC_WEBHOOK_URL: url,
    ...(secret !== undefined && { SVC_WEBHOOK_SECRET: secret }),
    ...(flags.context !== undefined && { SVC_CONTEXT: flags.context }),
  };
  const { code } = await world.spawn.run(program, words, { env, signal, output: 'aside' });
  return code;
}

function hostOf(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url).hostname;
  throw failure('usage', {
    message: `--public-url takes a URL such as https://name.example, not ${JSON.stringify(url)}.`,
    param: '--public-url',
  });
}
