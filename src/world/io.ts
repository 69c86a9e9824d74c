/** The three streams of the process. What is written goes through sink.ts. */
import { failure } from '../kernel/failure.ts';
import { openSink, type Sink } from './sink.ts';
import { isTerminal } from './terminal.ts';
import { utf8Text } from './utf8.ts';
import type { Env } from './env.ts';

export interface Source {
  readonly isTTY: boolean;
  /** Everything that comes, as UTF-8 without a byte order mark. Empty when stdin is closed. */
  text(): Promise<string>;
  /**
   * The bytes as they come.
   * @throws Failure `usage` the second time anything is read: two words of the command line ask for the same stream
   */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface Io {
  readonly out: Sink;
  readonly err: Sink;
  readonly in: Source;
  /**
   * Resolves when everything written has left the process.
   * @throws Failure `local_io` when it could not be written, as on a full disk; a closed pipe does not count
   */
  flush(): Promise<void>;
}

export function openIo(env: Env): Io {
  const out = openSink({ fd: 1, stream: () => process.stdout }, env);
  const err = openSink({ fd: 2, stream: () => process.stderr }, env);
  return {
    out,
    err,
    in: openSource(),
    flush: async () => {
      await Promise.all([out.flush(), err.flush()]);
    },
  };
}

function openSource(): Source {
  let taken = false;
  const bytes = (): AsyncIterable<Uint8Array> => {
    if (taken) throw failure('usage', { message: 'Standard input can be read only once, but `-` is given twice.' });
    taken = true;
    return stdinBytes();
  };
  return {
    get isTTY() {
      return isTerminal(0);
    },
    bytes,
    async text() {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes()) pieces.push(piece);
      return utf8Text(Buffer.concat(pieces), 'Standard input');
    },
  };
}

/** A folder or a broken stream as standard input is the caller's mistake, not ours. */
async function* stdinBytes(): AsyncGenerator<Uint8Array> {
  try {
    yield* process.stdin as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw failure('usage', { message: `Standard input cannot be read: ${(error as Error).message}.` }, error);
  }
}
