/**
 * Opens a port for deliveries: each is verified over its raw bytes before it is parsed, and passed on with the verdict.
 * Used by `listen` and `expect`. Next stop: taking.ts.
 */
import { isLoopback } from '../kernel/loopback.ts';
import type { Verdict, VerifyMode } from '../kernel/listening.ts';
import { PREFIXES, prefixAdvice, type Prefixes } from '../webhooks/headers.ts';
import { envelopeIn, isProblem, labelOf, signedBy, type Envelope, type Problem } from '../webhooks/receive.ts';
import type { KnownSecret } from '../webhooks/verify.ts';
import type { Answer, Head, OpenDoor, Turned } from '../world/receive.ts';
import type { World } from '../world/world.ts';

/** A delivery as it came. */
export interface Arrival extends Head {
  /** Milliseconds since the epoch, on the receiver's clock. */
  readonly at: number;
  readonly body: Uint8Array;
}

/** A delivery that is taken. */
export interface Delivery extends Arrival {
  readonly envelope: Envelope;
  readonly signature: Verdict;
  /** Name of the secret that signed. */
  readonly secretName?: string;
  /** With `valid`: how to store the prefix of its headers, where the settings do not have it. */
  readonly advice?: string;
  /** With `invalid`, which `warn` lets pass: why. */
  readonly problem?: Problem;
}

/** A delivery that is not taken. What `event` and `id` say is the sender's word alone. */
export interface Invalid extends Arrival {
  readonly problem: Problem;
  readonly event?: string;
  readonly id?: string;
}

/** A request that is no delivery. */
export interface Refused {
  readonly why: Turned | 'method' | 'path' | 'host' | 'content_type';
  readonly status: number;
  /** What was wrong, where it can be said in a word: the method, the path, the host. */
  readonly what?: string;
}

export interface ReceiverOptions {
  /** 127.0.0.1 unless given. */
  readonly host?: string;
  /** A free one unless given. */
  readonly port?: number;
  /** `/` unless given: every path. Else exactly this one. */
  readonly path?: string;
  readonly mode: VerifyMode;
  readonly secrets: readonly KnownSecret[];
  /** Further secrets, asked only to explain a mismatch. */
  readonly others?: readonly KnownSecret[];
  readonly prefixes?: Prefixes;
  /** Names under which a tunnel or proxy reaches a receiver on loopback. Without them only loopback's own are answered. */
  readonly hostNames?: readonly string[];
  /** The answer to the sender; 200 when undefined. */
  onDelivery(delivery: Delivery): Promise<Answer | undefined>;
  /** Awaited before the sender gets a 401. */
  onInvalid?(invalid: Invalid): Promise<void>;
  onRefused?(refused: Refused): void;
}

export interface Receiver {
  /** Where deliveries are to be sent, its path included. */
  readonly url: string;
  readonly port: number;
  /** Resolves when the port can no longer be listened on. */
  readonly broken: Promise<Error>;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 5 * 1024 * 1024;

const BOUNDS = {
  maxBodyBytes: MAX_BODY_BYTES,
  withinMs: 10_000,
  maxConnections: 512,
  maxHeldBytes: 16 * MAX_BODY_BYTES,
};

/**
 * GET on `/healthz` says that it is there.
 * @throws Failure `port_taken`; `usage` for an address that is not this machine's
 */
export async function openReceiver(
  world: Pick<World, 'receive' | 'clock'>,
  options: ReceiverOptions,
): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, path = '/' } = options;
  const desk = new Desk(options, () => world.clock.now());
  const open: OpenDoor = await world.receive(desk, { host, port, ...BOUNDS });
  const { broken, close } = open;
  return { url: `http://${urlHost(host)}:${String(open.port)}${path}`, port: open.port, broken, close };
}

/** An address for all of this machine's addresses is reached by loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The answer to a delivery that was taken. */
export const OK: Answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"received":true}' };

