/** What is found in svc's own folders, and in the data folders of local services. */
import { dirname, join } from 'node:path';
import { contextsIn } from '../../auth/context.ts';
import { ownFolder } from '../../auth/local-service.ts';
import { tracesIn } from '../../auth/traces.ts';
import { LOCK_FILE } from '../../kernel/data-folder.ts';
import { PLACES, type Place, type PlaceName } from '../../kernel/places.ts';
import type { World } from '../../world/world.ts';
import type { Finding } from './finding.ts';
import { DATA, filesNamed, type Rule } from './rules.ts';
import { foundIn, removeFound } from './sweep.ts';

export type PlaceWorld = Pick<World, 'files' | 'settings'>;

/** What only the service's own room can tell and do. */
export interface Services {
  /** Process id of the service that holds a folder. */
  holder(folder: string): Promise<number | null | undefined>;
  /** Ends it, and waits until it has ended. */
  end(folder: string): Promise<void>;
}

/** Each folder that a local service has had on this machine, as far as settings know. */
export async function dataFindings(world: PlaceWorld, services: Services): Promise<readonly Finding[]> {
  const { settings, files } = world;
  const fields = settings.read();
  const named = Object.values(contextsIn(fields)).flatMap(({ dataDir, key }) => [dataDir, key?.dataDir]);
  const own = ownFolder(world);
  const marked = [...new Set([...named, ...tracesIn(fields, 'dataFolders')])].filter(
    (folder) => folder !== undefined && folder !== own && files.entry(join(folder, LOCK_FILE))?.kind === 'file',
  );
  const found = await Promise.all([own, ...marked].map((folder) => dataFinding(world, String(folder), services)));
  return found.flat();
}

async function dataFinding(world: PlaceWorld, folder: string, services: Services): Promise<readonly Finding[]> {
  const look = () => foundIn(world, folder, DATA);
  const [found, pid] = [await look(), await services.holder(folder)];
  if (found.files.length === 0 && found.folders.length === 0) return [];
  return [
    {
      what: PLACE_WORDS.local,
      where: folder,
      files: found.files.length,
      sizeBytes: found.sizeBytes,
      ...(typeof pid === 'number' && { pid }),
      others: found.others,
      async remove() {
        await services.end(folder);
        const now = await look();
        // A folder is known by its lock: it goes last, so that a purge after a kill finds the rest.
        const lock = join(folder, LOCK_FILE);
        await removeFound(world, { ...now, files: now.files.filter((path) => path !== lock) });
        await removeFound(world, { files: now.files.filter((path) => path === lock), folders: [folder] });
      },
    },
  ];
}

/** In the words of a list. */
export const PLACE_WORDS: Readonly<Record<PlaceName, string>> = {
  local: 'data of a local service',
  edits: 'edit journals',
  imports: 'import journals',
  series: 'series that are not complete',
  drafts: 'drafts',
  cache: 'kept responses',
  completion: 'completion cache',
  rate: 'rate-limit windows',
  logins: 'pending logins',
  webSessions: 'expiry of browser sessions',
  reminders: 'reminders',
  latestVersion: 'latest version',
  keys: 'keys in files',
  settings: 'settings and contexts',
};

/** What lies at one row of the table of places; none when nothing does. */
export async function placeFinding(world: PlaceWorld, name: PlaceName): Promise<readonly Finding[]> {
  const { folder, rule, isShared } = groundOf(world, name);
  const look = () => foundIn(world, folder, rule);
  const found = await look();
  if (found.files.length === 0 && found.folders.length === 0) return [];
  return [
    {
      what: PLACE_WORDS[name],
      where: world.settings.place(name),
      files: found.files.length,
      sizeBytes: found.sizeBytes,
      others: isShared ? [] : found.others,
      async remove() {
        await removeFound(world, await look());
        if (!isShared) await world.files.removeEmptyFolder(folder);
      },
    },
  ];
}

interface PlaceGround {
  readonly folder: string;
  readonly rule: Rule;
  /** True for a file in one of the two base folders, beside everything else. */
  readonly isShared: boolean;
}

function groundOf({ settings }: PlaceWorld, name: PlaceName): PlaceGround {
  const place: Place = PLACES[name];
  const path = settings.place(name);
  const { files } = place;
  if (files !== undefined) return { folder: path, rule: filesNamed((one) => files.test(one)), isShared: false };
  return { folder: dirname(path), rule: filesNamed((one) => one === place.path), isShared: true };
}
