/** Brings files and names onto the disk, and not only to the system. Used by whatever must outlast a power cut beside the store: folder.ts, snapshots.ts, aside.ts. */
import { open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names in a folder. Where the system cannot sync a folder, it keeps its names by itself. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Gives a file that is complete and synced its final name: afterwards there is the old file or the new one, never a part. */
export async function moveIntoPlace(fresh: string, file: string): Promise<void> {
  await rename(fresh, file);
  await syncFolder(dirname(file));
}

/** A small private file, all or nothing, on the disk when the promise resolves. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const fresh = `${file}.new`;
  await writeFile(fresh, text, { mode: 0o600 });
  await syncFile(fresh);
  await moveIntoPlace(fresh, file);
}
