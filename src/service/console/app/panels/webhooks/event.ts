/** Events and their deliveries, as the control surface answers them. Pure. */

export interface Attempt {
  readonly attemptNumber: number;
  readonly at: string;
  readonly status: string;
  readonly statusCode: number | null;
  readonly responseTime: number | null;
  readonly url: string;
  /** Body of the answer, as far as it is kept. */
  readonly response: string | null;
  readonly error?: string;
}

export interface Delivery {
  readonly webhookId: string;
  readonly state: string;
  readonly nextAttemptAt?: string;
  readonly attempts: readonly Attempt[];
  /** What a delivery carries, signed with the secret that the endpoint has now; null once the endpoint was removed. */
  readonly headers: Readonly<Record<string, string>> | null;
}

export interface StoredEvent {
  readonly id: string;
  readonly event: string;
  readonly timestamp: string;
  readonly payload: unknown;
  readonly requestId: string | null;
  readonly deliveries: readonly Delivery[];
}

export interface Endpoint {
  readonly _id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly isActive: boolean;
  readonly failureCount: number;
  readonly lastFiredAt?: string;
}

/** Of all deliveries together: the worst is said first. */
export function stateOf({ deliveries }: Pick<StoredEvent, 'deliveries'>): string {
  const states = deliveries.map(({ state }) => state);
  if (states.length === 0) return 'no endpoint';
  return (
    states.find((one) => one === 'failed' || one === 'dead') ??
    states.find((one) => one === 'pending') ??
    states[0] ??
    ''
  );
}

/** 64 hexadecimal characters, as the signature header carries them. */
export async function signatureOf(body: string, secret: string): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signature = await crypto.subtle.sign('HMAC', key, bytes.encode(body));
  return [...new Uint8Array(signature)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
