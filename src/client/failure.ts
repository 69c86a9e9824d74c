/** An HTTP answer that refuses, or a fault below HTTP, as the one Failure a person and a script can read. */
import { API_ERRORS, exitForStatus } from '../kernel/errors.ts';
import type { ExitName } from '../kernel/exits.ts';
import { Failure, failure, hintFor, type FailureFields } from '../kernel/failure.ts';
import { isLoopback } from '../kernel/loopback.ts';
import type { TransportFault } from '../kernel/transport.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import { accessRemedy, subcodeRemedy } from './advice.ts';
import { retryAfterSeconds } from './retry.ts';
import { platformLabel } from '../platforms/labels.ts';

/** An answer with status 400 or more, its body parsed as far as it could be. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CallWords {
  /** True for an operation that changes something. */
  readonly write: boolean;
  /** Command that shows whether a write took effect. */
  readonly check: string;
  readonly requestId: string;
  readonly nowMs: number;
  /** What to do when the key is refused, by where it came from. */
  readonly remedy?: string;
  /** Flag and value with which the same write can be sent again without being done twice. */
  readonly again?: string;
  /** For how long after the first sending that holds. */
  readonly againForMs?: number;
}

/** Reads `code` when there is one and the status otherwise; never the message. Source: ERR-14, ERR-16, VRS-07 */
export function failureOf(refusal: Refusal, words: CallWords): Failure {
  const { status, headers, body } = refusal;
  const code = textIn(body, 'code');
  const retryAfter = retryAfterSeconds(refusal, words.nowMs);
  const fields: FailureFields = {
    ...optional({ type: textIn(body, 'type') }),
    code: code ?? `http_${status}`,
    message: messageOf(body, status),
    status,
    ...optional({
      param: textIn(body, 'param'),
      details: detailsOf(refusal, words),
      platform: textIn(body, 'platform'),
      platformError: body['platformError'],
      requestId: headers[REQUEST_ID] ?? (words.requestId || undefined),
      retryAfter,
      hint: hintOf(refusal, code, words),
    }),
  };
  return new Failure(fields, exitOf(refusal));
}

/** A platform's refusal has an exit code of its own, whatever its status. */
function exitOf({ status, body }: Refusal): ExitName {
  if (body['type'] === 'platform_error' || body['code'] === 'platform_api_error') return 'platform';
  return isNotSimulated(body) ? 'rejected' : exitForStatus(status);
}

/** The local service's own word that it did nothing: no outcome is unknown. */
const isNotSimulated = (body: Refusal['body']): boolean => body['code'] === 'not_simulated';

/** The service's sentence, and the platform's own where it says more. Source: ERR-38 */
function messageOf(body: Refusal['body'], status: number): string {
  const said = textIn(body, 'error') ?? textIn(body, 'message') ?? `The service responded with ${status}.`;
  const platform = textIn(body, 'platform');
  const words = platformWords(body['platformError']);
  if (words === undefined || said.includes(words)) return said;
  return `${said} ${platform === undefined ? 'The platform' : platformLabel(platform)} says: ${words}`;
}

/** The sentence in a platform's raw payload. */
function platformWords(payload: unknown): string | undefined {
  if (typeof payload === 'string') return payload;
  if (typeof payload !== 'object' || payload === null) return undefined;
  const fields = payload as Record<string, unknown>;
  return (
    ['error_user_msg', 'message', 'error_description', 'detail'].map((name) => textIn(fields, name)).find(Boolean) ??
    platformWords(fields['error'])
  );
}

/** The envelope itself; every other key of an answer is kept under `details`. Source: AUTH-21, ERR-42 */
const ENVELOPE = ['error', 'message', 'type', 'code', 'param', 'details', 'platform', 'platformError'];

function detailsOf({ status, body }: Refusal, words: CallWords): unknown {
  const beside = Object.entries(body).filter(([name]) => !ENVELOPE.includes(name));
  if (typeof body['error'] === 'object' && body['error'] !== null) beside.push(['error', body['error']]);
  const isUnclear = status >= 500 && words.write && body['type'] !== 'platform_error' && !isNotSimulated(body);
  const unclear = isUnclear ? unknownOutcome(words) : {};
  const more = { ...Object.fromEntries(beside), ...unclear };
  if (Object.keys(more).length === 0) return body['details'];
  return { ...detailsAsFields(body['details']), ...more };
}

