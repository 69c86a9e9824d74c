/** The lines of a document that comes as bytes, with their numbers and a checksum of those read. Used by read.ts. */
import { createHash } from 'node:crypto';
import { LONGEST_LINE_BYTES } from './document.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without what ends it. */
  readonly bytes: Buffer;
  /** False for the end of a document that breaks off within a line. */
  readonly isWhole: boolean;
}

/** Why a document is refused, and where. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
  readonly line: number;

  /** @param reason a sentence */
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

export interface LineReader {
  /** @throws Unfit for a line that is too long */
  next(): Promise<Line | undefined>;
  /** The same where a line must follow. @throws Unfit where none does */
  demand(): Promise<Line>;
  /** SHA-256 of the lines before the one that was read last, in lowercase hex. */
  checksum(): string;
  /** Reads to the end and forgets it: whoever sends can then hear an answer. */
  drain(): Promise<void>;
  sizeBytes(): number;
}

/** What is said of a document that lacks its end. */
export const CUT_OFF = 'The document ends before its last line: it was truncated.';

const NEWLINE = 0x0a;

export function readLines(source: AsyncIterable<Uint8Array>): LineReader {
  // Never ended from here: that would close the connection on which the answer goes back.
  const chunks = source[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  const pending: Buffer[] = [];
  let [pendingBytes, number, sizeBytes] = [0, 0, 0];
  let last: Buffer | undefined;
  let isOver = false;

  const pull = async (): Promise<Buffer | undefined> => {
    const { value, done } = (await chunks.next()) as IteratorResult<Uint8Array, undefined>;
    isOver = done === true;
    if (value === undefined) return undefined;
    sizeBytes += value.byteLength;
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  };
  const lineUpTo = (chunk: Buffer, end: number): Line => {
    pending.push(chunk.subarray(0, end));
    const bytes = Buffer.concat(pending);
    pending.length = 0;
    pendingBytes = 0;
    last = bytes;
    const isWhole = bytes.at(-1) === NEWLINE;
    return { number, bytes: isWhole ? bytes.subarray(0, -1) : bytes, isWhole };
  };
  let rest: Buffer = Buffer.alloc(0);

  const next = async (): Promise<Line | undefined> => {
    if (last !== undefined) hash.update(last);
    last = undefined;
    number += 1;
    for (;;) {
      const at = rest.indexOf(NEWLINE);
      const part = rest;
      if (at >= 0) {
        rest = part.subarray(at + 1);
        return lineUpTo(part, at + 1);
      }
      pendingBytes += part.length;
      if (pendingBytes > LONGEST_LINE_BYTES) {
        const most = String(LONGEST_LINE_BYTES / 1024 / 1024);
        throw new Unfit(number, `It is longer than ${most} MiB.`);
      }
      if (part.length > 0) pending.push(part);
      rest = (await pull()) ?? Buffer.alloc(0);
      if (isOver) return pendingBytes === 0 ? undefined : lineUpTo(rest, 0);
    }
  };
  return {
    next,
    async demand() {
      const line = await next();
      if (line === undefined) throw new Unfit(number, CUT_OFF);
      return line;
    },
    checksum: () => hash.copy().digest('hex'),
    async drain() {
      while (!isOver) await pull();
    },
    sizeBytes: () => sizeBytes,
  };
}
