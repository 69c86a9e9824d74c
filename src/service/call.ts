/** What a handler is given and what it gives back: the words between the corridor and the areas. Next stop: desk.ts, refuse.ts. */
import type { Card } from '../kernel/card.ts';

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

/** What is said of a call that the team itself makes, without a request. */
interface OwnCall extends Pick<Call, 'card' | 'requestId' | 'body' | 'origin'> {
  readonly teamId: string;
  readonly path?: Call['path'];
  /** Absent where nobody of the team is known to make it. */
  readonly userId?: string;
}

/** A call as the team's owner would make it: pages and seed packs act through the same handlers as requests. */
export const ownCall = ({ teamId, userId = '', ...rest }: OwnCall): Call => ({
  caller: { teamId, userId, role: 'owner', keyId: '', profileIds: null, readOnly: false, disabledGroups: [] },
  requestIdSent: false,
  path: {},
  query: {},
  headers: {},
  files: [],
  signal: new AbortController().signal,
  ...rest,
});

export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A part of a body that means nothing here, for the request log. */
export interface IgnoredKey {
  /** Dotted name. */
  readonly param: string;
  readonly suggestion?: string | undefined;
}

export interface Reply {
  readonly status: number;
  /** JSON, or the bytes of a file, whose type is then in the headers. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the function of the operation ignored, where the schema leaves open what is known. */
  readonly ignored?: readonly IgnoredKey[];
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
