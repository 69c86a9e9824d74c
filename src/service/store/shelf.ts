/** Bytes of uploaded media as files under the data folder. Handed to areas as `desk.media`. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaShelf } from '../call.ts';

/** A shelf that can be emptied at once, for a reset. */
export interface EmptyableShelf extends MediaShelf {
  clear(): Promise<void>;
}

export function openShelf(folder: string): EmptyableShelf {
  const fileOf = (key: string): string => within(folder, key);
  return {
    async write(key, bytes, maxBytes) {
      const file = fileOf(key);
      const part = `${file}.${randomUUID()}.part`;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      let sizeBytes = 0;
      try {
        await pipeline(
          bytes,
          async function* counted(source: AsyncIterable<Uint8Array>) {
            for await (const chunk of source) {
              sizeBytes += chunk.byteLength;
              if (sizeBytes > maxBytes) throw new TooLarge();
              yield chunk;
            }
          },
          createWriteStream(part, { mode: 0o600, flush: true }),
        );
        await rename(part, file);
        return { sizeBytes };
      } catch (error) {
        await rm(part, { force: true });
        if (error instanceof TooLarge) return 'too_large';
        throw error;
      }
    },
    async read(key, range) {
      const found = await stat(fileOf(key)).catch(() => undefined);
      if (found?.isFile() !== true) return undefined;
      return { bytes: createReadStream(fileOf(key), { ...range }), sizeBytes: found.size };
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

class TooLarge extends Error {}

/** A key never leads out of the folder. */
function within(folder: string, key: string): string {
  const file = resolve(join(folder, key));
  if (!file.startsWith(resolve(folder) + sep)) throw new Error('A media key leads out of its folder.');
  return file;
}
