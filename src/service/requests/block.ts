/** Older lines of the request log, many in one deflated block: a tenth of their size in memory and on disk. Used by log.ts and journal.ts. */
import { promisify } from 'node:util';
import type { LoggedRequest } from './entry.ts';

export interface Block {
  readonly count: number;
  readonly bytes: Buffer;
}

/** Lines of a block: few enough that one is read in a few milliseconds. */
export const BLOCK_SIZE = 500;

/** Deflated beside the thread that serves; the library loads with the first block. */
export async function blockOf(entries: readonly LoggedRequest[]): Promise<Block> {
  const { deflateRaw } = await import('node:zlib');
  return { count: entries.length, bytes: await promisify(deflateRaw)(JSON.stringify(entries)) };
}

/** @returns in the order in which they were put in */
export async function entriesOf({ bytes }: Block): Promise<readonly LoggedRequest[]> {
  const { inflateRaw } = await import('node:zlib');
  return JSON.parse((await promisify(inflateRaw)(bytes)).toString()) as LoggedRequest[];
}
