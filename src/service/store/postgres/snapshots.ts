/** Snapshots in the database itself: each a file of an embedded store, as one has them in a folder. Opened by place.ts. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { instantOf } from '../../../kernel/instant.ts';
import { MEDIA_FOLDER } from '../../../kernel/data-folder.ts';
import { privateFile } from '../folder.ts';
import { mediaFolderIn, type Check, type Snapshots } from '../snapshots.ts';
import { FileCutShort, type Files } from './files.ts';

const SHELF = 'snapshots';

/**
 * @param folder for copies on their way; made when needed
 * @param check reads a copy whole, before it is kept and before it is brought back
 */
export function openServerSnapshots(files: Files, folder: string, check: Check): Snapshots {
  let fetched: string | undefined;
  const newFile = async (): Promise<string> => {
    if (fetched !== undefined) await rm(fetched, { force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    fetched = join(folder, `snapshot-${randomUUID()}.db`);
    await privateFile(fetched);
    return fetched;
  };
  const drop = async (): Promise<void> => {
    if (fetched !== undefined) await rm(fetched, { force: true });
    fetched = undefined;
  };
  return {
    async take(name, copyTo) {
      const file = await newFile();
      try {
        await copyTo(file);
        const [fault] = await check(file);
        if (fault !== undefined) throw new Error(`The copy of the store does not verify. ${fault}`);
        await files.write({ shelf: SHELF, key: name, bytes: createReadStream(file), note: mediaFolderIn(file) });
      } finally {
        await drop();
      }
    },
    async find(name) {
      const found = await files.read(SHELF, name);
      if (found === undefined) return undefined;
      const file = await newFile();
      try {
        await pipeline(found.bytes, createWriteStream(file));
      } catch (error) {
        await drop();
        if (error instanceof FileCutShort) return { name, problem: 'Part of it is missing in the database.' };
        throw error;
      }
      const [problem] = await check(file);
      return problem === undefined ? { file } : { name, problem };
    },
    async list() {
      const all = await files.list(SHELF);
      return {
        snapshots: all.map(({ key, createdAt }) => ({ name: key, createdAt: instantOf(createdAt) })),
        damaged: [],
      };
    },
    mediaFolders: async () => (await files.list(SHELF)).map(({ note = MEDIA_FOLDER }) => note),
    tidy: drop,
  };
}
