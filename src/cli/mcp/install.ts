/** Adds a server to the settings of an AI client: shows it, asks, keeps a backup, and leaves everything else in the file as it was. */
import { dirname } from 'node:path';
import { failure } from '../../kernel/failure.ts';
import type { Context, Outcome } from '../command.ts';
import { AI_CLIENTS, type AiClient, type AiClientName, type Start } from './clients.ts';
import { rememberEntry } from './entries.ts';
import { serversIn, textWith } from './settings-text.ts';

export interface Wanted {
  readonly client: AiClientName;
  /** Under which the client lists the server. */
  readonly name: string;
  /** Arguments of `svc mcp`. */
  readonly flags: readonly string[];
  /** The settings file, where it is not the usual one. */
  readonly file: string | undefined;
  readonly print: boolean;
}

/** @throws Failure `usage` for a settings file that cannot be read as JSON, which is then left alone */
export async function installServer(wanted: Wanted, context: Context): Promise<Outcome> {
  const { world, say } = context;
  const client: AiClient = AI_CLIENTS[wanted.client];
  const path = wanted.file === undefined ? client.path(world) : world.files.resolve(wanted.file);
  const entry = client.entry(startFor(client, wanted.flags, context));
  const added = JSON.stringify({ [client.key]: { [wanted.name]: entry } }, null, 2);
  const result = { client: wanted.client, path, server: wanted.name, entry };
  if (wanted.print) {
    say(`For ${path}:`);
    return { result: { ...result, changed: false }, text: added };
  }
  const before = await world.files.look(path);
  const text = before === undefined ? '{}\n' : await world.files.readText(before.path);
  const place = { path, key: client.key, name: wanted.name };
  if (JSON.stringify(serversIn(text, place)[wanted.name]) === JSON.stringify(entry))
    return { result: { ...result, changed: false }, text: `${client.title} already starts svc: ${path}.` };
  if (context.flags.yes !== true) say(`${added}\n`);
  await context.confirm(`Write this to the settings of ${client.title}?`, [path]);
  const backup = before === undefined ? undefined : await keepBackup(before, text, context);
  await world.files.makeFolder(dirname(before?.path ?? path));
  await world.files.writeAtomic(before?.path ?? path, textWith(text, place, entry), before?.mode);
  await rememberEntry(world, { ...place, isNewFile: before === undefined });
  return {
    result: { ...result, changed: true, ...(backup !== undefined && { backup }) },
    text:
      `Added ${wanted.name} to ${path}. Restart ${client.title} to use it.` +
      (backup === undefined ? '' : `\nBackup of the previous settings: ${backup}.`),
  };
}

/** A project is shared, so its file names the command; elsewhere whole paths, since desktop programs have another PATH. */
function startFor({ isProject }: AiClient, flags: readonly string[], { world, flags: global }: Context): Start {
  const aim = global.context === undefined ? [] : ['--context', global.context];
  const args = ['mcp', ...flags, ...aim];
  if (isProject) return { command: 'svc', args };
  return { command: world.host.execPath, args: [world.installation.launcher, ...args] };
}

/** Beside the file, under the time; an earlier backup stays. */
async function keepBackup(
  { path, mode }: { readonly path: string; readonly mode: number },
  text: string,
  { world }: Context,
): Promise<string> {
  const stamp = new Date(world.clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const names = [path, ...Array.from({ length: 99 }, (_, at) => `${path}.${String(at + 1)}`)];
  const free = names.map((name) => `${name}.${stamp}.bak`).find((name) => !world.files.exists(name));
  if (free === undefined) throw failure('local_io', { message: `There is no free name for a backup of ${path}.` });
  await world.files.writeAtomic(free, text, mode);
  return free;
}
