/** The three streams of the process: what is written, to whom, in which width and colour. */
import { failure } from '../kernel/failure.ts';
import type { Env } from './world.ts';

export type ColorChoice = 'auto' | 'always' | 'never';

export interface Sink {
  readonly isTTY: boolean;
  /** Columns of the terminal; undefined when the stream is none. */
  readonly columns: number | undefined;
  /** True when the reader has gone away. Nothing written later arrives, and that is no error. */
  readonly closed: boolean;
  /** Queues text; it is written in order. */
  write(text: string | Uint8Array): void;
  /** Resolves when more may be written without filling memory. */
  ready(): Promise<void>;
  /** Whether to colour what goes here. `choice` is the `--color` flag. */
  color(choice?: ColorChoice): boolean;
}

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
  /** Resolves when everything written has left the process. */
  flush(): Promise<void>;
}

export function openIo(env: Env): Io {
  const out = lazySink(() => process.stdout, env);
  const err = lazySink(() => process.stderr, env);
  return {
    out,
    err,
    in: openSource(),
    flush: async () => {
      await Promise.all([out.flush(), err.flush()]);
    },
  };
}

type OwnedSink = Sink & { flush(): Promise<void> };

/** `process.stdout` is a getter with a price; the stream is made when something is first asked of it. */
function lazySink(stream: () => NodeJS.WriteStream, env: Env): OwnedSink {
  let opened: OwnedSink | undefined;
  const open = (): OwnedSink => (opened ??= openSink(stream(), env));
  return {
    get isTTY() {
      return open().isTTY;
    },
    get columns() {
      return open().columns;
    },
    get closed() {
      return opened?.closed ?? false;
    },
    write: (text) => open().write(text),
    ready: () => open().ready(),
    color: (choice) => open().color(choice),
    flush: async () => opened?.flush(),
  };
}

function openSink(stream: NodeJS.WriteStream, env: Env): OwnedSink {
  let closed = false;
  stream.on('error', () => {
    closed = true;
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      return widthOf(stream, env);
    },
    get closed() {
      return closed || stream.destroyed;
    },
    write(text) {
      if (!closed && !stream.destroyed) stream.write(text);
    },
    ready: () => drained(stream),
    color: (choice = 'auto') => wantsColor(choice, stream.isTTY === true, env),
    flush: () => flushed(stream),
  };
}

function widthOf(stream: NodeJS.WriteStream, env: Env): number | undefined {
  if (!stream.isTTY) return undefined;
  const told = Number(env['COLUMNS']);
  return stream.columns || (told > 0 ? told : 80);
}

/** The flag decides first, then FORCE_COLOR and CLICOLOR_FORCE, then NO_COLOR, then the terminal. */
export function wantsColor(choice: ColorChoice, isTTY: boolean, env: Env): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (isOn(env['FORCE_COLOR']) || isOn(env['CLICOLOR_FORCE'])) return true;
  if (env['FORCE_COLOR'] === '0' || env['FORCE_COLOR'] === 'false') return false;
  if (env['NO_COLOR'] || env['CLICOLOR'] === '0' || env['TERM'] === 'dumb') return false;
  return isTTY;
}

const isOn = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value);

function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of ['drain', 'close', 'error']) stream.removeListener(event, done);
      resolve();
    };
    for (const event of ['drain', 'close', 'error']) stream.once(event, done);
  });
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once('close', () => resolve());
    stream.write('', () => resolve());
  });
}

function openSource(): Source {
  let taken = false;
  const bytes = (): AsyncIterable<Uint8Array> => {
    if (taken) throw failure('usage', { message: 'Standard input can be read for one thing only; `-` stands twice.' });
    taken = true;
    return stdinBytes();
  };
  return {
    get isTTY() {
      return process.getBuiltinModule('node:tty').isatty(0);
    },
    bytes,
    async text() {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes()) pieces.push(piece);
      return Buffer.concat(pieces)
        .toString('utf8')
        .replace(/^\uFEFF/, '');
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
