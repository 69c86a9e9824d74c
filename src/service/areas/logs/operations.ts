/** GET /v1/logs: what was done for the team, newest first. Calls come from the request log, the rest from events and deliveries. */
import { DAY_MS } from '../../../kernel/time.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { apiRequests, deliveriesMade, eventsBuilt } from './sources.ts';
import type { LogRow, Window } from './row.ts';

/** Source: LOG-01, GEN-10 */
const listLogs: Handler = async (call, desk) => {
  const { query } = call;
  const window = windowOf(query, desk.clock.now());
  if (window === undefined)
    return refuse('invalid_field_value', { param: 'from', message: 'This is not a valid time.' });
  await desk.requests.whole();
  const rows = (await rowsOf(call, desk, window)).filter((row) => fits(row, query));
  const sorted = rows
    .map((row, at) => ({ row, at }))
    .sort((one, other) => other.row.created_at.localeCompare(one.row.created_at) || one.at - other.at)
    .map(({ row }) => row);
  const [limit, skip, total] = [Number(query['limit'] ?? 50), Number(query['skip'] ?? 0), sorted.length];
  const pagination = { total, limit, skip, pages: Math.ceil(total / limit), hasMore: skip + limit < total };
  return ok({ logs: sorted.slice(skip, skip + limit), pagination });
};

function windowOf(query: Call['query'], now: number): Window | undefined {
  const days = Number(query['days'] ?? 90);
  const instant = (name: string, open: number): number =>
    typeof query[name] === 'string' ? Date.parse(query[name]) : open;
  const window = { from: Math.max(instant('from', 0), now - days * DAY_MS), to: instant('to', now) };
  return Number.isNaN(window.from) || Number.isNaN(window.to) ? undefined : window;
}

/** Kinds of entries that stand for the calls of the API and for publishing, which are listed when none is asked for. */
const USUAL = ['publishing', 'api_request'];

async function rowsOf(call: Call, desk: Desk, window: Window): Promise<LogRow[]> {
  const isSaid = call.queried?.has('type') ?? true;
  const type = String(call.query['type'] ?? 'publishing');
  const isWanted = (one: string): boolean => (isSaid ? type === 'all' || type === one : USUAL.includes(one));
  return [
    ...(isWanted('api_request') ? await apiRequests(call, desk, window) : []),
    ...(isWanted('webhooks') ? await deliveriesMade(call, desk, window) : []),
    ...(await eventsBuilt(call, desk, window)).filter((row) => isWanted(row.type)),
  ];
}

/** Filters that are compared as they are, by their name in the query and in the row. */
const SAME = ['account_id', 'action', 'api_key_id', 'event', 'request_id', 'status_code'] as const;

function fits(row: LogRow, query: Call['query']): boolean {
  const isSame = SAME.every((name) => query[name] === undefined || String(row[name]) === String(query[name]));
  return (
    isSame &&
    isEither(row.status, query['status']) &&
    isEither(row['platform'], query['platform']) &&
    (query['include_read_receipts'] === true || row['event'] !== 'message.read') &&
    hasWords(row, query['search'])
  );
}

const isEither = (value: unknown, asked: unknown): boolean => asked === undefined || asked === 'all' || value === asked;

const hasWords = (row: LogRow, search: unknown): boolean =>
  typeof search !== 'string' || JSON.stringify(Object.values(row)).toLowerCase().includes(search.toLowerCase());

export const handlers: Record<string, Handler> = { listLogs };