const detailsAsFields = (details: unknown): object =>
  typeof details === 'object' && details !== null && !Array.isArray(details)
    ? details
    : details === undefined
      ? {}
      : { details };

/** For programs: that the outcome of the write is unknown, and the command to check with. */
export const unknownOutcome = ({ check }: CallWords): { outcome: 'unknown'; check: string } => ({
  outcome: 'unknown',
  check,
});

function hintOf(refusal: Refusal, code: string | undefined, words: CallWords): string | undefined {
  const { status, body } = refusal;
  const dashboard = textIn(body, 'dashboard_url');
  const group = textIn(body, 'required_group');
  if (status === 402) return paymentHint(code, dashboard);
  if (group !== undefined) return groupHint(group);
  if (status === 401 && code !== 'missing_credentials' && words.remedy !== undefined) return words.remedy;
  if (exitOf(refusal) === 'platform') return platformHint(refusal);
  if (status >= 500 && words.write && !isNotSimulated(body)) return unknownHint(words);
  // A value that is not permitted, such as a person who takes no messages, says nothing about the key.
  const isOfValue = code === 'insufficient_permissions' && textIn(body, 'param') !== undefined;
  return (
    existingPostHint(body) ??
    quotaHint(body) ??
    (isOfValue ? undefined : (hintFor(code) ?? hintForStatus(status, code)))
  );
}

/** A restricted key cannot widen itself. Source: AUTH-10 */
const groupHint = (group: string): string =>
  `This key lacks the group ${group}. A full-access key, or an administrator, can create one that has it: ` +
  '`svc api-keys create --name NAME`, without that group among its --disabled-resource-groups.';

function paymentHint(code: string | undefined, dashboard: string | undefined): string | undefined {
  if (dashboard === undefined)
    return hintFor(code) ?? 'Update the payment card or plan in the dashboard; changing the request will not help.';
  // The console of a local service shows the plan to those who are signed in to it.
  if (URL.canParse(dashboard) && isLoopback(new URL(dashboard).hostname))
    return (
      `On the local service (${dashboard}), \`svc local team --preset full\` sets a plan that allows it; ` +
      '`svc local open plan` shows the plan in a browser.'
    );
  return `Update the payment card or plan at ${dashboard}; changing the request will not help.`;
}

/** A forwarded 4xx is for the caller to fix, a 502 is transient. Source: ERR-23 */
function platformHint({ status, body }: Refusal): string {
  const remedy = subcodeRemedy(body['platformError']) ?? accessRemedy(messageOf(body, status));
  if (remedy !== undefined) return remedy;
  return status < 500
    ? 'The platform refused this request: change it before sending it again.'
    : 'The platform has an internal problem; the same request may succeed later.';
}

/** What to do when the outcome of a write is unknown. */
export const unknownHint = ({ check, again, againForMs = 0 }: CallWords): string =>
  `It may have taken effect anyway: check with \`${check}\` first.` +
  (again === undefined
    ? ''
    : ` Or repeat the command with ${again} within ${spanText(againForMs)}: it then takes effect only once.`);

const spanText = (ms: number): string =>
  ms % HOUR_MS === 0 ? `${String(ms / HOUR_MS)} hours` : `${String(ms / MINUTE_MS)} minutes`;

/** For a create that was looked for and not found. @param isWhole whether nothing could be further down the list */
export function withAbsence({ fields, exit, cause }: Failure, isWhole: boolean): Failure {
  const looked = isWhole ? 'absent' : 'not among the latest';
  const message = `${fields.message} No match was found${isWhole ? ' so far' : ' among the latest'}.`;
  const hint = `The service may still be processing it. ${fields.hint ?? ''} If it does not appear within five minutes, run the command again.`;
  return new Failure(
    { ...fields, message, details: { ...detailsAsFields(fields.details), looked }, hint },
    exit,
    cause,
  );
}

function existingPostHint(body: Refusal['body']): string | undefined {
  const id = textIn((body['details'] ?? {}) as Record<string, unknown>, 'existingPostId');
  return id === undefined ? undefined : `The post already exists: \`svc posts get ${id}\`.`;
}

/** Source: LIM-25 */
function quotaHint(body: Refusal['body']): string | undefined {
  const scope = textIn((body['details'] ?? {}) as Record<string, unknown>, 'quotaScope');
  if (scope === 'DEVELOPER') return 'The quota is shared by all callers of the service; wait and try again.';
  return scope === 'ACCOUNT' ? 'The quota is that of your account on the platform.' : undefined;
}

