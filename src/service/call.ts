/** What a handler is given and what it gives back. The words between http/ and areas/. */
import type { ClockMode } from '../kernel/steering.ts';
import type { Card } from '../kernel/card.ts';
import { API_ERRORS, type ApiErrorCode } from '../kernel/errors.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Networks } from './networks/driver.ts';
import type { Arrival } from '../kernel/delivery.ts';
import type { WebhookRecord } from './areas/webhooks/webhook.ts';
import type { DeliveryQueue } from './delivery/queue.ts';
import type { RequestLog } from './requests/log.ts';
import type { Store, StoredEvent } from './store/store.ts';
import type { Plan } from './limits/plan.ts';
import type { Catalog } from '../catalog/catalog.ts';

export interface Caller {
  readonly teamId: string;
  readonly userId: string;
  readonly role: string;
  readonly keyId: string;
  /** Null when the key reaches every profile of the team. */
  readonly profileIds: readonly string[] | null;
  readonly readOnly: boolean;
  readonly disabledGroups: readonly string[];
}

export interface Call {
  readonly card: Card;
  readonly caller: Caller;
  /** UUID: the caller's own when valid, else ours. */
  readonly requestId: string;
  /** True when the caller sent the request id, so that it may serve as an idempotency key. */
  readonly requestIdSent: boolean;
  readonly path: Readonly<Record<string, string>>;
  /** Coerced and defaulted by the card. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Names in the query as the caller wrote it; absent where the call was not made over HTTP. */
  readonly queried?: ReadonlySet<string>;
  readonly headers: Readonly<Record<string, string>>;
  /** Validated against the card; unknown keys already dropped. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Parts of a multipart body, in order. */
  readonly files: readonly UploadedFile[];
  /** Address under which the caller reached us, without a trailing slash; base of upload and media URLs. */
  readonly origin: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Reply {
  readonly status: number;
  /** JSON, or the bytes of a file, whose type then stands in the headers. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The doors and parts an area works with. */
export interface Desk {
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly ids: Ids;
  readonly networks: Networks;
  readonly plan: PlanDesk;
  readonly catalog: Catalog;
  readonly media: MediaShelf;
  readonly delivery: DeliveryDesk;
  /** The latest calls of the API. */
  readonly requests: Pick<RequestLog, 'list' | 'whole'>;
  /** Reads a public URL's headers (size, type) without its body; undefined when it cannot be reached within 5 s. */
  readonly probe: (url: string) => Promise<{ contentType: string | null; sizeBytes: number | null } | undefined>;
  /** Told after a commit that new work may be due now. */
  readonly wake: () => void;
}

/** What brings events to their endpoints. */
export interface DeliveryDesk {
  /** The door that events pass when they are emitted. */
  readonly queue: DeliveryQueue;
  /** Sends an endpoint everything that is due; ends when nothing is. */
  run(webhookId: string): Promise<void>;
  /** Tells endpoints that are being served that more has been committed for them. */
  wake(webhookIds: ReadonlySet<string>): void;
  /** One attempt, logged and never repeated by itself. The event and its delivery to the endpoint are stored already. */
  send(webhook: WebhookRecord, event: StoredEvent): Promise<Arrival>;
}

export interface ServiceClock extends Clock {
  readonly mode: ClockMode;
}

export interface PlanDesk {
  /** The team's plan, whole. */
  of(teamId: string): Promise<Plan>;
  set(teamId: string, plan: Plan): Promise<void>;
}

/** Bytes of uploaded media: on disk under the data folder, or in memory when ephemeral. */
export interface MediaShelf {
  /** Streams bytes in; refuses past `maxBytes` with a `too_large` result and leaves nothing behind. */
  write(key: string, bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<{ sizeBytes: number } | 'too_large'>;
  /** The bytes, all of them or those of `range`; `sizeBytes` is the size of the whole. */
  read(key: string, range?: ByteRange): Promise<{ bytes: AsyncIterable<Uint8Array>; sizeBytes: number } | undefined>;
  remove(key: string): Promise<void>;
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type Handler = (call: Call, desk: Desk) => Promise<Reply>;

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });

export interface RefusalFields {
  readonly param?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Extra top-level keys the specification names, for example `required_group`. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** An expected refusal as a reply: the flat envelope of the specification ("Envelope"). */
export function refuse(code: ApiErrorCode, fields: RefusalFields = {}): Reply {
  const row = API_ERRORS[code];
  const { param, details, more } = fields;
  return {
    status: fields.status ?? row.status,
    body: {
      error: fields.message ?? row.sentence,
      type: row.type,
      code,
      ...(param === undefined ? {} : { param }),
      ...(details === undefined ? {} : { details }),
      ...more,
    },
    ...(fields.headers === undefined ? {} : { headers: fields.headers }),
  };
}

/** One of the answers that predate the envelope: `error`, perhaps `details`, nothing else. */
export const refuseBare = (status: number, error: string, details?: Readonly<Record<string, unknown>>): Reply => ({
  status,
  body: { error, ...(details === undefined ? {} : { details }) },
});
