/** Everything of svc on this machine, in the order in which it is to go: what the settings tell of first, the settings last. */
import { dirname } from 'node:path';
import { contextsIn } from '../../auth/context.ts';
import { allPlaces, forgetKey } from '../../auth/key-store.ts';
import { tracesIn } from '../../auth/traces.ts';
import { failure } from '../../kernel/failure.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import { PLACES, type PlaceName } from '../../kernel/places.ts';
import type { World } from '../../world/world.ts';
import { hasBlock, startFile, uninstall } from '../completion/install.ts';
import { SHELLS, type Shell } from '../completion/shells.ts';
import { hasEntry, removeEntry, writtenEntries, type Written } from '../mcp/entries.ts';
import type { Finding } from './finding.ts';
import { dataFindings, placeFinding, type Services } from './places.ts';

export async function findEverything(world: World, services: Services): Promise<readonly Finding[]> {
  const between = (Object.keys(PLACES) as PlaceName[]).filter((name) => name !== 'local' && name !== 'settings');
  const found = [
    ...(await dataFindings(world, services)),
    ...(await Promise.all(between.map((name) => placeFinding(world, name)))).flat(),
    ...(await completionFindings(world)),
    ...(await mcpFindings(world)),
    ...(await keychainFindings(world)),
    ...(await placeFinding(world, 'settings')),
  ];
  return found;
}

/** Start files of shells in which the completion is installed. */
async function completionFindings(world: World): Promise<readonly Finding[]> {
  const usual = SHELLS.map((shell) => ({ shell, file: startFile(world, shell) }));
  const named = tracesIn(world.settings.read(), 'completionFiles')
    .filter((file) => !usual.some((one) => one.file === file))
    .map((file) => ({ shell: 'bash' as Shell, file }));
  const found = await Promise.all(
    [...usual, ...named].map(async ({ shell, file }) =>
      (await hasBlock(world, file)) ? [completionFinding(world, shell, file)] : [],
    ),
  );
  return found.flat();
}

const completionFinding = (world: World, shell: Shell, file: string): Finding => ({
  what: 'shell completion',
  where: file,
  files: 1,
  sizeBytes: 0,
  others: [],
  remove: async () => void (await uninstall(world, shell, file)),
});

/** Entries in the settings of AI clients. */
async function mcpFindings(world: World): Promise<readonly Finding[]> {
  const found = await Promise.all(
    writtenEntries(world).map(async (written) =>
      (await hasEntry(world, written)) ? [mcpFinding(world, written)] : [],
    ),
  );
  return found.flat();
}

const mcpFinding = (world: World, written: Written): Finding => ({
  what: 'server in the settings of an AI client',
  where: written.path,
  files: 1,
  sizeBytes: 0,
  others: [],
  remove: async () => void (await removeEntry(world, written)),
});

/** Entries of these settings, and no others of svc: another settings folder has its own. */
async function keychainFindings(world: World): Promise<readonly Finding[]> {
  const asked = await world.keychain.accounts();
  if (!asked.ok) {
    const isExpected = Object.values(contextsIn(world.settings.read())).some((context) =>
      [context.key, ...Object.values(context.webhookSecrets ?? {})].some((one) => one?.storage === 'keychain'),
    );
    if (asked.trouble === 'absent' && !isExpected) return [];
    const remove = async (): Promise<void> => {
      throw failure('keychain_failed', { message: `The keychain could not be read: ${asked.reason}.` });
    };
    return [{ what: 'keys in the keychain', where: 'the keychain', files: 0, sizeBytes: 0, others: [], remove }];
  }
  const places = (await allPlaces(world)).filter(({ storage }) => storage === 'keychain');
  if (places.length === 0) return [];
  return [
    {
      what: 'keys in the keychain',
      where: 'the keychain',
      files: places.length,
      sizeBytes: 0,
      others: [],
      async remove() {
        for (const place of places) {
          const problem = await forgetKey(world, place);
          if (problem !== undefined) throw failure('keychain_failed', { message: problem });
        }
      },
    },
  ];
}

/** Hosts at which keys and endpoints stay: they are nothing that lies on this machine. */
export const remoteHosts = ({ settings }: Pick<World, 'settings'>): readonly string[] => {
  const origins = Object.values(contextsIn(settings.read())).flatMap(({ key }) => key?.origin ?? []);
  const hosts = origins.flatMap((origin) => (URL.canParse(origin) ? new URL(origin) : []));
  return [...new Set(hosts.filter(({ hostname }) => !isLoopback(hostname)).map(({ host }) => host))];
};

/** Folders of svc that hold nothing any more, the two base folders last. Those of an interrupted purge are among them. */
export async function removeEmptyFolders({ files, settings }: Pick<World, 'files' | 'settings'>): Promise<void> {
  for (const name of Object.keys(PLACES) as PlaceName[]) await files.removeEmptyFolder(settings.place(name));
  await files.removeEmptyFolder(settings.stateFolder);
  await files.removeEmptyFolder(dirname(settings.path));
}
