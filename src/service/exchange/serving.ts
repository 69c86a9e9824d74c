/** What http/ asks of whoever serves a call: the corridor for the API, control/ for the control surface. */
import type { Schema } from '../../kernel/schema.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Reply, UploadedFile } from '../call.ts';
import type { BOUNDS } from './bounds.ts';
import type { Incoming } from './passage.ts';

/** One request with what only the socket can do. */
export interface Exchange {
  readonly request: Incoming;
  /** Aborted when the caller closes the connection before the answer is out. */
  readonly hungUp: () => AbortSignal;
  /** Whether nobody waits for the answer any more. */
  readonly isAbandoned: () => boolean;
  /** Reads the body as multipart form data; `schema` is the body's object schema, resolved. */
  readonly readForm: (reading: FormReading) => Promise<Form>;
}

export interface FormReading {
  readonly schema: Schema;
  readonly schemas: Schemas;
}

export type Form =
  | { readonly refusal: Reply }
  | { readonly value: Readonly<Record<string, unknown>>; readonly files: readonly UploadedFile[] };

/** How an answer leaves: whole, with the connection cut instead, with half of its bytes, or as JSON that nobody can read. */
export type Leaving = 'whole' | 'cut' | 'half' | 'garbled';

/** What is sent, and how it leaves. */
export interface Outcome {
  readonly reply: Reply;
  readonly leaving: Leaving;
}

export interface Serving {
  /** Decides how large the body may be. */
  readonly bodySize: keyof (typeof BOUNDS)['bytes'];
  /** Runs before the body is read; a reply ends the call there. */
  enter(request: Incoming): Promise<Reply | undefined>;
  serve(exchange: Exchange): Promise<Outcome>;
}

/** An address with what serves it. */
export interface Served {
  readonly method: string;
  readonly path: string;
  /** Called when a request first leads here: a start would wait for hundreds. */
  readonly make: () => Serving;
}
