/** What --debug shows of a call: addresses, sizes, limits and times. Never a key, a body or a signed address. */
import { REQUEST_ID } from '../kernel/request-id.ts';
import type { HttpAnswer, HttpRequest } from '../world/http-call.ts';

/** Headers that say nothing private. Everything else is left out. */
const REQUEST_HEADERS = [REQUEST_ID, 'content-type', 'content-length', 'accept', 'user-agent'];
const ANSWER_HEADERS = [
  REQUEST_ID,
  'content-type',
  'content-length',
  'date',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** Query names whose values may be shown; signed addresses carry secrets in the others. */
const OPEN_QUERY = /^(limit|page|skip|offset|status|platform|sort|sortBy|profileId|accountId|fromDate|toDate)$/;

export function requestLines({ method, url, headers, body }: HttpRequest): readonly string[] {
  const key = headers['authorization'] === undefined ? [] : ['authorization: Bearer ****'];
  const size = body === undefined ? [] : [`(body of ${sizeOf(body) ?? 'unknown'} bytes)`];
  return [`${method} ${shownUrl(url)}`, ...key, ...listed(headers, REQUEST_HEADERS), ...size].map(
    (line) => `> ${line}`,
  );
}

/** @param ms how long the answer took */
export const answerLines = ({ status, headers }: HttpAnswer, ms: number): readonly string[] =>
  [`${status} after ${Math.round(ms)} ms`, ...listed(headers, ANSWER_HEADERS)].map((line) => `< ${line}`);

/** An address without user info, its query reduced to what is harmless. */
export function shownUrl(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) {
    if (!OPEN_QUERY.test(name)) url.searchParams.set(name, '****');
  }
  return url.href;
}

const listed = (headers: Readonly<Record<string, string>>, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${plain(headers[name])}`]));

/** A server could write on the terminal with what it puts into a header. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

function sizeOf(body: NonNullable<HttpRequest['body']>): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return 'sizeBytes' in body ? body.sizeBytes : body.byteLength;
}
