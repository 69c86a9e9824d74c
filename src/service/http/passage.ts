/** What is known of one request on its way through the corridor; every stage adds to it. Made in server.ts. */
import type { FastifyRequest } from 'fastify';
import type { Card } from '../../kernel/card.ts';
import type { Caller } from '../call.ts';
import type { RateState } from '../limits/rate.ts';

/** Something worth telling the person who looks at the request log. */
export interface Note {
  readonly kind: 'ignored_key' | 'fault' | 'replayed' | 'failure';
  readonly message: string;
  /** Dotted name of an ignored key. */
  readonly param?: string;
  readonly suggestion?: string;
}

export interface Passage {
  readonly requestId: string;
  /** True when the caller's own id was valid and is reused. */
  readonly requestIdSent: boolean;
  /** Milliseconds on the service's clock. */
  readonly at: number;
  /** Milliseconds on the machine's clock. */
  readonly begunAt: number;
  readonly notes: Note[];
  /** Decoded values of the places in the path. */
  params: Readonly<Record<string, string>>;
  card?: Card;
  caller?: Caller;
  rate?: RateState;
  /** Body text of the answer when it is an error, for the log. */
  errorCode?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    passage: Passage;
  }
}

/** The whole request path as the caller wrote it, without the query. */
export const pathOf = (request: FastifyRequest): string => (request.originalUrl.split('?', 1)[0] ?? '') || '/';
