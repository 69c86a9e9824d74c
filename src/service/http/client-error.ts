/** Bytes on a socket that are no request: answered in the catalogue's shape, then the socket is closed. Used by server.ts. */
import type { Socket } from 'node:net';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { JSON_TYPE, REQUEST_ID_HEADER, textOf } from './send.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** @param requestId fresh: whatever the caller sent could not be read */
export function answerClientError(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = STATUSES[error.code ?? ''] ?? 400;
  const text = textOf(refusalFor(status));
  const head = [
    `HTTP/1.1 ${String(status)} ${REASONS[status] ?? ''}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${String(Buffer.byteLength(text))}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

const refusalFor = (status: number): Reply =>
  refuse('invalid_field_value', { status, message: 'The request cannot be read.' });
