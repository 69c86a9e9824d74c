/** Takes from an answer of the API what a listener needs of it. Used by registering.ts and backfill.ts. */
import { failure } from '../kernel/failure.ts';

type Answer = Readonly<Record<string, unknown>>;

/** The list under this name. @throws Failure `bad_answer` when it is missing */
export function listIn<T>(answer: Answer, name: string): readonly T[] {
  const list = answer[name];
  if (Array.isArray(list)) return list as readonly T[];
  throw failure('bad_answer', { message: `Unexpected response from the API: it has no list \`${name}\`.` });
}

/** The record under this name. @throws Failure `bad_answer` when it is missing */
export function recordIn<T>(answer: Answer, name: string): T {
  const record = answer[name];
  if (typeof record === 'object' && record !== null) return record as T;
  throw failure('bad_answer', { message: `The response is not a valid API response: it has no \`${name}\`.` });
}
