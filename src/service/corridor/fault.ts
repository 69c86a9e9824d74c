/** Faults of the control surface on their way into a call: in the handler's place, or on its answer. Next stop: decode.ts. */
import type { Card } from '../../kernel/card.ts';
import { API_ERRORS } from '../../kernel/errors.ts';
import type { Reply } from '../call.ts';
import { refuse, RETRY_AFTER_SECONDS } from '../refuse.ts';
import { pathOf, type Incoming } from '../exchange/passage.ts';
import type { FaultAction } from '../faults/faults.ts';
import type { Parts } from '../parts.ts';
import { bearerOf } from '../exchange/bearer.ts';
import type { Landing, Visit } from './landing.ts';
import { adsQuotaRefusal } from '../limits/quota.ts';
import { accountNamed, isSearchAds } from './upstream.ts';

export const fault: Landing = {
  name: 'fault',
  needs: 'body',
  open:
    ({ parts }, { card }) =>
    async (visit, next) => {
      const action = await meetFault(visit.request, parts);
      if (action === undefined) return next();
      const instead = applyFault(action, visit);
      if (instead === undefined) return next();
      const isQuota = instead.status === 429;
      visit.isMadeUp = !isQuota;
      return isQuota && card.guard?.quota === 'ads' ? inWordsOfQuota(card, { visit, action, instead }, parts) : instead;
    },
};

async function meetFault(request: Incoming, parts: Parts): Promise<FaultAction | undefined> {
  const { passage } = request;
  const action = parts.faults.meet({
    method: request.method,
    path: apiPath(request),
    operation: passage.card?.id,
    keys: [passage.caller?.keyId ?? '', bearerOf(request) ?? ''],
    text: () => `${request.originalUrl} ${Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''}`,
  });
  if (action === undefined) return undefined;
  passage.notes.push({ kind: 'fault', message: `A fault met this request: ${JSON.stringify(action)}` });
  if (action.delayMs !== undefined) await parts.doors.clock.sleep(action.delayMs);
  return action;
}

/** The path as the API spells it, whichever prefix the caller used. */
const apiPath = (request: Incoming): string => request.url.split('?', 1)[0] ?? pathOf(request);

/** Notes how the answer of this call leaves. @returns the answer in the handler's place, where the fault gives one */
function applyFault(action: FaultAction, visit: Visit): Reply | undefined {
  const { drop, status, body, headers = {} } = action;
  // With a status the write is applied and the caller gets a failure.
  if (drop === 'after' && status !== undefined) visit.replace = () => replyOf(action);
  else if (drop !== undefined) visit.leaving = 'cut';
  else if (action.truncate === true) visit.leaving = 'half';
  else if (action.malformed === true) visit.leaving = 'garbled';
  else if (status !== undefined || body !== undefined) return replyOf(action);
  else visit.replace = (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } });
  return drop === 'before' ? NOTHING : undefined;
}

/** The outcome of a call that is cut off before its handler. */
const NOTHING: Reply = { status: 0 };

interface Refused {
  readonly visit: Visit;
  readonly action: FaultAction;
  readonly instead: Reply;
}

/** A fault's 429 in the words of the quota that it simulates, unless it brought its own. Source: LIM-24, LOG-04 */
async function inWordsOfQuota(card: Card, { visit, action, instead }: Refused, parts: Parts): Promise<Reply> {
  const { request } = visit;
  const { caller, params } = request.passage;
  if (action.body !== undefined || caller === undefined) return instead;
  const query = request.query as Readonly<Record<string, unknown>>;
  const account = await accountNamed({ card, caller, path: params, query, body: {} }, parts.desk);
  if (account === undefined || !isSearchAds(account)) return instead;
  const [, seconds] = Object.entries(instead.headers ?? {}).find(([name]) => /^retry-after$/i.test(name)) ?? [];
  const retryAfterSeconds = seconds === undefined ? undefined : Number(seconds);
  return adsQuotaRefusal({ retryAfterSeconds, now: parts.clock.now() });
}

function replyOf({ status = 500, body, headers }: FaultAction): Reply {
  const reply = body === undefined ? defaultReply(status) : { status, body };
  return { ...reply, ...(headers === undefined ? {} : { headers: { ...reply.headers, ...headers } }) };
}

/** The catalogue's answer for a status, so that a fault without a body still looks like the API. */
function defaultReply(status: number): Reply {
  const code = FAULT_CODES[status];
  return code === undefined
    ? { status, body: { error: `A fault answered ${String(status)}.` } }
    : refuse(code, {
        message: API_ERRORS[code].sentence,
        ...(status === 503 && { headers: { 'Retry-After': RETRY_AFTER_SECONDS } }),
      });
}

const FAULT_CODES: Readonly<Record<number, keyof typeof API_ERRORS>> = {
  401: 'invalid_credentials',
  403: 'insufficient_permissions',
  404: 'not_found',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'platform_api_error',
  503: 'temporarily_unavailable',
};
