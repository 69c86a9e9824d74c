/** What came of a row: one record of the output. Used by import.ts. */
import { type Fields, isFields } from '../../kernel/json.ts';
import type { Failure, FailureFields } from '../../kernel/failure.ts';
import type { CallResult } from '../answer.ts';
import { partialPost } from '../partial.ts';
import { type FaultyRow, type Row, type RowProblem } from './row.ts';

export interface RowResult {
  /** Position in the batch, from 1. Absent for a part of a file that is no row. */
  readonly row?: number;
  readonly key?: string;
  /** File and line, for people. */
  readonly place: string;
  readonly result: Result;
  readonly postId?: string;
  /** State of the post. */
  readonly status?: string;
  readonly scheduledFor?: string;
  readonly requestId?: string;
  /** What the service has to say about a post that it took. */
  readonly warnings?: readonly unknown[];
  readonly error?: FailureFields;
  /** Why the row was not sent. */
  readonly problems?: readonly RowProblem[];
}

/**
 * `made` now, `already` by an earlier run, `partial` with targets that failed, `failed` without a post, `unknown` when nobody can
 * tell, `invalid` when it was not sent.
 */
type Result = 'made' | 'already' | 'partial' | 'failed' | 'unknown' | 'invalid';

interface Named {
  readonly row: Row;
  readonly key?: string;
}

const nameOf = ({ row: { number, place }, key }: Named) => ({ row: number, ...(key !== undefined && { key }), place });

/** A row whose post came back. */
export function madeResult(named: Named, { body, requestId }: CallResult): RowResult {
  const post = postIn(body);
  const partial = partialPost(post, requestId);
  const [postId, status, scheduledFor] = ['_id', 'status', 'scheduledFor'].map((name) => textIn(post, name));
  return {
    ...nameOf(named),
    result: partial === undefined ? 'made' : 'partial',
    ...(postId !== undefined && { postId }),
    ...(status !== undefined && { status }),
    ...(scheduledFor !== undefined && { scheduledFor }),
    requestId,
    ...(isFields(body) && Array.isArray(body['warnings']) && { warnings: body['warnings'] as unknown[] }),
    ...(partial && { error: partial.fields }),
  };
}

export const failedResult = (named: Named, { fields }: Failure, isKnown: boolean): RowResult => ({
  ...nameOf(named),
  result: isKnown ? 'failed' : 'unknown',
  ...(fields.requestId !== undefined && { requestId: fields.requestId }),
  error: fields,
});

/** A row that an earlier run has sent, or whose refusal names its post. */
export const alreadyResult = (named: Named, post: string, status?: string): RowResult => ({
  ...nameOf(named),
  result: 'already',
  postId: post,
  ...(status !== undefined && { status }),
});

export const invalidResult = ({ number, key, place, problems }: FaultyRow): RowResult => ({
  ...(number !== undefined && { row: number }),
  ...(key !== undefined && { key }),
  place,
  result: 'invalid',
  problems,
});

export const isFailed = ({ result }: RowResult): boolean => !['made', 'already'].includes(result);

function postIn(body: unknown): Fields {
  const post = isFields(body) ? body['post'] : undefined;
  return isFields(post) ? post : {};
}

const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};
