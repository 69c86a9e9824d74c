/** What a start says besides its result: data that was set aside, another context, another port, a seed file. Used by `svc local start`. */
import { join } from 'node:path';
import { SET_ASIDE_FOLDER, type SeedCounts, type ServiceState } from '../kernel/steering.ts';
import { failure } from '../kernel/failure.ts';
import type { Context } from './command.ts';
import type { SeedText } from './state/seed-file.ts';

/** A service as it became ready, and what was created of its seed file. */
export type Started = ServiceState & { readonly created?: SeedCounts };

/** Says so when the start has set data of an earlier svc aside. */
export async function sayAside(context: Context, folder: string, before: readonly string[]): Promise<void> {
  const fresh = (await asidesIn(context, folder)).find((name) => !before.includes(name));
  if (fresh !== undefined) context.say(setAside(join(folder, SET_ASIDE_FOLDER, fresh)));
}

export const asidesIn = ({ world }: Context, folder: string): Promise<readonly string[]> =>
  world.files.namesIn(join(folder, SET_ASIDE_FOLDER)).catch(() => []);

/** A service in another folder than that of the current context is not the one that commands reach by themselves. */
export async function sayContext({ world, say }: Context, folder: string): Promise<void> {
  const { contextsIn, LOCAL_CONTEXT } = await import('../auth/context.ts');
  const settings = world.settings.read();
  const contexts = contextsIn(settings);
  if (contexts[String(settings['currentContext'])]?.dataDir === folder) return;
  const name = Object.keys(contexts).find((one) => contexts[one]?.dataDir === folder);
  if (name === undefined || name === LOCAL_CONTEXT) return;
  say(`Use it with \`--context ${name}\`, or run \`svc context use ${name}\`.`);
}

/** Sentence about data of an earlier svc. */
const setAside = (folder: string): string =>
  `The data was written by an earlier svc in a format that this version cannot read. It was moved to ${folder}, and a new folder was seeded.`;

/** Says so when the port that it had was taken. */
export function sayOtherPort({ say }: Context, hadPort: number | undefined, { url }: ServiceState): void {
  if (hadPort === undefined || Number(new URL(url).port) === hadPort) return;
  say(`The previous port ${String(hadPort)} is in use: the service is now at ${url}.`);
}

/** Read before anything is started, so that what is no seed file is refused at once. */
export async function seedIn(context: Context, file: string | undefined): Promise<SeedText | undefined> {
  if (file === undefined) return undefined;
  const { readSeed } = await import('./state/seed-file.ts');
  if (file !== '-') return readSeed(context, context.world.files.resolve(file));
  throw failure('usage', {
    message: '--seed-file takes the path of a file.',
    param: '--seed-file',
    hint: '`svc local seed -` reads standard input once the service runs.',
  });
}

/** A seed file is for the commit that founds the data, and for no other. */
export function sayUnseeded({ say }: Context, file: string | undefined, { created }: Started): void {
  if (file === undefined || created !== undefined) return;
  say(
    `The existing data is kept: --seed-file applies only to a new folder. \`svc local seed ${file}\` adds its records.`,
  );
}

/** Before anything is written there, so that `svc purge` finds what a failed start leaves. */
export async function rememberFolder(world: Context['world'], folder: string): Promise<void> {
  const [{ ownFolder }, { rememberTrace }] = await Promise.all([
    import('../auth/local-service.ts'),
    import('../auth/traces.ts'),
  ]);
  if (folder !== ownFolder(world)) await rememberTrace(world.settings, 'dataFolders', folder);
}
