/**
 * Trust in project files: one that decides where calls go counts only after a person has said so, for its path and its
 * content. A checkout of somebody else's must not send the user's key to a place of its choice.
 */
import { failure } from '../kernel/failure.ts';
import type { SettingsFields } from '../world/settings-file.ts';
import type { World } from '../world/world.ts';
import { LEADING_FIELDS, type ProjectFile } from './project.ts';

export type TrustWorld = Pick<World, 'settings' | 'prompt'>;

/** Trusted files: path to the hash of what was trusted. Kept in the settings under this name. */
const FIELD = 'trusted';

/** What the file says about where calls go, as lines. Empty for one that only sets preferences. */
export const leadingWords = ({ fields }: ProjectFile): readonly string[] =>
  LEADING_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [`${name} ${fields[name]}`]));

/** Whether this file, as it is now, was trusted. */
export async function isTrusted(world: Pick<World, 'settings'>, project: ProjectFile): Promise<boolean> {
  return trustedIn(world.settings.read())[project.path] === (await hashOf(project));
}

export async function trust({ settings }: Pick<World, 'settings'>, project: ProjectFile): Promise<void> {
  const hash = await hashOf(project);
  await settings.write((before) => ({ ...before, [FIELD]: { ...trustedIn(before), [project.path]: hash } }));
}

/** @returns false when it was not trusted before */
export async function distrust({ settings }: Pick<World, 'settings'>, path: string): Promise<boolean> {
  if (!Object.hasOwn(trustedIn(settings.read()), path)) return false;
  await settings.write((before) => {
    const kept = Object.entries(trustedIn(before)).filter(([one]) => one !== path);
    return { ...before, [FIELD]: Object.fromEntries(kept) };
  });
  return true;
}

/**
 * Returns when the file may decide where a call goes: it was trusted before, or a person says so now.
 * @param ask false when no question may be asked
 * @throws Failure `project_untrusted` (exit 2) without a terminal to prompt on, and when the answer is no
 */
export async function requireTrust(world: TrustWorld, project: ProjectFile, ask: boolean): Promise<void> {
  if (await isTrusted(world, project)) return;
  const words = leadingWords(project).join(', ');
  const details = { path: project.path, sets: leadingWords(project) };
  const message = `The project file ${project.path} sets where requests go (${words}), and it is not trusted.`;
  if (!ask || !world.prompt.possible) throw failure('project_untrusted', { message, param: project.path, details });
  if (!(await world.prompt.confirm(`${message} Trust its current content?`)))
    throw failure('project_untrusted', { message, param: project.path, details });
  await trust(world, project);
}

function trustedIn(settings: SettingsFields): Readonly<Record<string, string>> {
  const found = settings[FIELD];
  return typeof found === 'object' && found !== null ? (found as Record<string, string>) : {};
}

/** Of the fields as they were read: what is trusted is what is used, whatever the file becomes in between. */
async function hashOf({ fields }: ProjectFile): Promise<string> {
  const { createHash } = await import('node:crypto');
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
