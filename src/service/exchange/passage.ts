/** A request as it came in, and what is known of it on its way through the corridor; every landing adds to that. Made in http/server.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Card } from '../../kernel/card.ts';
import type { Caller } from '../call.ts';
import type { RateState } from '../limits/rate.ts';
import type { Note, RecordChange } from '../requests/entry.ts';

export interface Passage {
  readonly requestId: string;
  /** True when the caller's own id was valid and is reused. */
  readonly requestIdSent: boolean;
  /** Milliseconds on the service's clock. */
  readonly at: number;
  /** Milliseconds on the machine's clock. */
  readonly begunAt: number;
  readonly notes: Note[];
  /** What the call changed, and how many writes of records beyond. Set by `handle`. */
  changed?: { readonly changes: readonly RecordChange[]; readonly more: number };
  /** Decoded values of the places in the path. */
  params: Readonly<Record<string, string>>;
  card?: Card;
  caller?: Caller;
  rate?: RateState;
  /** True for pages, files and readings of the console, which are neither counted nor logged. */
  isLook?: boolean;
  /** Body text of the answer when it is an error, for the log. */
  errorCode?: string;
}

/** What http/ has read of a request. */
export interface Incoming {
  readonly method: string;
  /** Path and query under `/v1`, whichever prefix the caller used. */
  readonly url: string;
  /** Path and query as the caller wrote them. */
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  /** Values are text or lists of text. */
  readonly query: unknown;
  /** The bytes, where the body has been read. */
  readonly body: unknown;
  readonly ip: string;
  readonly passage: Passage;
}

/** The whole request path as the caller wrote it, without the query. */
export const pathOf = (request: Incoming): string => (request.originalUrl.split('?', 1)[0] ?? '') || '/';
