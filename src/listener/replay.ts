/** Recorded deliveries sent once more: the same bytes, the same ids, in their order and, if wanted, at their pace. */
import type { Clock } from '../kernel/clock.ts';
import type { Carrier, Sent } from '../kernel/delivery.ts';
import type { Recorded } from '../kernel/recorded.ts';
import { namesOn, type Prefixes } from '../webhooks/headers.ts';
import { signatureOf } from '../webhooks/sign.ts';
import { headersOnward } from './passing.ts';
import { outcomeOf } from './sending.ts';

export interface Replay {
  /** Where all go; absent sends each where it went before. */
  readonly to?: string | undefined;
  /** Signs anew with this secret; absent keeps the signature that came. */
  readonly secret?: string | undefined;
  readonly prefixes: Prefixes;
  /** 1 keeps the pauses between deliveries, 10 makes a tenth of them; absent leaves none. */
  readonly speed?: number | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Where a delivery went when it came: the address of its latest outcome. */
export const wentTo = ({ outcomes }: Pick<Recorded, 'outcomes'>): string | undefined =>
  outcomes.findLast(({ target }) => target !== undefined && /^https?:/.test(target))?.target;

/** One after the other. A delivery that is not taken does not keep the next one from being sent. */
export async function* replayDeliveries(
  deliveries: readonly Recorded[],
  replay: Replay,
  { carrier, clock }: { readonly carrier: Carrier; readonly clock: Clock },
): AsyncGenerator<Sent & { readonly n: number }> {
  let before: number | undefined;
  for (const delivery of deliveries) {
    const pauseMs = pauseBetween(before, delivery.at, replay.speed);
    if (pauseMs > 0) await clock.sleep(pauseMs, replay.signal);
    replay.signal.throwIfAborted();
    before = delivery.at;
    yield { n: delivery.n, ...(await sentAgain(delivery, replay, carrier)) };
  }
}

/** Milliseconds. */
const pauseBetween = (before: number | undefined, at: number, speed: number | undefined): number =>
  before === undefined || speed === undefined ? 0 : Math.max(0, (at - before) / speed);

async function sentAgain(delivery: Recorded, replay: Replay, carrier: Carrier): Promise<Sent> {
  const { body, event = '', id = '' } = delivery;
  const url = replay.to ?? wentTo(delivery) ?? '';
  const headers = headersFor(delivery, replay);
  const arrival = await carrier.post({ url, headers, body, timeoutMs: replay.timeoutMs });
  const signed = Object.keys(headers).some((name) => name.toLowerCase().endsWith('-signature'));
  return outcomeOf(arrival, { event, id, url, sizeBytes: body.byteLength, signed });
}

/** As they came, doubles included, without those of the connection. */
function headersFor(delivery: Recorded, { secret, prefixes }: Replay): Record<string, string | string[]> {
  const signatures = namesOn('Signature', delivery.headers, prefixes);
  const kept = headersOnward(delivery).filter(
    ([name]) => secret === undefined || !signatures.some((one) => one.toLowerCase() === name.toLowerCase()),
  );
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of kept) {
    const same = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
    headers[same] = headers[same] === undefined ? value : [...[headers[same]].flat(), value];
  }
  if (secret !== undefined) for (const name of signatures) headers[name] = signatureOf(delivery.body, secret);
  return headers;
}
