/** The media of a store: a folder of files that the store names, so that another store brings its own. Handed to areas as `desk.media`. */
import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMediaFolder, laterMediaFolder, MEDIA_FOLDER } from '../../kernel/data-folder.ts';
import { openShelf, type MediaShelf } from './shelf.ts';
import { syncFolder } from './sync.ts';

/** In `meta`: name of the folder with the media; without it the one of a store that was founded here. */
export const MEDIA_FACT = 'media';

/** Names of the media folders in a data folder. */
export const mediaFoldersIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch((): string[] => [])).filter(isMediaFolder);

export interface Shelves extends MediaShelf {
  /** An empty shelf for media of a store that is to come. */
  fresh(): FreshShelf;
  /** The files of those keys as they are now, whatever becomes of them; those without a file are left out. */
  hold(keys: readonly string[]): Promise<HeldMedia>;
  /** Folders with media beside that of the store. */
  others(): Promise<readonly string[]>;
  /** Removes every folder but that of the store, and those of the names. */
  keepOnly(names: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

export interface FreshShelf {
  readonly name: string;
  readonly shelf: MediaShelf;
  /** On the disk when the promise resolves. */
  sync(): Promise<void>;
  discard(): Promise<void>;
}

export interface HeldMedia {
  readonly keys: readonly string[];
  read: MediaShelf['read'];
  release(): Promise<void>;
}

/**
 * @param folder that of the data
 * @param aside folder for files that are held
 * @param named name of the folder with the media, by what is committed
 */
export function openShelves(folder: string, aside: string, named: () => Promise<string | undefined>): Shelves {
  const name = async (): Promise<string> => (await named()) ?? MEDIA_FOLDER;
  const shelf = async (): Promise<MediaShelf> => openShelf(join(folder, await name()));
  const others = async (): Promise<readonly string[]> => {
    const own = await name();
    return (await mediaFoldersIn(folder)).filter((one) => one !== own);
  };
  const keepOnly = async (names: readonly string[]): Promise<void> => {
    for (const one of await others())
      if (!names.includes(one)) await rm(join(folder, one), { recursive: true, force: true });
  };
  return {
    write: async (key, bytes, maxBytes) => (await shelf()).write(key, bytes, maxBytes),
    read: async (key, range) => (await shelf()).read(key, range),
    remove: async (key) => (await shelf()).remove(key),
    fresh: () => freshIn(folder),
    hold: async (keys) => holdFiles(keys, { from: join(folder, await name()), into: join(aside, randomUUID()) }),
    others,
    keepOnly,
    async clear() {
      await keepOnly([]);
      await rm(join(folder, await name()), { recursive: true, force: true });
    },
  };
}

function freshIn(folder: string): FreshShelf {
  const name = laterMediaFolder(randomUUID().slice(-12));
  const place = join(folder, name);
  return {
    name,
    shelf: openShelf(place),
    async sync() {
      await mkdir(place, { recursive: true, mode: 0o700 });
      await syncFolder(place);
      await syncFolder(folder);
    },
    discard: () => rm(place, { recursive: true, force: true }),
  };
}

/** A second name for each file costs no room, and outlives what happens to the first. */
async function holdFiles(keys: readonly string[], place: { from: string; into: string }): Promise<HeldMedia> {
  const { from, into } = place;
  await mkdir(into, { recursive: true, mode: 0o700 });
  const held: string[] = [];
  for (const key of keys) {
    const [file, copy] = [join(from, key), join(into, key)];
    const isHeld = await link(file, copy)
      .catch(() => copyFile(file, copy))
      .then(
        () => true,
        () => false,
      );
    if (isHeld) held.push(key);
  }
  return {
    keys: held,
    read: openShelf(into).read,
    release: () => rm(into, { recursive: true, force: true }),
  };
}
