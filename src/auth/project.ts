/** The project file `.svc.json`: names a context and defaults for everybody who works in a folder. Never a secret. */
import { dirname, join } from 'node:path';
import { failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';

export const PROJECT_FILE = '.svc.json';

export const PROJECT_FIELDS = ['context', 'baseUrl', 'mcpUrl', 'profile', 'timezone', 'dateOrder', 'output'] as const;
export type ProjectField = (typeof PROJECT_FIELDS)[number];

/** Fields that decide where a call goes. They count only in a file that was trusted; see trust.ts. */
export const LEADING_FIELDS = ['context', 'baseUrl', 'mcpUrl'] as const satisfies readonly ProjectField[];

export interface ProjectFile {
  readonly path: string;
  readonly fields: Readonly<Partial<Record<ProjectField, string>>>;
}

/** Words that give a secret away by their name, and the form of a key. */
const SECRET_NAME = /key|secret|token|password/i;
const SECRET_VALUE = /\bsk_[\da-z]{16,}/i;

/**
 * The nearest project file from the current folder upwards.
 * @throws Failure `settings_broken` for one that cannot be understood or holds a secret
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
    if (SECRET_NAME.test(name)) throw broken(path, `it contains ${name}, and secrets do not belong in a project`);
    if (!(PROJECT_FIELDS as readonly string[]).includes(name))
      throw broken(path, `it sets ${name}, but a project can set only ${PROJECT_FIELDS.join(', ')}`);
    if (typeof value !== 'string') throw broken(path, `${name} must be text`);
    if (SECRET_VALUE.test(value)) throw broken(path, `${name} contains a key, and secrets do not belong in a project`);
  }
  return fields as ProjectFile['fields'];
}

const broken = (path: string, why: string): Error =>
  failure('settings_broken', { message: `The project file ${path} cannot be used: ${why}.`, param: path });