/** A code of the API that has no hint is about something else than the key. */
function hintForStatus(status: number, code: string | undefined): string | undefined {
  if (status === 401) return hintFor('invalid_credentials');
  const isOther = status === 403 && code !== undefined && Object.hasOwn(API_ERRORS, code);
  if (status === 403) return isOther ? undefined : hintFor('insufficient_permissions');
  return status === 429 ? 'Wait before the next call, or allow a longer wait with --max-wait.' : undefined;
}

/** For a rate limit of a local service whose clock is frozen: only moving it on ends the wait. */
export function withClockHint({ fields, exit, cause }: Failure): Failure {
  const span = fields.retryAfter === undefined ? '60s' : `${String(Math.ceil(fields.retryAfter))}s`;
  const hint = `The clock of the local service is frozen: \`svc local clock advance ${span}\` advances it.`;
  return new Failure(
    { ...fields, details: { ...detailsAsFields(fields.details), clock: 'frozen' }, hint },
    exit,
    cause,
  );
}

/** A fault below HTTP. Source: design, "Errors" (exit 13) */
export function failureOfFault(fault: TransportFault, url: string, words: CallWords): Failure {
  const { origin } = new URL(url);
  const late = fault.kind === 'timeout' || fault.kind === 'connect_timeout';
  const unclear = words.write && fault.sent;
  return failure(
    late ? 'timed_out' : codeOfFault(fault, unclear),
    {
      message: `${FAULT_WORDS[fault.kind](origin, fault.message)}${unclear ? UNCLEAR : ''}`,
      ...(words.requestId !== '' && { requestId: words.requestId }),
      details: { kind: fault.kind, sent: fault.sent, reason: fault.message, ...(unclear && unknownOutcome(words)) },
      ...optional({ hint: unclear ? unknownHint(words) : faultHint(fault, url) }),
    },
    fault,
  );
}

/** Something answered; it was not the API. */
function codeOfFault({ kind }: TransportFault, unclear: boolean): 'network' | 'outcome_unknown' | 'bad_answer' {
  if (kind !== 'too_large') return 'network';
  return unclear ? 'outcome_unknown' : 'bad_answer';
}

const UNCLEAR = ' It is unknown whether the request took effect.';

/** The write that was in progress when a signal arrived: its sentence says that the outcome is unknown. */
export function interruptedWrite(signal: Failure, words: CallWords): Failure {
  const { fields, exit, cause } = signal;
  const more = { requestId: words.requestId, details: unknownOutcome(words), hint: unknownHint(words) };
  return new Failure({ ...fields, message: `${fields.message}${UNCLEAR}`, ...more }, exit, cause);
}

const FAULT_WORDS: Readonly<Record<TransportFault['kind'], (origin: string, reason: string) => string>> = {
  dns: (origin) => `The host of ${origin} could not be resolved.`,
  connect: (origin) => `Could not connect to ${origin}.`,
  connect_timeout: (origin) => `The connection to ${origin} timed out.`,
  timeout: (origin) => `The response from ${origin} timed out.`,
  tls: (origin) => `The TLS certificate or encryption of ${origin} was rejected.`,
  proxy: () => 'The proxy could not be used.',
  reset: (origin) => `The connection to ${origin} was lost.`,
  redirect: (origin, reason) => `${origin} responded with ${reason}.`,
  protocol: (origin) => `${origin} does not speak HTTP.`,
  too_large: (origin, reason) => `${origin} responded with ${reason}.`,
  aborted: () => 'The request was cancelled.',
};

/** Nothing on this machine listens: most likely the local service was stopped. */
const faultHint = ({ kind }: TransportFault, url: string): string | undefined =>
  kind === 'connect' && isLoopback(new URL(url).hostname)
    ? 'Nothing is listening there. `svc local start` starts a local service.'
    : FAULT_HINTS[kind];

const FAULT_HINTS: Readonly<Partial<Record<TransportFault['kind'], string>>> = {
  dns: 'Check the base URL and the network.',
  connect: 'Check the base URL and the network.',
  redirect: 'The key is not sent to another address: set the base URL to the one that responds directly.',
  timeout: '--timeout allows more time.',
  tls: '--cacert or SVC_CACERT names a file with further certificate authorities.',
  proxy: 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.',
};

const textIn = (fields: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Leaves out what is undefined. */
function optional<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
