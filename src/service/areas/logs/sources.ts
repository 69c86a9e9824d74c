/** Where the entries of the log come from. Read by operations.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { logOf } from '../../../webhooks/catalogue.ts';
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import type { StoredEvent } from '../../store/store.ts';
import type { LogRow, Window } from './row.ts';

/** Entries of a source that are looked through at most. */
const MOST = 5_000;

/** To read the log leaves no entry: it would be new each time it is read. */
const READING = 'listLogs';

/** Calls of the API. A key limited to profiles sees its own calls only. */
export async function apiRequests({ caller }: Call, { requests }: Desk, { from, to }: Window): Promise<LogRow[]> {
  const own = caller.profileIds === null ? {} : { key: caller.keyId };
  const { entries } = await requests.list({ teamId: caller.teamId, since: from, limit: MOST, ...own });
  return entries
    .filter(({ at, operation }) => Date.parse(at) <= to && operation !== READING)
    .map((one) => ({
      type: 'api_request',
      action: one.operation ?? 'unknown',
      status: one.status >= 200 && one.status < 400 ? 'success' : 'failed',
      status_code: one.status,
      ...(one.code === null ? {} : { error_code: one.code }),
      duration_ms: one.durationMs,
      endpoint: one.path,
      method: one.method,
      path: one.path,
      request_id: one.requestId,
      ...(one.key === null ? {} : { api_key_id: one.key }),
      ...(one.ip === null ? {} : { ip_address: one.ip }),
      ...(one.userAgent === null ? {} : { user_agent: one.userAgent }),
      created_at: one.at,
    }));
}

/** Attempts to bring events to endpoints. */
export async function deliveriesMade({ caller }: Call, { store }: Desk, { from, to }: Window): Promise<LogRow[]> {
  if (caller.profileIds !== null) return [];
  const attempts = await store.read.attempts({ teamId: caller.teamId, after: from - 1, limit: MOST });
  return attempts
    .filter(({ at }) => at <= to)
    .map((one) => ({
      type: 'webhooks',
      action: 'deliver',
      event: one.event,
      status: one.status,
      ...(one.statusCode === null ? {} : { status_code: one.statusCode }),
      ...(one.error === null ? {} : { error_message: one.error }),
      duration_ms: one.durationMs,
      endpoint: one.url,
      user_id: one.userId,
      metadata: JSON.stringify({ webhookId: one.webhookId, eventId: one.eventId, attemptNumber: one.number }),
      created_at: instantOf(one.at),
    }));
}

/** What happened to posts, connections, messages and workflows. */
export async function eventsBuilt({ caller }: Call, { store }: Desk, { from, to }: Window): Promise<LogRow[]> {
  const events = await store.read.events({ since: from, limit: MOST, order: 'desc' });
  return events
    .filter(({ teamId, at }) => teamId === caller.teamId && at <= to)
    .filter(({ group }) => !caller.disabledGroups.includes(group))
    .filter(({ profileIds }) => caller.profileIds === null || profileIds.some((id) => caller.profileIds?.includes(id)))
    .flatMap(eventRow);
}

interface Payload {
  readonly account?: { readonly accountId?: string; readonly platform?: string };
  readonly platform?: { readonly name?: string; readonly error?: string; readonly errorCategory?: string };
}

function eventRow(event: StoredEvent): LogRow[] {
  const log = logOf(event.type);
  if (log === undefined) return [];
  const { account, platform } = JSON.parse(event.body) as Payload;
  const name = account?.platform ?? platform?.name;
  return [
    {
      type: log.type,
      action: log.action,
      event: event.type,
      status: log.fails === true ? 'failed' : 'success',
      ...(name === undefined ? {} : { platform: name }),
      ...(event.accountIds[0] === undefined ? {} : { account_id: event.accountIds[0] }),
      ...(platform?.error === undefined ? {} : { error_message: platform.error }),
      ...(platform?.errorCategory === undefined ? {} : { error_code: platform.errorCategory }),
      ...(event.requestId === null ? {} : { request_id: event.requestId }),
      metadata: JSON.stringify({ eventId: event.id }),
      created_at: instantOf(event.at),
    },
  ];
}
