/** One line of the request log, and what may be noted on it. Kept by log.ts and journal.ts. */

/** Something worth telling the person who looks at the request log. */
export interface Note {
  readonly kind: 'ignored_key' | 'fault' | 'replayed' | 'failure';
  readonly message: string;
  /** Dotted name of an ignored key. */
  readonly param?: string;
  readonly suggestion?: string;
}

/** Characters of a name that the log keeps. */
const LONGEST_NAME = 200;

/** @param name dotted @param nearest a name that is known and may have been meant */
export function ignoredKey(name: string, nearest: string | undefined): Note {
  const param = name.slice(0, LONGEST_NAME);
  return {
    kind: 'ignored_key',
    param,
    message: `${param} is not known here and was ignored.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
    ...(nearest === undefined ? {} : { suggestion: nearest }),
  };
}

/** A record that a call created, changed or deleted. */
export interface RecordChange {
  readonly did: 'created' | 'changed' | 'deleted';
  readonly kind: string;
  readonly id: string;
  /** Of a changed record. */
  readonly fields?: readonly FieldChange[];
}

/** A field with what it was and is, where both are a number, a yes or no, a time, or a state; else its name alone. */
export interface FieldChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface LoggedRequest {
  readonly requestId: string;
  /** ISO 8601, service clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** operationId, or null at an unknown address. */
  readonly operation: string | null;
  /** 0 when the connection was cut without an answer. */
  readonly status: number;
  readonly code: string | null;
  /** Id of the API key. */
  readonly key: string | null;
  readonly teamId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly durationMs: number;
  readonly notes: readonly Note[];
  /** Absent in entries of earlier versions. */
  readonly changes?: readonly RecordChange[];
  /** Number of further writes that are not listed; absent if every write is. */
  readonly moreChanges?: number;
}

export interface RequestFilter {
  readonly operation?: string;
  readonly status?: number;
  readonly key?: string;
  readonly teamId?: string;
  readonly requestId?: string;
  /** Milliseconds, inclusive. */
  readonly since?: number;
  readonly limit?: number;
  /** Only entries older than the one at this place of the log; `next` of a page. */
  readonly before?: number;
}
