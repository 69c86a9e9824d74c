/** `svc webhooks listen`: deliveries received on this machine, verified, and passed on. Next stop: listener/listen.ts. */
import { command, type Context, type Outcome, type OwnInput } from '../../cli/command.ts';
import { lastingApi } from '../../cli/webhooks/api.ts';
import { headerPrefixesOf } from '../../cli/webhooks/delivery.ts';
import { eventsFlag, refuseUnknownPatterns } from '../../cli/webhooks/events.ts';
import { scopeOf } from '../../cli/webhooks/scope.ts';
import { secretFlags } from '../../cli/webhooks/secrets.ts';
import { listenTrust } from '../../cli/webhooks/trust.ts';
import { failure } from '../../kernel/failure.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import { ACK_MODES, DUPLICATES, RETRY_MODES, VERIFY_MODES, WIDEST } from '../../kernel/listening.ts';
import type { Line } from '../../listener/lines.ts';
import type { Plan } from '../../listener/task.ts';
import type { Polling } from '../../listener/polling.ts';
import type { RoutedWay } from '../../listener/routes-file.ts';
import type { Prefixes } from '../../webhooks/headers.ts';

const flags = {
  forwardTo: {
    type: 'string',
    common: true,
    placeholder: 'url',
    summary: 'Forward events to a URL, or a port of this machine',
  },
  route: {
    type: 'string',
    repeat: true,
    common: true,
    placeholder: 'events=url',
    summary: "Forward matching events to a different target: 'post.*=3000'; --forward-to gets the rest",
  },
  routes: {
    type: 'file',
    placeholder: 'file',
    summary:
      'Read routes from a YAML or JSON file, each with headers, a secret, certificates and a time limit of its own',
  },
  ...eventsFlag,
  register: {
    type: 'boolean',
    common: true,
    summary: 'Register a temporary endpoint for this run; the default with a local service',
  },
  publicUrl: {
    type: 'string',
    placeholder: 'url',
    summary: 'URL of the tunnel to this machine',
  },
  poll: {
    type: 'string',
    implied: '5s',
    common: true,
    placeholder: 'time',
    summary: 'Read events from the delivery log instead, every 5 s unless a time is given; needs no tunnel',
  },
  ...secretFlags,
  port: { type: 'integer', default: 0, common: true, summary: 'Port; 0 picks a free one' },
  host: { type: 'string', default: '127.0.0.1', summary: 'Address to listen on' },
  path: { type: 'string', placeholder: 'path', summary: 'Accept deliveries only on this path' },
  verify: {
    type: 'string',
    choices: VERIFY_MODES,
    summary: 'Unsigned deliveries: reject (require), warn (warn) or skip verification (off)',
  },
  profile: { type: 'string', repeat: true, values: 'profile', summary: 'Only events of this profile: id or name' },
  account: {
    type: 'string',
    repeat: true,
    values: 'account',
    summary: 'Only events of this account: id, username, platform:username',
  },
  ack: {
    type: 'string',
    choices: ACK_MODES,
    default: 'target',
    summary: 'Respond like the target, within 5 s (target), or immediately (now)',
  },
  retry: {
    type: 'string',
    choices: RETRY_MODES,
    summary:
      'Retry a failing target: within seconds (fast), or for days like the service, in real time (real); default off, or fast with --poll',
  },
  duplicates: {
    type: 'string',
    choices: DUPLICATES,
    default: 'mark',
    summary: 'Duplicates: forward and mark, forward, or drop',
  },
  concurrency: {
    type: 'integer',
    default: 10,
    placeholder: 'n',
    summary: `Maximum number to forward in parallel, 1 to ${String(WIDEST)}`,
  },
  ordered: { type: 'boolean', summary: 'Forward events about the same conversation or post in order' },
  insecure: { type: 'boolean', summary: 'Accept any certificate of a target' },
  exec: {
    type: 'string',
    placeholder: 'command',
    summary: 'Run this command for each event, with the event on standard input',
  },
  record: {
    type: 'file',
    placeholder: 'folder',
    common: true,
    summary: 'Record every delivery in this folder, byte for byte',
  },
  since: {
    type: 'string',
    placeholder: 'time',
    summary: 'First redeliver events missed since this time, such as 2h; with --poll, read them from then on',
  },
  webhookId: {
    type: 'string',
    values: 'webhook',
    summary: 'With --since or --poll: the endpoint whose events to redeliver or read',
  },
  until: { type: 'string', repeat: true, values: 'event', summary: 'Stop after an event of this type' },
  maxEvents: { type: 'integer', placeholder: 'n', summary: 'Stop after N events' },
  idleTimeout: { type: 'string', placeholder: 'time', summary: 'Stop when no event arrives for this long' },
  failOnInvalid: { type: 'boolean', summary: 'Exit 14 if any delivery was invalid' },
  readyFile: { type: 'file', placeholder: 'file', summary: 'Write the first line to this file once ready' },
  readyFd: { type: 'integer', placeholder: 'n', summary: 'Write the first line to this file descriptor and close it' },
} as const;

