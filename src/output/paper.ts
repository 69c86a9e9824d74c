/** A stand-in for standard output that keeps what is written, so that a whole page can be looked at before it is shown. */
import type { Sink } from '../world/sink.ts';

export interface Paper {
  readonly sink: Sink;
  text(): string;
}

/** @param width columns of the page, when they are not those of the terminal */
export function paperFor(out: Sink, width = out.columns): Paper {
  const pieces: Buffer[] = [];
  const sink: Sink = {
    isTTY: out.isTTY,
    columns: width,
    rows: out.rows,
    get closed() {
      return out.closed;
    },
    write: (text) => void pieces.push(typeof text === 'string' ? Buffer.from(text) : Buffer.from(text)),
    ready: () => Promise.resolve(),
    color: (choice) => out.color(choice),
  };
  return { sink, text: () => Buffer.concat(pieces).toString('utf8') };
}