class Desk {
  readonly #options: ReceiverOptions;
  readonly #now: () => number;
  readonly #prefixes: Prefixes;

  constructor(options: ReceiverOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
    this.#prefixes = options.prefixes ?? PREFIXES;
  }

  /** The host first: a page in a browser may not even learn that we are here. */
  look(head: Head): Answer | undefined {
    const path = head.target.split('?', 1)[0] ?? '';
    const named = valuesOf(head, 'host');
    if (named.length !== 1 || !this.#isOurs(named[0] ?? '')) return this.#refused('host', 421, named.join(', '));
    if (path === '/healthz' && (head.method === 'GET' || head.method === 'HEAD')) return { ...OK, body: '{"ok":true}' };
    if (head.method !== 'POST')
      return { ...this.#refused('method', 405, head.method), headers: { allow: 'POST', 'content-type': 'text/plain' } };
    const wanted = this.#options.path ?? '/';
    if (wanted !== '/' && path !== wanted) return this.#refused('path', 404, path);
    const [type = ''] = valuesOf(head, 'content-type');
    return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
      ? undefined
      : this.#refused('content_type', 415, type);
  }

  async take(head: Head, body: Uint8Array): Promise<Answer> {
    const arrival: Arrival = { ...head, body, at: this.#now() };
    const found = this.#judged(arrival);
    if ('envelope' in found) return (await this.#options.onDelivery(found)) ?? OK;
    await this.#options.onInvalid?.(found);
    const isUnreadable = found.problem.reason === 'not_json' || found.problem.reason === 'no_envelope';
    // Only the reason's name: the sentence may speak of secrets.
    return { status: isUnreadable ? 400 : 401, body: `${found.problem.reason}\n` };
  }

  turned(why: Turned, status: number): void {
    this.#options.onRefused?.({ why, status });
  }

  /** Source: WHK-49, WHK-50 */
  #judged(arrival: Arrival): Delivery | Invalid {
    const { mode, secrets, others = [] } = this.#options;
    const signer = mode === 'off' ? undefined : signedBy(arrival, { secrets, others, prefixes: this.#prefixes });
    const unsigned = signer !== undefined && isProblem(signer) ? signer : undefined;
    if (unsigned !== undefined && mode === 'require') return this.#invalid(arrival, unsigned);
    const envelope = envelopeIn(arrival, this.#prefixes);
    if (isProblem(envelope)) return this.#invalid(arrival, envelope);
    if (unsigned !== undefined) return { ...arrival, envelope, signature: 'invalid', problem: unsigned };
    if (typeof signer !== 'string') return { ...arrival, envelope, signature: 'unchecked' };
    const advice = prefixAdvice(arrival.headers, this.#prefixes);
    return { ...arrival, envelope, signature: 'valid', secretName: signer, ...(advice !== undefined && { advice }) };
  }

  #invalid(arrival: Arrival, problem: Problem): Invalid {
    const event = labelOf('Event', arrival.headers, this.#prefixes);
    const id = labelOf('Event-Id', arrival.headers, this.#prefixes);
    return { ...arrival, problem, ...(event !== undefined && { event }), ...(id !== undefined && { id }) };
  }

  /** A name that anybody can point at this machine must not open what listens on loopback alone. */
  #isOurs(host: string): boolean {
    const name = host.replace(/:\d+$/, '').toLowerCase();
    const names = this.#options.hostNames ?? [];
    if (isLoopback(name) || names.some((one) => one.toLowerCase() === name)) return true;
    return !isLoopback(this.#options.host ?? '127.0.0.1') && names.length === 0;
  }

  #refused(why: Refused['why'], status: number, what: string): Answer {
    this.#options.onRefused?.({ why, status, what: what.slice(0, 100) });
    return { status, body: `${why}\n` };
  }
}

const valuesOf = ({ headers }: Head, wanted: string): readonly string[] =>
  headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