type Flags = OwnInput<Record<never, never>, typeof flags>['flags'];

export default command({
  path: 'webhooks listen',
  summary: 'Receive webhook events on this machine: verify, show, forward and record them.',
  description:
    'The signature of every delivery is verified first. An invalid delivery gets a 401, is never forwarded, ' +
    'and is reported with the likely cause. With a local service, svc registers a temporary endpoint while ' +
    'it listens. Otherwise, give the secret of the endpoint, or use --register with the URL of a tunnel. ' +
    '--poll needs neither: it reads the delivery log of the endpoints, and signs what it forwards with the secret ' +
    'that is given. ' +
    'Without a terminal it writes JSON lines, `ready` first and `summary` last. --jq filters by body: an ' +
    'event for which it yields nothing, null or false is skipped. --timeout limits each forwarded request. ' +
    'Ctrl-C stops listening with exit code 0.',
  writes: true,
  flags,
  fields: ['type', 'at', 'n', 'id', 'event', 'timestamp', 'accountIds', 'signature', 'payload', 'to', 'status', 'ms'],
  examples: [
    'svc webhooks listen',
    'svc webhooks listen --forward-to 3000 --secret-file secret.txt',
    'svc webhooks listen --poll --forward-to 3000 --record journal',
    'svc webhooks listen --routes routes.yaml --secret-name orders',
    "svc webhooks listen --route 'post.*=3000' --route 'message.*=localhost:4000/inbox' --verify off",
    'svc webhooks listen --until post.published --idle-timeout 30s -o ndjson',
  ],
  exits: ['pending', 'network', 'bad_signature'],

  async run(context, input) {
    const plan = await planOf(context, input.flags);
    if (!isLoopback(input.flags.host)) context.say('Others on the network can reach this listener.');
    return showDeliveries(context, plan, input.flags.failOnInvalid === true);
  },
});

async function showDeliveries(context: Context, plan: Plan, failOnInvalid: boolean): Promise<Outcome> {
  const [{ listening }, { openScreen }] = await Promise.all([
    import('../../listener/listen.ts'),
    import('../../listener/screen.ts'),
  ]);
  const { world, signal } = context;
  const { isTTY } = world.io.out;
  const keys = isTTY && world.io.in.isTTY && context.flags.input ? await world.keys() : undefined;
  const screen = openScreen(keys, () => (isTTY ? world.io.out.columns : undefined));
  const running = listening(world, plan, { signal, opened: (desk) => screen.steer(desk) });
  const stream = async function* (): AsyncGenerator<Line> {
    try {
      for await (const line of running.lines()) yield screen.noted(line);
    } finally {
      screen.close();
    }
  };
  return {
    stream: stream(),
    line: (line) => screen.text(line as Line),
    ownJq: true,
    columns: ['at', 'type', 'event', 'id', 'signature', 'to', 'status', 'ms'],
    get failure() {
      return running.problem(failOnInvalid);
    },
  };
}

