/** The media of a store in the same database: shelves by the names that folders have elsewhere. Opened by place.ts. */
import { randomUUID } from 'node:crypto';
import { isMediaFolder, laterMediaFolder, MEDIA_FOLDER } from '../../../kernel/data-folder.ts';
import type { MediaShelf } from '../shelf.ts';
import type { FreshShelf, HeldMedia, Shelves } from '../shelves.ts';
import type { Files } from './files.ts';

/** Shelves of files that are held begin so; none of them outlives the process. */
const HELD = 'held-';

/** @param named name of the shelf with the media, by what is committed */
export function openServerShelves(files: Files, named: () => Promise<string | undefined>): Shelves {
  const name = async (): Promise<string> => (await named()) ?? MEDIA_FOLDER;
  const others = async (): Promise<readonly string[]> => {
    const own = await name();
    return (await files.shelves()).filter((one) => isMediaFolder(one) && one !== own);
  };
  const keepOnly = async (names: readonly string[]): Promise<void> => {
    for (const one of await others()) if (!names.includes(one)) await files.removeShelf(one);
  };
  return {
    ...shelfOn(files, name),
    fresh: () => freshOn(files),
    hold: async (keys) => hold(files, keys, await name()),
    others,
    keepOnly,
    async clear() {
      await keepOnly([]);
      await files.removeShelf(await name());
    },
  };
}

const shelfOn = (files: Files, name: () => Promise<string>): MediaShelf => ({
  write: async (key, bytes, maxBytes) => files.write({ shelf: await name(), key, bytes, maxBytes }),
  read: async (key, range) => files.read(await name(), key, range),
  remove: async (key) => files.remove(await name(), key),
});

function freshOn(files: Files): FreshShelf {
  const name = laterMediaFolder(randomUUID().slice(-12));
  return {
    name,
    shelf: shelfOn(files, async () => name),
    // What is written is on the disk of the database.
    sync: async () => undefined,
    discard: () => files.removeShelf(name),
  };
}

async function hold(files: Files, keys: readonly string[], from: string): Promise<HeldMedia> {
  const shelf = `${HELD}${randomUUID()}`;
  const held = await files.share(keys, from, shelf);
  return {
    keys: held,
    read: (key, range) => files.read(shelf, key, range),
    release: () => files.removeShelf(shelf),
  };
}

/** Lets go what a killed process held, and what it was writing. */
export async function tidyShelves(files: Files): Promise<void> {
  for (const shelf of await files.shelves()) if (shelf.startsWith(HELD)) await files.removeShelf(shelf);
  await files.tidy();
}
