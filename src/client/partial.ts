/** Looks into a 2xx answer for targets or rows that failed all the same. Source: GEN-14, POST-65 */
import { type Fields, isFields, isList } from '../kernel/json.ts';
import type { Card, FailureList } from '../kernel/card.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { adviceFor, type FailedTarget } from './advice.ts';
import type { CallResult } from './answer.ts';
import { platformLabel } from '../platforms/labels.ts';

/** Statuses of a post some or all of whose targets failed. */
export const FAILED_STATUSES = ['failed', 'partial'];

/**
 * What a 2xx answer says against itself, or undefined for a whole success. The answer is still the result.
 */
export function failureWithin(card: Card, result: CallResult): Failure | undefined {
  const { body, requestId } = result;
  const partial = partialOf(card, result);
  if (partial !== undefined || !isFields(body) || body['success'] !== false) return partial;
  const said = textOf(body['error']) ?? textOf(body['message']);
  return failure('unsuccessful', { requestId, ...(said !== undefined && { message: said }) });
}

/**
 * The Failure `partial` (exit 9) for a 207, for a post that came back `partial` or `failed` from an operation that
 * publishes, and for entries that the answer names as failed; undefined for a whole success. The answer itself is still
 * the result.
 */
export function partialOf(card: Card, { status, body, requestId }: CallResult): Failure | undefined {
  if (status !== 207 && card.command.failures !== undefined) return partialList(card.command.failures, body, requestId);
  const post = isFields(body) && isFields(body['post']) ? body['post'] : undefined;
  if (status !== 207 && !(card.partial && post && FAILED_STATUSES.includes(String(post['status'])))) return undefined;
  return post === undefined ? partialRows(body, requestId) : partialPost(post, requestId);
}

/** The same for a post as such, for example after a wait. */
export function partialPost(post: Fields, requestId?: string): Failure | undefined {
  if (!FAILED_STATUSES.includes(String(post['status']))) return undefined;
  const targets = targetsOf(post);
  const failed = targets.filter((target) => target['status'] === 'failed').map(failedTarget);
  const names = failed.map(({ platform, username, accountId, message, advice }) => {
    const who = [platformLabel(platform), username ?? accountId].filter(Boolean).join(' ');
    return `${who}: ${message} (${advice})`;
  });
  return failure('partial', {
    message: [`${failed.length} of ${targets.length} targets failed.`, ...names].join('\n'),
    details: { status: post['status'], targets: failed },
    hint: `Fix the cause, then run \`svc posts retry ${String(post['_id'])}\`; it retries only the failed targets.`,
    ...(requestId !== undefined && { requestId }),
  });
}

/** A batch: `results` has one row per post, failed ones with `ok: false` and their errors. Source: POST-61 */
function partialRows(body: unknown, requestId: string): Failure {
  const fields = isFields(body) ? body : {};
  const rows = isList(fields['results']) ? fields['results'].filter(isFields) : [];
  const failed = rows.filter((row) => row['ok'] === false);
  const said = typeof fields['error'] === 'string' ? fields['error'] : 'Some rows failed; the response lists them.';
  const names = failed.map((row) => `row ${String(row['rowIndex'])}: ${wordsOf(row['errors'])}`);
  return failure('partial', {
    message: failed.length === 0 ? said : [`${failed.length} of ${rows.length} rows failed.`, ...names].join('\n'),
    requestId,
    ...(failed.length > 0 && { details: { rows: failed } }),
  });
}

/** Entries that were rejected; the others are in effect. Source: GEN-14 */
function partialList(failures: FailureList, body: unknown, requestId: string): Failure | undefined {
  const { list, of, reason = 'message', whole = false } = failures;
  const rows = isFields(body) && isList(body[list]) ? body[list] : [];
  const failed = whole ? rows.filter((row) => isFields(row) && row[reason] !== undefined) : rows;
  if (failed.length === 0) return undefined;
  const names = failed.map((one) => (isFields(one) ? sentenceOf(one, failures) : String(one)));
  // `contactIds` holds contacts.
  const entries = of?.replace(/Ids$/, 's');
  const summary = entries === undefined ? 'The network rejected it.' : `${failed.length} of the ${entries} failed.`;
  return failure('partial', {
    message: [summary, ...names].join('\n'),
    details: { [list]: failed },
    hint: `Fix the cause and send ${entries === undefined ? 'it' : `only those ${entries}`} again.`,
    requestId,
  });
}

/** `events[1]: …` or `+4915112345678: …` */
function sentenceOf(one: Fields, { of = '', index, named, reason = 'message' }: FailureList): string {
  const who = index === undefined ? String(one[named ?? '']) : `${of}[${String(one[index])}]`;
  const why = isList(one[reason]) ? wordsOf(one[reason]) : textOf(one[reason]);
  return `${who}: ${why ?? 'no reason given'}`;
}

const wordsOf = (errors: unknown): string =>
  isList(errors) ? errors.map((error) => (typeof error === 'string' ? error : JSON.stringify(error))).join(' ') : '';

function failedTarget(target: Fields): FailedTarget {
  const account = target['accountId'];
  const platform = String(target['platform']);
  const message = typeof target['errorMessage'] === 'string' ? target['errorMessage'] : 'no reason given';
  const category = textOf(target['errorCategory']);
  const source = textOf(target['errorSource']);
  return {
    platform,
    ...accountOf(account),
    message,
    ...(category !== undefined && { category }),
    ...(source !== undefined && { source }),
    advice: adviceFor(platform, category, message),
  };
}

/** On answers an account is its id or a record. Source: POST-15 */
function accountOf(account: unknown): Pick<FailedTarget, 'accountId' | 'username'> {
  if (typeof account === 'string') return { accountId: account };
  if (!isFields(account)) return {};
  const [id, username] = [textOf(account['_id']), textOf(account['username'])];
  return { ...(id !== undefined && { accountId: id }), ...(username !== undefined && { username }) };
}

const targetsOf = (post: Fields): readonly Fields[] =>
  isList(post['platforms']) ? post['platforms'].filter(isFields) : [];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