async function planOf(context: Context, flags: Flags): Promise<Plan> {
  const { authoritiesFor } = await import('../../cli/authorities.ts');
  const typed = { ...flags, authorities: await authoritiesFor(context.world, context.flags) };
  const { world, catalog, say } = context;
  const { planFrom, patternsTyped, refuseStrange } = await import('../../listener/plan.ts');
  const { unknownIn } = await import('../../listener/targets.ts');
  const { durationMs } = await import('../../cli/duration.ts');
  const { parsedJson } = await import('../../client/json.ts');
  const { canBeAskedFor } = await import('../../webhooks/catalogue.ts');
  const { prefixesFrom } = await import('../../webhooks/headers.ts');
  const { events } = catalog.index();
  const prefixes = prefixesFrom(await headerPrefixesOf(context));
  const routes = typed.routes === undefined ? [] : await routesOf(context, typed.routes, prefixes);
  const patterns = [...patternsTyped(typed), ...routes.flatMap((route) => route.patterns)];
  refuseUnknownPatterns(unknownIn(patterns, events), events);
  const trust = await listenTrust(context, typed);
  refuseStrange(typed, { registers: trust.ownSecret !== undefined, since: typed.since });
  const scope = await scopeOf(context, { accounts: typed.account, profiles: typed.profile });
  const judge = await judgeFor(context);
  const isCalled = trust.ownSecret !== undefined || typed.since !== undefined || typed.poll !== undefined;
  const api = isCalled ? await lastingApi(context) : undefined;
  const since = typed.since === undefined ? undefined : await sinceOf(context, typed.since);
  if (typed.readyFile !== undefined) await world.files.remove(typed.readyFile);
  return planFrom(world, typed, {
    ...trust,
    scope,
    ...(judge !== undefined && { judge }),
    prefixes,
    routes,
    catalogue: events.filter(canBeAskedFor),
    ...(api !== undefined && { api }),
    machine: world.machine.name,
    ...(since !== undefined && { since }),
    ...(typed.poll !== undefined &&
      api !== undefined && {
        polling: await pollingOf(typed, { api, since, prefixes, secret: trust.secrets[0]?.secret }),
      }),
    ...(typed.idleTimeout !== undefined && { idleMs: durationMs(typed.idleTimeout, '--idle-timeout') }),
    timeoutMs: context.flags.timeoutMs ?? TIMEOUT_MS,
    heard: (text) => say(text.trimEnd()),
    parse: parsedJson,
  });
}

async function routesOf(context: Context, path: string, prefixes: Prefixes): Promise<readonly RoutedWay[]> {
  const [{ routesFrom }, { durationMs }, { authoritiesIn }, { secretsGiven }, { readDocument }] = await Promise.all([
    import('../../listener/routes-file.ts'),
    import('../../cli/duration.ts'),
    import('../../cli/authorities.ts'),
    import('../../cli/webhooks/secrets.ts'),
    import('../../cli/document.ts'),
  ]);
  const { world } = context;
  const none = { secretFile: [], secretEnv: [], secretName: [], secretStdin: undefined };
  return routesFrom(await readDocument(path, world, '--routes'), {
    prefixes,
    secret: async (from, word) => (await secretsGiven(context, { ...none, [from]: [word] }))[0]?.secret ?? '',
    authorities: (file) => authoritiesIn(world, file, '--routes'),
    durationMs: (text) => durationMs(text, '--routes'),
  });
}

interface PollWords {
  readonly api: Polling['api'];
  readonly since: number | undefined;
  readonly prefixes: Polling['prefixes'];
  readonly secret: string | undefined;
}

async function pollingOf(
  { poll = '', webhookId }: Flags,
  { api, since, prefixes, secret }: PollWords,
): Promise<Polling> {
  const { durationMs } = await import('../../cli/duration.ts');
  const { jsonText } = await import('../../output/json.ts');
  const everyMs = durationMs(poll, '--poll');
  if (everyMs < 1_000) throw failure('usage', { message: '--poll takes a second or more.', param: '--poll' });
  return {
    api,
    everyMs,
    ...(since !== undefined && { since }),
    ...(webhookId !== undefined && { webhookId }),
    ...(secret !== undefined && { secret }),
    prefixes,
    write: (payload) => jsonText(payload),
  };
}

/** For a target; a sender of `--ack target` waits for 5 s only. */
const TIMEOUT_MS = 60_000;

/** A span back from the time of the service, or an instant. */
async function sinceOf(context: Context, text: string): Promise<number> {
  const { durationMs } = await import('../../cli/duration.ts');
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? (await context.serviceNow()) - durationMs(text, '--since') : instant;
}

/** What --jq makes of a body decides; one that it does not fit is not meant. */
async function judgeFor({ flags: { jq } }: Context): Promise<((payload: unknown) => Promise<boolean>) | undefined> {
  if (jq === undefined) return undefined;
  const [{ openExpression }, { parsedJson }] = await Promise.all([
    import('../../output/jq.ts'),
    import('../../client/json.ts'),
  ]);
  const { valuesOf } = await openExpression(jq, parsedJson);
  return async (payload) => {
    const values = await valuesOf(payload).catch((): readonly unknown[] => []);
    return values.some((value) => value !== false && value !== null);
  };
}
