/** Events sent to an endpoint by hand, as the service would send them: the same headers, the same signature. Used by send, trigger and replay. */
import type { Arrival, Carrier, GoingOut, Sent } from '../kernel/delivery.ts';
import { deliveryHeaders, headerProblem, type Prefixes } from '../webhooks/headers.ts';
import { signatureOf } from '../webhooks/sign.ts';

/** A body and what its headers say of it. */
export interface Parcel {
  readonly event: string;
  readonly id: string;
  /** Sent byte for byte. */
  readonly body: Uint8Array;
}

export interface Manner {
  readonly url: string;
  /** Undefined leaves the delivery unsigned, as for an endpoint without a secret. */
  readonly secret?: string | undefined;
  readonly prefixes: Prefixes;
  /** Further headers; they cannot replace those of a delivery. */
  readonly more: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** The headers of a delivery of this parcel. */
export const headersFor = (
  { event, id, body }: Parcel,
  { secret, prefixes, more }: Manner,
): Record<string, string> => ({
  ...more,
  ...deliveryHeaders({ event, id, ...(secret !== undefined && { signature: signatureOf(body, secret) }) }, prefixes),
});

/** Sends once; nothing is repeated. Never throws. */
export async function sentOnce(carrier: Carrier, parcel: Parcel, manner: Manner): Promise<Sent> {
  const { url, timeoutMs, secret } = manner;
  const arrival = await carrier.post({ url, timeoutMs, headers: headersFor(parcel, manner), body: parcel.body });
  return outcomeOf(arrival, {
    event: parcel.event,
    id: parcel.id,
    url,
    sizeBytes: parcel.body.byteLength,
    signed: secret !== undefined,
  });
}

type Known = Pick<Sent, 'event' | 'id' | 'url' | 'sizeBytes' | 'signed'>;

/** The outcome of an attempt, with what was sent. */
export function outcomeOf(arrival: Arrival, known: Known): Sent {
  if ('fault' in arrival) {
    const { durationMs } = arrival;
    return { ...known, taken: false, status: null, durationMs, answer: null, error: missed(arrival, known.url) };
  }
  const { status, durationMs, body } = arrival;
  const taken = status >= 200 && status < 300;
  return { ...known, taken, status, durationMs, answer: body, error: taken ? null : refusal(status) };
}

/** In the words of one who waits for the answer. */
function missed({ fault, sentence }: Extract<Arrival, { fault: unknown }>, url: string): string {
  const { host } = new URL(url);
  if (fault === 'connect') return `Nothing is listening at ${host}.`;
  return fault === 'dns' ? `There is no host ${host}.` : sentence;
}

const refusal = (status: number): string =>
  status >= 300 && status < 400
    ? `The endpoint responded with ${String(status)}; redirects are not followed.`
    : `The endpoint responded with ${String(status)}.`;

/** What is to be sent, how, and how often. */
export interface Order {
  readonly manner: Manner;
  /** Made anew for each time. */
  readonly parcel: () => Parcel;
  readonly count: number;
  /** How many at a time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

export const shownOf = (parcel: Parcel, manner: Manner): GoingOut => ({
  headers: headersFor(parcel, manner),
  body: Buffer.from(parcel.body).toString('utf8'),
});

/** One that was sent, with what was sent; or many, as their answers come. */
export type Dispatched = { readonly sent: Sent; readonly shown: GoingOut } | { readonly all: AsyncGenerator<Sent> };

/** Sends what was ordered. Nothing is sent twice. */
export async function dispatchOrder(carrier: Carrier, order: Order): Promise<Dispatched> {
  const { manner, parcel, count, concurrency, signal } = order;
  if (count > 1) {
    const acts = repeated(count, signal, () => sentOnce(carrier, parcel(), manner));
    return { all: sideBySide(acts, concurrency) };
  }
  const one = parcel();
  return { sent: await sentOnce(carrier, one, manner), shown: shownOf(one, manner) };
}

function* repeated<T>(count: number, signal: AbortSignal, act: () => Promise<T>): Generator<() => Promise<T>> {
  for (let n = 0; n < count; n += 1) {
    signal.throwIfAborted();
    yield act;
  }
}

/** Several acts, at most `width` at a time; their results as they come. */
export async function* sideBySide<T>(acts: Iterable<() => Promise<T>>, width: number): AsyncGenerator<T> {
  const under = new Map<number, Promise<readonly [number, T]>>();
  let number = 0;
  for (const act of acts) {
    const key = number++;
    under.set(
      key,
      act().then((result) => [key, result] as const),
    );
    if (under.size >= width) yield await first(under);
  }
  while (under.size > 0) yield await first(under);
}

async function first<T>(under: Map<number, Promise<readonly [number, T]>>): Promise<T> {
  const [key, result] = await Promise.race(under.values());
  under.delete(key);
  return result;
}

/**
 * Headers typed as `Name: value`.
 * @returns them, or a sentence that says which one cannot be sent
 */
export function typedHeaders(texts: readonly string[], prefixes: Prefixes): Record<string, string> | string {
  const headers = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf(':');
    const [name, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
    const problem = at < 1 ? 'It must be Name: value.' : headerProblem(name, value, prefixes);
    if (problem !== undefined) return `--header ${JSON.stringify(text)} cannot be sent. ${problem}`;
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}
