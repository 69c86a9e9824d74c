/** One call of a local service's control surface. Every `svc local` command is a thin client of it. */
import { failure } from '../kernel/failure.ts';
import { TransportFault } from '../kernel/transport.ts';
import { MINUTE_MS } from '../kernel/time.ts';
import type { HttpAnswer, UploadBody } from '../world/http-call.ts';
import type { World } from '../world/world.ts';
import { failureOf, failureOfFault } from './failure.ts';

export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with `/_local/`. */
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON, without what is undefined. */
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface ControlTarget {
  readonly url: string;
  readonly controlKey: string;
  readonly dataDir: string;
}

type ControlWorld = Pick<World, 'http' | 'clock'>;

/** An advance may have years of work to do; nothing else takes long. */
const TIMEOUT_MS = 30 * MINUTE_MS;

/**
 * @returns the parsed answer
 * @throws Failure by code and status; `service_not_running` when nobody listens at the address
 */
export const sendControl = (
  world: ControlWorld,
  target: ControlTarget,
  call: ControlCall,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> => {
  const body = call.body === undefined ? {} : { type: 'application/json', content: JSON.stringify(call.body) };
  return exchange(world, { target, call, signal, ...body }, bodyOf);
};

/** Sends a body piece by piece. Returns and throws as `sendControl` does. */
export const sendControlStream = (
  world: ControlWorld,
  target: ControlTarget,
  call: Omit<ControlCall, 'body'> & { readonly body: UploadBody },
  signal?: AbortSignal,
): Promise<Record<string, unknown>> =>
  exchange(world, { target, call, signal, type: 'application/x-ndjson', content: call.body }, bodyOf);

/** Takes what comes piece by piece, as long as `take` reads it. Throws as `sendControl` does. */
export const takeControlStream = <T>(
  world: ControlWorld,
  target: ControlTarget,
  { call, take, signal }: Taking<T>,
): Promise<T> => exchange(world, { target, call, signal }, ({ body }) => take(body));

interface Taking<T> {
  readonly call: ControlCall;
  readonly take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>;
  readonly signal?: AbortSignal;
}

interface Sending {
  readonly target: ControlTarget;
  readonly call: Omit<ControlCall, 'body'>;
  readonly signal?: AbortSignal | undefined;
  readonly type?: string;
  readonly content?: string | UploadBody;
}

async function exchange<T>(
  world: ControlWorld,
  { target, call, signal, type, content }: Sending,
  read: (answer: HttpAnswer) => Promise<T>,
): Promise<T> {
  const url = urlOf(target, call);
  const words = { write: call.method !== 'GET', check: 'svc local status', requestId: '', nowMs: world.clock.now() };
  try {
    const answer = await world.http.single.send({
      method: call.method,
      url,
      headers: {
        authorization: `Bearer ${target.controlKey}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(content === undefined ? {} : { body: content }),
      timeoutMs: TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.status < 400) return await read(answer);
    throw failureOf({ status: answer.status, headers: answer.headers, body: await bodyOf(answer) }, words);
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    if (signal?.aborted === true) throw signal.reason;
    throw error.kind === 'connect' ? silent(target, error) : failureOfFault(error, url, words);
  }
}

function urlOf({ url }: ControlTarget, { path, query = {} }: Omit<ControlCall, 'body'>): string {
  const whole = new URL(path, url);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) whole.searchParams.set(name, String(value));
  return whole.href;
}

async function bodyOf(answer: HttpAnswer): Promise<Record<string, unknown>> {
  const text = Buffer.from(await answer.bytes()).toString('utf8');
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch (error) {
    throw failure('bad_answer', { message: 'The service there is not a local service.' }, error);
  }
}

const silent = ({ url, dataDir }: ControlTarget, cause: TransportFault) =>
  failure(
    'service_not_running',
    { message: `The local service of ${dataDir} does not answer at ${url}.`, details: { dataDir } },
    cause,
  );
