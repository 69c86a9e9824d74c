/** One attempt: the stored bytes, signed as they are, to the endpoint as it is now. Asked by lane.ts and by calls that wait for it. */
import type { Arrival, Carrier, Outgoing } from '../../kernel/delivery.ts';
import { deliveryHeaders } from '../../webhooks/headers.ts';
import { signatureOf } from '../../webhooks/sign.ts';
import type { WebhookDoc, WebhookRecord } from './webhook.ts';
import type { StoredEvent } from '../store/store.ts';
import { ANSWER_WITHIN_MS } from '../../webhooks/ladder.ts';

/** An attempt that has ended. */
export interface Attempted {
  readonly webhook: WebhookRecord;
  readonly event: StoredEvent;
  readonly arrival: Arrival;
  /** Attempts before it that count; null for one that a caller asked for, which does not count. */
  readonly tries: number | null;
  /** Number of the delivery in the store, where it is known. */
  readonly seq?: number;
  /** Milliseconds on the service's clock: its end. */
  readonly at: number;
}

export const attempt = (carrier: Carrier, { doc }: WebhookRecord, event: StoredEvent): Promise<Arrival> =>
  carrier.post(outgoing(doc, event));

/** Source: WHK-10, WHK-42 to WHK-48 */
function outgoing(doc: WebhookDoc, event: StoredEvent): Outgoing {
  const headers = { ...doc.customHeaders, ...headersFor(doc, event) };
  return { url: doc.url, headers, body: event.body, timeoutMs: ANSWER_WITHIN_MS };
}

/** The headers of the service itself, signed with the endpoint's secret if it has one. */
export function headersFor({ secret }: WebhookDoc, { id, type, body }: StoredEvent): Readonly<Record<string, string>> {
  const signed = secret === undefined || secret === '' ? {} : { signature: signatureOf(body, secret) };
  return deliveryHeaders({ event: type, id, ...signed });
}

export const isTaken = (arrival: Arrival): boolean =>
  'status' in arrival && arrival.status >= 200 && arrival.status < 300;

/** What is wrong with an answer, for people; null when nothing is. */
export function problemOf(arrival: Arrival): string | null {
  if ('fault' in arrival) return arrival.sentence;
  if (isTaken(arrival)) return null;
  const isRedirect = arrival.status >= 300 && arrival.status < 400;
  return `The endpoint responded with ${String(arrival.status)}${isRedirect ? '; redirects are not followed' : ''}.`;
}
