/** The HTTP door of a test world, leading straight into a service in this process: no port, and every answer can be looked at. */
import type { Service } from '../../src/service/service.ts';
import type { Http } from '../../src/world/http.ts';
import type { Sender, UploadBody } from '../../src/world/http-call.ts';
import { wholeAnswer } from '../../src/client/whole-answer.ts';

export interface SeenAnswer {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** @param saw told of every answer before the client reads it */
export function injectedHttp(service: () => Service, saw: (answer: SeenAnswer) => void): Http {
  const sender: Sender = {
    async send(request) {
      const { pathname, search } = new URL(request.url);
      const response = await service().inject({
        method: request.method as 'GET',
        url: pathname + search,
        headers: { ...request.headers },
        ...(request.body === undefined ? {} : { payload: await bytesOf(request.body) }),
      });
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      );
      const contentType = headers['content-type'] ?? '';
      saw({
        method: request.method,
        path: pathname + search,
        status: response.statusCode,
        contentType,
        text: response.body,
      });
      return wholeAnswer({ url: request.url, status: response.statusCode, headers, bytes: response.rawPayload });
    },
    close: async () => {},
  };
  return { single: sender, pool: sender, trust: () => undefined };
}

async function bytesOf(body: string | Uint8Array | UploadBody): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  const pieces: Uint8Array[] = [];
  for await (const piece of body.stream()) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces);
}
