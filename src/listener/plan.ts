/** From what was typed, and what the command found out about it, to what a listener does. Next stop: listen.ts. */
import { instantOf } from '../kernel/instant.ts';
import { failure } from '../kernel/failure.ts';
import { WIDEST, type AckMode, type Duplicates, type RetryMode, type VerifyMode } from '../kernel/listening.ts';
import type { Prefixes } from '../webhooks/headers.ts';
import { isWanted } from '../webhooks/patterns.ts';
import type { KnownSecret } from '../webhooks/verify.ts';
import type { Forwarder } from '../world/forward.ts';
import type { World } from '../world/world.ts';
import { addressOf } from './address.ts';
import type { Wanted } from './filter.ts';
import { LINES_VERSION, type Ready } from './lines.ts';
import type { Backfill, Plan, Registering } from './task.ts';
import { addressTarget, programTarget, type Target } from './passing.ts';
import type { Polling } from './polling.ts';
import type { Api } from './registering.ts';
import type { RoutedWay, Way } from './routes-file.ts';
import type { Manner } from './taking.ts';
import { addressesFor, allAddresses, patternsIn, routeFrom, type Targets } from './targets.ts';

/** The flags of `svc webhooks listen`, as far as nothing has to be asked about them. */
export interface ListenWords {
  readonly forwardTo: string | undefined;
  readonly route: readonly string[];
  readonly routes: string | undefined;
  readonly events: readonly string[];
  readonly publicUrl: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly path: string | undefined;
  readonly ack: string;
  readonly retry: string | undefined;
  readonly duplicates: string;
  readonly concurrency: number;
  readonly ordered: boolean | undefined;
  /** PEM. */
  readonly authorities: string | undefined;
  readonly insecure: boolean | undefined;
  readonly exec: string | undefined;
  readonly record: string | undefined;
  readonly webhookId: string | undefined;
  readonly poll: string | undefined;
  readonly register: boolean | undefined;
  readonly verify: string | undefined;
  readonly until: readonly string[];
  readonly maxEvents: number | undefined;
  readonly readyFile: string | undefined;
  readonly readyFd: number | undefined;
}

/** What the command found out: by settings, keychain and API. */
export interface Found {
  readonly mode: VerifyMode;
  readonly secrets: readonly KnownSecret[];
  readonly others: readonly KnownSecret[];
  /** Secret of the endpoint to be made; absent when none is. */
  readonly ownSecret?: string;
  readonly prefixes: Prefixes;
  readonly scope: Omit<Wanted, 'patterns' | 'judge'>;
  readonly judge?: Wanted['judge'];
  /** Names that an endpoint can ask for. */
  readonly catalogue: readonly string[];
  /** Present when the API is to be called. */
  readonly api?: Api;
  readonly machine: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
  readonly idleMs?: number;
  /** Those of --routes. */
  readonly routes?: readonly RoutedWay[];
  /** Present with --poll. */
  readonly polling?: Polling;
  /** For an answer of a target, and for a program. */
  readonly timeoutMs: number;
  /** What a program of --exec writes. */
  heard(text: string): void;
  /** JSON with its numbers unbent. */
  parse(text: string): Promise<unknown>;
}

/** Every pattern that was typed, to check against the catalogue. @throws Failure `usage` for an invalid route */
export const patternsTyped = ({
  events,
  until,
  route,
}: Pick<ListenWords, 'events' | 'until' | 'route'>): readonly string[] => [
  ...[...events, ...until].flatMap(patternsIn),
  ...route.flatMap((text) => routeFrom(text).patterns),
];

/** @throws Failure `usage` for an invalid URL or route; what reading the authorities throws */
export async function planFrom(world: World, words: ListenWords, found: Found): Promise<Plan> {
  const targets: Targets = {
    routes: [...words.route.map(routeFrom), ...(found.routes ?? [])],
    ...(words.forwardTo !== undefined && { rest: addressOf(words.forwardTo, '--forward-to') }),
  };
  const registering = registeringFrom(world, words, found);
  const backfill = words.poll === undefined ? backfillFrom(words, found) : undefined;
  return {
    receiver: receiverFrom(words, found),
    manner: await mannerFrom(world, { words, found, targets }),
    forwardTo: allAddresses(targets),
    until: words.until.flatMap(patternsIn),
    ...(words.record !== undefined && { record: world.files.resolve(words.record) }),
    ...(registering !== undefined && { registering }),
    ...(backfill !== undefined && { backfill }),
    ...(found.polling !== undefined && { polling: found.polling }),
    ...(words.maxEvents !== undefined && { maxEvents: words.maxEvents }),
    ...(found.idleMs !== undefined && { idleMs: found.idleMs }),
    ready: (line) => toldReady(world, words, line),
  };
}

/**
 * @param how whether the listener makes an endpoint, and goes back in time
 * @throws Failure `usage` for words that cannot be, or do not go together
 */
