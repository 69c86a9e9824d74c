/** How the body of a request is forwarded: none, kept so that it can be sent twice, or as it comes. Used by forward.ts. */
import type { IncomingMessage } from 'node:http';

/** A body up to this size is read before it is sent. */
const KEPT_BYTES = 1024 * 1024;

export type BodyForm = 'none' | 'kept' | 'streamed';

export function bodyForm({ headers }: IncomingMessage): BodyForm {
  if (headers['transfer-encoding'] !== undefined) return 'streamed';
  const size = Number(headers['content-length'] ?? 0);
  if (size === 0) return 'none';
  return size <= KEPT_BYTES ? 'kept' : 'streamed';
}

/** Reads a body to its end. @throws when the connection is closed before */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    request.on('data', (part: Buffer) => void parts.push(part));
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new Error('The connection was closed before the end of the body.'));
    });
  });
}
