/** What a process answers for itself, whoever is the primary: whether it lives, whether it is ready, and that nobody serves. Used by door.ts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUuid } from '../../kernel/ids.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import type { Reply } from '../call.ts';
import { JSON_TYPE, REQUEST_ID_HEADER, textOf } from '../http/send.ts';
import { refuse, RETRY_AFTER_SECONDS } from '../refuse.ts';
import { NOT_PRIMARY } from './headers.ts';

/** Nobody began to serve while the request waited. */
export const NOBODY = refuse('temporarily_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });

/** To a process that forwarded a request here: nothing of it was looked at. */
export const ELSEWHERE: Reply = { ...NOBODY, headers: { ...NOBODY.headers, [NOT_PRIMARY]: '1' } };

const LIVE: Reply = { status: 200, body: { status: 'live' } };
const READY: Reply = { status: 200, body: { status: 'ready' } };
const UNREADY: Reply = { status: 503, body: { status: 'unready' }, headers: { 'Retry-After': RETRY_AFTER_SECONDS } };

/** What this process says of its own health; undefined for every other request. */
export function healthAnswer({ method, url = '' }: IncomingMessage, isReady: () => boolean): Reply | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [address = ''] = url.split('?', 1);
  return OWN.get(address)?.(isReady);
}

const OWN = new Map<string, (isReady: () => boolean) => Reply>([
  ['/_local/health/live', () => LIVE],
  ['/_local/health/ready', (isReady) => (isReady() ? READY : UNREADY)],
]);

/** @param uuid makes the id of a request that has none of its own */
export function answer(
  reply: Reply,
  { request, response, uuid }: { request: IncomingMessage; response: ServerResponse; uuid: () => string },
): void {
  const sent = request.headers[REQUEST_ID];
  const text = textOf(reply);
  // The date would be the machine's, and callers take it for that of the service.
  response.sendDate = false;
  response.writeHead(reply.status, {
    ...reply.headers,
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    [REQUEST_ID_HEADER]: typeof sent === 'string' && isUuid(sent) ? sent : uuid(),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