export function refuseStrange(
  words: ListenWords,
  { registers, since }: { readonly registers: boolean; readonly since: string | undefined },
): void {
  const { concurrency, port, path, maxEvents, readyFd, readyFile, record, webhookId, ack, retry } = words;
  const isPolled = words.poll !== undefined;
  const rules: readonly (readonly [isWrong: boolean, param: string, sentence: string])[] = [
    [concurrency < 1 || concurrency > WIDEST, '--concurrency', `takes 1 to ${String(WIDEST)}`],
    [port < 0 || port > 65_535, '--port', 'takes 0 to 65535'],
    [path !== undefined && !path.startsWith('/'), '--path', 'takes a path such as /hook'],
    [maxEvents !== undefined && maxEvents < 1, '--max-events', 'takes a number above 0'],
    [readyFd !== undefined && readyFd < 1, '--ready-fd', 'takes a descriptor that can be written, such as 3'],
    [record === '', '--record', 'takes a folder'],
    [readyFile === '', '--ready-file', 'takes a file'],
    ...OF_A_PORT.map(
      ([name, param]) => [isPolled && words[name] !== undefined, param, 'needs a port, and --poll opens none'] as const,
    ),
    [webhookId !== undefined && since === undefined && !isPolled, '--webhook-id', 'requires --since or --poll'],
    [
      since !== undefined && webhookId === undefined && !registers && !isPolled,
      '--since',
      'needs --webhook-id, or --register',
    ],
    [
      words.insecure === true &&
        words.forwardTo === undefined &&
        words.route.length === 0 &&
        words.routes === undefined,
      '--insecure',
      'requires --forward-to, --route or --routes',
    ],
    [
      retry === 'real' && ack === 'target' && record === undefined,
      '--retry',
      'real continues for days: add --record so that nothing is lost',
    ],
  ];
  const wrong = rules.find(([isWrong]) => isWrong);
  if (wrong !== undefined) throw failure('usage', { message: `${wrong[1]} ${wrong[2]}.`, param: wrong[1] });
}

/** What a listener without a port has no use for. */
const OF_A_PORT = [
  ['register', '--register'],
  ['publicUrl', '--public-url'],
  ['path', '--path'],
  ['verify', '--verify'],
] as const;

const receiverFrom = ({ host, port, path, publicUrl }: ListenWords, found: Found): Plan['receiver'] => ({
  host,
  port,
  ...(path !== undefined && { path }),
  mode: found.mode,
  secrets: found.secrets,
  others: found.others,
  prefixes: found.prefixes,
  ...(publicUrl !== undefined && { hostNames: [new URL(publicUrl).hostname] }),
});

interface Passing {
  readonly words: ListenWords;
  readonly found: Found;
  readonly targets: Targets;
}

async function mannerFrom(world: World, { words, found, targets }: Passing): Promise<Manner> {
  const { scope, judge } = found;
  return {
    wanted: { patterns: words.events.flatMap(patternsIn), ...scope, ...(judge !== undefined && { judge }) },
    targetsFor: await targetsFrom(world, { words, found, targets }),
    ack: words.ack as AckMode,
    retry: (words.retry ?? (words.poll === undefined ? 'off' : 'fast')) as RetryMode,
    duplicates: words.duplicates as Duplicates,
    concurrency: words.concurrency,
    ordered: words.ordered === true,
    parse: (text) => found.parse(text),
  };
}

/** Connections to targets are opened by the first event that needs one. */
async function targetsFrom(world: World, { words, found, targets }: Passing): Promise<Manner['targetsFor']> {
  const { timeoutMs, heard } = found;
  const addresses = new Map<string, Target>();
  if (allAddresses(targets).length > 0) {
    const { authorities } = words;
    const forwarder = await world.forwarder({
      connections: words.concurrency,
      insecure: words.insecure === true,
      ...(authorities !== undefined && { authorities }),
    });
    const ways = new Map((found.routes ?? []).map(({ url, way }) => [url, way]));
    for (const url of allAddresses(targets)) {
      const way = ways.get(url);
      const own = way && (await forwarderOf(world, words, way));
      addresses.set(url, addressTarget({ url, forwarder: own ?? forwarder, timeoutMs, prefixes: found.prefixes, way }));
    }
  }
  const { spawn, clock, host } = world;
  const program =
    words.exec === undefined
      ? []
      : [programTarget(words.exec, { spawn, clock, platform: host.platform, timeoutMs, heard })];
  return (event) => [...addressesFor(event, targets).flatMap((url) => addresses.get(url) ?? []), ...program];
}

/** Undefined for a target whose connections are like those of the others. */
async function forwarderOf(
  world: World,
  words: ListenWords,
  { authorities, insecure }: Way,
): Promise<Forwarder | undefined> {
  if (authorities === undefined && insecure !== true) return undefined;
  const { concurrency } = words;
  return world.forwarder({
    connections: concurrency,
    insecure: insecure === true,
    ...(authorities && { authorities }),
  });
}

function registeringFrom(
  { host, spawn }: World,
  words: ListenWords,
  { ownSecret, api, catalogue, scope, machine }: Found,
): Registering | undefined {
  if (ownSecret === undefined || api === undefined) return undefined;
  const patterns = words.events.flatMap(patternsIn);
  const events = catalogue.filter((event) => isWanted(patterns, event));
  if (events.length === 0)
    throw failure('usage', { message: 'No events are left to subscribe to.', param: '--events' });
  const { profileIds, accountIds } = scope;
  return {
    api,
    listener: { machine, pid: host.pid, alive: (pid) => spawn.alive(pid) },
    endpoint: { secret: ownSecret, events, profileIds, accountIds, isWide: patterns.length === 0 },
    ...(words.publicUrl !== undefined && { publicUrl: words.publicUrl }),
  };
}

function backfillFrom({ webhookId }: ListenWords, { since, api }: Found): Backfill | undefined {
  if (since === undefined || api === undefined) return undefined;
  return { api, since, ...(webhookId !== undefined && { webhookId }) };
}

/** One line, with the fields of the first of the output. */
async function toldReady(
  world: Pick<World, 'files' | 'tell' | 'clock'>,
  { readyFile, readyFd }: ListenWords,
  line: Ready,
): Promise<void> {
  const at = instantOf(world.clock.now());
  const text = `${JSON.stringify({ v: LINES_VERSION, ...line, at })}\n`;
  if (readyFile !== undefined) await world.files.writeAtomic(readyFile, text);
  if (readyFd !== undefined) await world.tell(readyFd, text);
}
