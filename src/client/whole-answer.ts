/** An answer whose bytes are all there already. Used by `svc api --cache`, and by tests in place of a network. */
import type { HttpAnswer } from '../world/http-call.ts';

export interface Whole extends Pick<HttpAnswer, 'status' | 'headers' | 'url'> {
  readonly bytes: Uint8Array;
}

export const wholeAnswer = ({ status, headers, url, bytes }: Whole): HttpAnswer => ({
  status,
  headers,
  url,
  body: (async function* () {
    yield bytes;
  })(),
  bytes: async () => bytes,
  discard: () => undefined,
});
