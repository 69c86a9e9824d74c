/** `GET /_local/stream`: what happens in the service, as server-sent events. Hung in by addresses.ts. */
import { rawReply, type RawRoute } from '../exchange/raw.ts';
import type { Parts } from '../parts.ts';
import type { StreamMessage } from '../stream.ts';
import { keyRefusal } from './route.ts';

/** So often a reader hears that the connection is alive; a reader that is gone is noticed then. */
const BEAT_MS = 15_000;

/** How long a browser waits before it connects again. */
const RETRY_MS = 1_000;

export const streamRoute = (parts: Parts): RawRoute => ({
  method: 'GET',
  path: '/_local/stream',
  handle: async ({ headers }) => {
    const refusal = keyRefusal(headers, parts);
    if (refusal !== undefined) return rawReply(refusal);
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // The connection ends with the stream, so that a service that stops waits for nobody.
        Connection: 'close',
      },
      body: linesOf(parts, headers['last-event-id']),
    };
  },
});

async function* linesOf({ stream, doors: { clock } }: Parts, after: string | undefined): AsyncGenerator<Uint8Array> {
  const reader = stream.readFrom(after);
  yield Buffer.from(`retry: ${String(RETRY_MS)}\n\n`);
  for (;;) {
    const beat = new AbortController();
    void clock.sleep(BEAT_MS, beat.signal).then(reader.rouse, () => undefined);
    const messages = await reader.next();
    beat.abort();
    if (messages.length === 0 && stream.isClosed()) return;
    yield Buffer.from(messages.length === 0 ? ': alive\n\n' : messages.map(linesFor).join(''));
  }
}

/** JSON has no line break of its own. */
const linesFor = ({ id, event, data }: StreamMessage): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
