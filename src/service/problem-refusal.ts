/** Problems of a value as the 400 of the specification: the first one named, all of them in `details.errors`. */
import type { ApiErrorCode } from '../kernel/errors.ts';
import { paramOf, type Problem, type ProblemKind } from '../schema/problem.ts';
import type { Reply } from './call.ts';
import { refuse, refuseBare } from './refuse.ts';

const CODES: Readonly<Record<ProblemKind, ApiErrorCode>> = {
  missing: 'missing_required_field',
  invalid: 'invalid_field_value',
  unknown: 'invalid_field_value',
  exclusive: 'mutually_exclusive_fields',
};

/** The fields whose 400 predates the envelope, by operation. Source: POST-09. */
const OLDER_SHAPE: Readonly<Record<string, string>> = { createPost: 'timezone' };

/** Parameters whose wrong values have a code of their own. Source: ACC-29 */
const OWN_CODES: Readonly<Record<string, ApiErrorCode>> = { redirect_url: 'INVALID_REDIRECT_URL' };

/**
 * @param problems at least one
 * @param operation the operationId, for those that answer in an older shape
 */
export function problemRefusal(problems: readonly Problem[], operation = ''): Reply {
  const errors = problems.map((problem) => ({
    param: paramOf(problem),
    code: CODES[problem.kind],
    message: `${problem.sentence}.`,
    ...(problem.allowed === undefined ? {} : { allowed: problem.allowed }),
    ...(problem.suggestion === undefined ? {} : { suggestion: problem.suggestion }),
  }));
  const [first] = errors;
  if (first === undefined) return refuse('invalid_field_value');
  if (first.param !== '' && first.param === OLDER_SHAPE[operation]) return refuseBare(400, first.message);
  const param = first.param === '' ? {} : { param: first.param };
  const code = first.code === 'invalid_field_value' ? (OWN_CODES[first.param] ?? first.code) : first.code;
  return refuse(code, { ...param, message: first.message, details: { errors } });
}
