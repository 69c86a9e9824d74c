/** A line of the request log, and which lines the filter lets through. Pure. */
import type { ConsolePanel } from '../../../../../kernel/console.ts';
import type { LoggedRequest as Entry, RecordChange } from '../../../../requests/entry.ts';

/** A line of the log with what it caused, as `GET /_local/requests` answers it. */
export interface LoggedRequest extends Entry {
  readonly changes: readonly RecordChange[];
  readonly events: readonly { readonly id: string; readonly event: string }[];
  readonly deliveries: readonly { readonly eventId: string; readonly webhookId: string; readonly state: string }[];
}

export interface Showing {
  readonly text: string;
  readonly status: 'all' | 'good' | 'bad' | 'noted';
}

export function isIn({ path, operation, requestId, method, status, notes }: LoggedRequest, showing: Showing): boolean {
  const isFailed = status === 0 || status >= 400;
  if (showing.status === 'good' && isFailed) return false;
  if (showing.status === 'bad' && !isFailed) return false;
  if (showing.status === 'noted' && notes.length === 0) return false;
  const text = `${method} ${path} ${operation ?? ''} ${requestId}`.toLowerCase();
  return showing.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The same call for a shell. The key is named, not shown. */
export function curlFor({ method, path, query }: LoggedRequest, origin: string): string {
  const words = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as [string, string]),
  );
  const text = words.length === 0 ? '' : `?${new URLSearchParams(words).toString()}`;
  return `curl ${method === 'GET' ? '' : `-X ${method} `}-H "Authorization: Bearer $SVC_API_KEY" '${origin}${path}${text}'`;
}

/** The same call with svc; `svc api` takes any path. */
export const commandFor = ({ method, path, query }: LoggedRequest): string =>
  [
    `svc api ${method} ${path}`,
    ...Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `--raw-field '${name}=${String(one)}'`),
    ),
  ].join(' ');

/** Kinds of records that a panel opens by their id. */
const OPENS: Readonly<Record<string, ConsolePanel>> = { post: 'posts', account: 'networks', conversation: 'inbox' };

export const panelFor = (kind: string): ConsolePanel | undefined => OPENS[kind];

/** A number, a time or a state as it is; what was not there is `none`. */
export const valueText = (value: unknown): string => (value === null || value === undefined ? 'none' : String(value));
