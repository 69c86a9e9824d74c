/** Where text leaves the process: straight to the descriptor while it is short, through a stream when it is long. Used by io.ts. */
import { writeSync } from 'node:fs';
import { failure } from '../kernel/failure.ts';
import type { ColorChoice } from '../kernel/formats.ts';
import { isTerminal } from './terminal.ts';
import type { Env } from './env.ts';

export interface Sink {
  readonly isTTY: boolean;
  /** Columns of the terminal; undefined for other streams. */
  readonly columns: number | undefined;
  /** Lines of the terminal; undefined for other streams. */
  readonly rows: number | undefined;
  /** True when the reader has closed the pipe. Later writes are dropped, which is not an error. */
  readonly closed: boolean;
  /** Queues text; it is written in order. */
  write(text: string | Uint8Array): void;
  /** Resolves when more may be written without filling memory. */
  ready(): Promise<void>;
  /** Whether to color what goes here. `choice` is the `--color` flag. */
  color(choice?: ColorChoice): boolean;
}

/** A descriptor and the stream of Node over it; making the stream has a price. */
export interface Outlet {
  readonly fd: 1 | 2;
  readonly stream: () => NodeJS.WriteStream;
}

export type OwnedSink = Sink & { flush(): Promise<void> };

/** What every pipe takes without a reader. Up to here nothing can block, so no stream is needed. */
const DIRECT_BYTES = 65_536;

export function openSink(outlet: Outlet, env: Env): OwnedSink {
  const isTTY = isTerminal(outlet.fd);
  let direct = isTTY ? 0 : DIRECT_BYTES;
  let closed = false;
  let fault: NodeJS.ErrnoException | undefined;
  let opened: NodeJS.WriteStream | undefined;
  const stop = (error: NodeJS.ErrnoException): void => {
    closed = true;
    if (error.code !== 'EPIPE') fault ??= error;
  };
  const stream = (): NodeJS.WriteStream => (opened ??= withWidth(outlet.stream().on('error', stop), env));
  return {
    isTTY,
    get columns() {
      return isTTY ? widthOf(stream(), env) : undefined;
    },
    get rows() {
      return isTTY ? stream().rows || heightOf(env) : undefined;
    },
    get closed() {
      return closed || (opened?.destroyed ?? false);
    },
    write(text) {
      if (this.closed) return;
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      direct = bytes.length > direct ? 0 : direct - bytes.length;
      const rest = direct === 0 ? bytes : writtenDirectly(outlet.fd, bytes, stop);
      if (rest.length === 0 || closed) return;
      direct = 0;
      stream().write(rest);
    },
    ready: async () => opened && waitForDrain(opened),
    color: (choice = 'auto') => wantsColor(choice, isTTY, env),
    async flush() {
      if (opened !== undefined) await waitForFlush(opened);
      if (fault !== undefined) throw unwritable(fault);
    },
  };
}

/** What could not be written at once: the descriptor is one that says "later". */
function writtenDirectly(fd: number, bytes: Uint8Array, stop: (error: NodeJS.ErrnoException) => void): Uint8Array {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') stop(error as NodeJS.ErrnoException);
  }
  return rest;
}

const unwritable = (fault: NodeJS.ErrnoException) =>
  failure('local_io', { message: `The output could not be written: ${fault.message}.` }, fault);

/** A terminal of unknown size reports 0 columns, by which libraries would divide. */
function withWidth(stream: NodeJS.WriteStream, env: Env): NodeJS.WriteStream {
  if (stream.columns === 0) stream.columns = widthOf(stream, env) ?? 0;
  return stream;
}

function widthOf(stream: NodeJS.WriteStream, env: Env): number | undefined {
  const columns = Number(env['COLUMNS']);
  return stream.columns || (columns > 0 ? columns : 80);
}

const heightOf = (env: Env): number => Number(env['LINES']) || 24;

/** The flag decides first, then FORCE_COLOR and CLICOLOR_FORCE, then NO_COLOR, then the terminal. */
export function wantsColor(choice: ColorChoice, isTTY: boolean, env: Env): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (isOn(env['FORCE_COLOR']) || isOn(env['CLICOLOR_FORCE'])) return true;
  if (env['FORCE_COLOR'] === '0' || env['FORCE_COLOR'] === 'false') return false;
  if (env['NO_COLOR'] || env['CLICOLOR'] === '0' || env['TERM'] === 'dumb') return false;
  return isTTY;
}

const isOn = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value);

function waitForDrain(stream: NodeJS.WriteStream): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of ['drain', 'close', 'error']) stream.removeListener(event, done);
      resolve();
    };
    for (const event of ['drain', 'close', 'error']) stream.once(event, done);
  });
}

function waitForFlush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once('close', () => resolve());
    stream.write('', () => resolve());
  });
}
