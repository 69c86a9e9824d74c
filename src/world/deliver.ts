/** The carrier of webhook deliveries: node:http(s) with connections kept, to addresses that were checked when connecting. */
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Arrival, ArrivalFault, Carrier, Outgoing } from '../kernel/delivery.ts';
import type { FaultKind } from '../kernel/transport.ts';
import { AddressRefused, lookupFor, refusedLiteral, type Reach } from './address.ts';
import { faultOf } from './http-fault.ts';

/** Idle connections kept for one address: as many as the service sends side by side, so that none is opened for nothing. */
const IDLE_KEPT = 1600;

/** As much of an answer as is handed back. */
const SHOWN_BYTES = 4_096;

/** A longer answer costs its connection. */
const DRAINED_BYTES = 64 * 1_024;

export function openCarrier(reach: Reach): Carrier {
  const under = new Set<ClientRequest>();
  let agents = agentsFor();
  const lookup = lookupFor(reach);
  const begin = (outgoing: Outgoing): ClientRequest => {
    const target = targetOf(outgoing.url);
    const { request } = target.secure ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
    // As bytes: a text would take the headers with it into UTF-8, which headers are not.
    const body = typeof outgoing.body === 'string' ? Buffer.from(outgoing.body) : outgoing.body;
    const headers = { ...outgoing.headers, 'content-length': body.length };
    const agent = agents(target.secure);
    const made = request({
      ...target.options,
      method: outgoing.method ?? 'POST',
      headers,
      agent,
      lookup,
    } as RequestOptions);
    under.add(made);
    made.once('close', () => under.delete(made));
    made.end(body);
    return made;
  };
  return {
    post: (outgoing) => new Passage(outgoing, begin, refusedLiteral(reach, hostOf(outgoing.url))).arrival,
    cut() {
      for (const request of under) request.destroy(new Aborted());
      agents.destroy();
      agents = agentsFor();
    },
  };
}

class Aborted extends Error {}

interface Agents {
  (secure: boolean): Agent;
  destroy(): void;
}

function agentsFor(): Agents {
  const open: [plain?: Agent, secure?: Agent] = [];
  const options = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: IDLE_KEPT, scheduling: 'lifo' } as const;
  const made = (secure: boolean): Agent =>
    secure
      ? new (process.getBuiltinModule('node:https').Agent)(options)
      : new (process.getBuiltinModule('node:http').Agent)(options);
  return Object.assign((secure: boolean) => (open[secure ? 1 : 0] ??= made(secure)), {
    destroy: () => open.forEach((agent) => agent?.destroy()),
  });
}

interface Target {
  readonly secure: boolean;
  readonly options: RequestOptions;
  readonly host: string;
}

/** Addresses as node:http takes them; an endpoint's is asked for with every delivery. */
const targets = new Map<string, Target>();
const TARGETS_KEPT = 1_000;

function targetOf(url: string): Target {
  const known = targets.get(url);
  if (known !== undefined) return known;
  const parsed = new URL(url);
  const options = process.getBuiltinModule('node:url').urlToHttpOptions(parsed) as RequestOptions;
  const target = { secure: parsed.protocol === 'https:', options, host: parsed.hostname.replace(/^\[|\]$/g, '') };
  if (targets.size >= TARGETS_KEPT) targets.clear();
  targets.set(url, target);
  return target;
}

const hostOf = (url: string): string => targetOf(url).host;

/** One delivery until it has arrived or failed. */
class Passage {
  readonly arrival: Promise<Arrival>;
  readonly #outgoing: Outgoing;
  readonly #begin: (outgoing: Outgoing) => ClientRequest;
  readonly #started = process.hrtime.bigint();
  #settle: (arrival: Arrival) => void = () => undefined;
  #request: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #pieces: Buffer[] = [];
  #sizeBytes = 0;
  #repeated = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(outgoing: Outgoing, begin: (outgoing: Outgoing) => ClientRequest, refused: Error | undefined) {
    this.#outgoing = outgoing;
    this.#begin = begin;
    this.arrival = new Promise((resolve) => (this.#settle = resolve));
    if (refused === undefined) this.#set();
    else this.#failed(refused);
  }

  #set(): void {
    this.#timer = setTimeout(() => this.#late(), this.#outgoing.timeoutMs);
    this.#send();
  }

  #send(): void {
    try {
      const request = (this.#request = this.#begin(this.#outgoing));
      request.once('response', (answer) => this.#answered(answer));
      request.on('error', (error) => this.#broken(request, error));
    } catch (error) {
      this.#failed(error as Error);
    }
  }

  #answered(answer: IncomingMessage): void {
    this.#answer = answer;
    answer.on('data', (piece: Buffer) => this.#take(piece));
    answer.once('end', () => this.#arrived());
    answer.once('error', () => this.#arrived());
    answer.once('close', () => this.#arrived());
  }

  #take(piece: Buffer): void {
    if (this.#sizeBytes < SHOWN_BYTES) this.#pieces.push(piece.subarray(0, SHOWN_BYTES - this.#sizeBytes));
    this.#sizeBytes += piece.length;
    if (this.#sizeBytes > DRAINED_BYTES) this.#cutOff();
  }

  /** The status is known; what is still to come is not waited for. */
  #cutOff(): void {
    this.#arrived();
    this.#request?.destroy();
  }

  /** A kept connection that the endpoint closes in the moment of sending says nothing about the endpoint. */
  #broken(request: ClientRequest, error: Error): void {
    if (this.#answer !== undefined) return this.#arrived();
    const isStale = request.reusedSocket && !this.#repeated && /^(ECONNRESET|EPIPE)$/.test(codeOf(error));
    if (!isStale) return this.#failed(error);
    this.#repeated = true;
    this.#send();
  }

  #late(): void {
    if (this.#answer !== undefined) return this.#cutOff();
    const seconds = this.#outgoing.timeoutMs / 1_000;
    this.#done({ fault: 'timeout', sentence: `No response within ${String(seconds)} s.`, durationMs: this.#elapsed() });
    this.#request?.destroy();
  }

  #arrived(): void {
    const body = Buffer.concat(this.#pieces).toString('utf8');
    this.#done({ status: this.#answer?.statusCode ?? 0, body, durationMs: this.#elapsed() });
  }

  #failed(error: Error): void {
    this.#done({ ...faultIn(error), durationMs: this.#elapsed() });
  }

  #done(arrival: Arrival): void {
    clearTimeout(this.#timer);
    this.#settle(arrival);
  }

  #elapsed(): number {
    return Number((process.hrtime.bigint() - this.#started) / 1_000_000n);
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

const FAULTS: Readonly<Partial<Record<FaultKind, ArrivalFault>>> = {
  dns: 'dns',
  connect: 'connect',
  connect_timeout: 'connect',
  timeout: 'timeout',
  tls: 'tls',
  reset: 'reset',
};

function faultIn(error: Error): { fault: ArrivalFault; sentence: string } {
  if (error instanceof Aborted) return { fault: 'aborted', sentence: 'The service is stopping.' };
  if (error instanceof AddressRefused) return { fault: 'address', sentence: error.message };
  const fault = faultOf(error, false);
  const kind = 'kind' in fault ? FAULTS[fault.kind as FaultKind] : undefined;
  return { fault: kind ?? 'protocol', sentence: fault.message || codeOf(error) || 'The connection failed.' };
}
