/** The project file `.svc.json`: names a context and defaults for everybody who works in a folder. Never a secret. */
import { dirname, join } from 'node:path';
import { failure } from '../kernel/failure.ts';
import { isLoopback } from '../kernel/loopback.ts';
import type { World } from '../world/world.ts';

export const PROJECT_FILE = '.svc.json';

const FIELDS = ['context', 'baseUrl', 'mcpUrl', 'profile', 'timezone', 'output'] as const;

export interface ProjectFile {
  readonly path: string;
  readonly fields: Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;
}

/** Words that give a secret away by their name. */
const SECRET = /key|secret|token|password/i;

/**
 * The nearest project file from the current folder upwards.
 * @throws Failure `settings_broken` for one that cannot be understood, holds a secret, or would lead the key astray
 */
export function projectFile({ host, settings }: Pick<World, 'host' | 'settings'>): ProjectFile | undefined {
  for (let folder = host.cwd(); folder !== ''; folder = dirname(folder)) {
    const path = join(folder, PROJECT_FILE);
    const fields = settings.readBeside(path);
    if (fields !== undefined) return { path, fields: checked(path, fields) };
    if (folder === dirname(folder) || folder === host.home) return undefined;
  }
  return undefined;
}

function checked(path: string, fields: Readonly<Record<string, unknown>>): ProjectFile['fields'] {
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET.test(name)) throw broken(path, `it holds ${name}, and secrets do not belong into a project`);
    if (!(FIELDS as readonly string[]).includes(name)) throw broken(path, `it does not know ${name}`);
    if (typeof value !== 'string') throw broken(path, `${name} must be text`);
    // A checkout of somebody else's must not send the user's key to a place of its choice.
    if (name.endsWith('Url') && !isLocal(value))
      throw broken(path, `${name} may only name this machine; name a context`);
  }
  return fields as ProjectFile['fields'];
}

const isLocal = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname);

const broken = (path: string, why: string): Error =>
  failure('settings_broken', { message: `The project file ${path} cannot be used: ${why}.`, param: path });
