/** The entries that `svc mcp install` has written: remembered in the settings as addresses, and taken out again by `svc mcp uninstall` and `svc purge`. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { forgetTrace, rememberTrace, tracesIn } from '../../auth/traces.ts';
import type { World } from '../../world/world.ts';
import { isBare, serversIn, startsSvc, textWith, type EntryPlace } from './settings-text.ts';

type EntryWorld = Pick<World, 'files' | 'settings'>;

export interface Written extends EntryPlace {
  /** True where the file was made for the entry. */
  readonly isNewFile: boolean;
}

/** As the settings keep it: `file:///Users/ann/.cursor/mcp.json?new#mcpServers/svc`. */
function addressOf({ path, key, name, isNewFile }: Written): string {
  const address = pathToFileURL(path);
  if (isNewFile) address.search = 'new';
  address.hash = `${encodeURIComponent(key)}/${encodeURIComponent(name)}`;
  return address.href;
}

function writtenAt(address: string): Written[] {
  if (!URL.canParse(address)) return [];
  const { href, hash, search, protocol } = new URL(address);
  const [key = '', name = ''] = hash.slice(1).split('/').map(decodeURIComponent);
  if (protocol !== 'file:' || name === '') return [];
  return [{ path: fileURLToPath(href), key, name, isNewFile: search === '?new' }];
}

export const rememberEntry = ({ settings }: Pick<World, 'settings'>, entry: Written): Promise<void> =>
  entryOf({ settings }, entry) === undefined
    ? rememberTrace(settings, 'mcpEntries', addressOf(entry))
    : Promise.resolve();

/** Entries that were written and may still be there. */
export const writtenEntries = ({ settings }: Pick<World, 'settings'>): readonly Written[] =>
  tracesIn(settings.read(), 'mcpEntries').flatMap(writtenAt);

const entryOf = (world: Pick<World, 'settings'>, place: EntryPlace): Written | undefined =>
  writtenEntries(world).find((one) => one.path === place.path && one.key === place.key && one.name === place.name);

/** The entry as it is in the file; undefined where the file does not list it. Throws like serversIn. */
export async function readEntry({ files }: Pick<World, 'files'>, place: EntryPlace): Promise<unknown> {
  const found = await files.look(place.path);
  return found && serversIn(await files.readText(found.path), place)[place.name];
}

/** Whether the file still has an entry that starts svc; a file that cannot be read has none that could be taken out. */
export const hasEntry = (world: Pick<World, 'files'>, place: EntryPlace): Promise<boolean> =>
  readEntry(world, place).then(startsSvc, () => false);

/**
 * Takes an entry out that starts svc, and forgets it. A file that was made for it goes when nothing else is in it.
 * @returns the text as it was; undefined when there was no such entry
 * @throws Failure `usage` for a file that is not JSON, `local_io` when it cannot be written
 */
export async function removeEntry(world: EntryWorld, place: EntryPlace): Promise<string | undefined> {
  const { files, settings } = world;
  const entry = entryOf(world, place);
  const found = await files.look(place.path);
  const before =
    found === undefined
      ? undefined
      : await files.withLock(found.path, async () => {
          const text = await files.readText(found.path);
          if (!startsSvc(serversIn(text, place)[place.name])) return undefined;
          const after = textWith(text, place, undefined);
          if (entry?.isNewFile === true && isBare(after, place.key)) await files.remove(found.path);
          else await files.writeAtomic(found.path, after, found.mode);
          return text;
        });
  if (entry !== undefined) await forgetTrace(settings, 'mcpEntries', addressOf(entry));
  return before;
}
