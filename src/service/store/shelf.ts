/** Bytes of media as files in one folder. Used by shelves.ts. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { StoreUnavailable } from './connection.ts';

/** Bytes of uploaded media, by their keys. */
export interface MediaShelf {
  /** Streams bytes in; refuses past `maxBytes` with a `too_large` result and leaves nothing behind. @throws StoreUnavailable when the disk takes no more */
  write(key: string, bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<{ sizeBytes: number } | 'too_large'>;
  /** The bytes, all of them or those of `range`; `sizeBytes` is the size of the whole. */
  read(key: string, range?: ByteRange): Promise<{ bytes: AsyncIterable<Uint8Array>; sizeBytes: number } | undefined>;
  remove(key: string): Promise<void>;
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** @param folder made when needed */
export function openShelf(folder: string): MediaShelf {
  const fileOf = (key: string): string => within(folder, key);
  return {
    async write(key, bytes, maxBytes) {
      const file = fileOf(key);
      const part = `${file}.${randomUUID()}.part`;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      try {
        const sizeBytes = await writeBytes(part, bytes, maxBytes);
        await rename(part, file);
        return { sizeBytes };
      } catch (error) {
        await rm(part, { force: true });
        if (error instanceof TooLarge) return 'too_large';
        throw isDiskError(error)
          ? new StoreUnavailable('The store cannot write a media file.', { cause: error })
          : error;
      }
    },
    async read(key, range) {
      const found = await stat(fileOf(key)).catch(() => undefined);
      if (found?.isFile() !== true) return undefined;
      return { bytes: createReadStream(fileOf(key), { ...range }), sizeBytes: found.size };
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

/** @returns bytes written, once they are on disk. A plain loop, so that the file is closed before it may be removed. */
async function writeBytes(file: string, bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new TooLarge();
      await handle.writeFile(chunk);
    }
    await handle.sync();
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

class TooLarge extends Error {}

/** Codes of the system that mean the disk is full, failing or not writable, not that the file is wrong. */
const DISK_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];

const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_CODES.includes(error.code);

/** A key never leads out of the folder. */
function within(folder: string, key: string): string {
  const file = resolve(join(folder, key));
  if (!file.startsWith(resolve(folder) + sep)) throw new Error('A media key leads out of its folder.');
  return file;
}
