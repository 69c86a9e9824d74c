/** Where each setting comes from: flag, environment, project file, context, in this order. Reads only; no network. */
import { VARIABLES } from '../kernel/variables.ts';
import type { World } from '../world/world.ts';
import { currentContext, type ContextRecord } from './context.ts';
import { projectFile, type ProjectFile } from './project.ts';

/** Flags that bear on where a call goes. */
export interface AimFlags {
  readonly context?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
  readonly timezone?: string | undefined;
}

/** A value and the place that gave it: a flag, a variable's name, a file, a context. */
export interface Sourced {
  readonly value: string;
  readonly source: string;
}

export interface Effective {
  readonly context?: Sourced;
  readonly record: ContextRecord;
  readonly baseUrl?: Sourced;
  readonly mcpUrl?: Sourced;
  readonly profile?: Sourced;
  readonly timezone?: Sourced;
  readonly output?: Sourced;
}

type AimWorld = Pick<World, 'env' | 'host' | 'settings'>;

/** Settings that a context, a project file and the environment can give. */
const SETTINGS = ['baseUrl', 'mcpUrl', 'profile', 'timezone', 'output'] as const;

/**
 * The settings in force.
 * @throws Failure `settings_broken` for a broken settings or project file, `usage` for an unknown context
 */
export function effectiveSettings(world: AimWorld, flags: AimFlags = {}): Effective {
  const project = projectFile(world);
  const { context, record } = currentContext(world, contextName(world, flags, project));
  const found = SETTINGS.map(
    (name) => [name, candidates(name, { world, flags, project, context, record })[0]] as const,
  );
  return {
    record,
    ...(context && { context }),
    ...Object.fromEntries(found.filter(([, sourced]) => sourced !== undefined)),
  };
}

export type SettingName = (typeof SETTINGS)[number] | 'context';

/** Every setting that may be asked about. */
export const SETTING_NAMES: readonly SettingName[] = [...SETTINGS, 'context'];

/**
 * Every place that gives a setting, the winner first.
 * @throws as `effectiveSettings`
 */
export function candidatesFor(name: SettingName, world: AimWorld, flags: AimFlags = {}): readonly Sourced[] {
  const project = projectFile(world);
  const { context, record } = currentContext(world, contextName(world, flags, project));
  if (name !== 'context') return candidates(name, { world, flags, project, context, record });
  return [context, currentContext(world, undefined).context].filter((one) => one !== undefined);
}

/** The value of the first environment variable that is set, and its name. */
export function fromEnvironment(setting: keyof typeof VARIABLES, { env }: Pick<World, 'env'>): Sourced | undefined {
  const name = VARIABLES[setting].find((variable) => env[variable]?.trim());
  return name === undefined ? undefined : { value: (env[name] ?? '').trim(), source: name };
}

function contextName(world: AimWorld, flags: AimFlags, project: ProjectFile | undefined): Sourced | undefined {
  if (flags.context !== undefined) return { value: flags.context, source: '--context' };
  const told = fromEnvironment('context', world);
  if (told !== undefined) return told;
  return project?.fields.context === undefined ? undefined : { value: project.fields.context, source: project.path };
}

interface Places {
  readonly world: AimWorld;
  readonly flags: AimFlags;
  readonly project: ProjectFile | undefined;
  readonly context: Sourced | undefined;
  readonly record: ContextRecord;
}

/** Every place that gives a setting, the winner first. A context named by flag stands above the environment. */
function candidates(name: (typeof SETTINGS)[number], places: Places): readonly Sourced[] {
  const { world, flags, project, context, record } = places;
  const ofContext = sourced(record[name], `context ${context?.value}`);
  const byFlag = name === 'output' || name === 'mcpUrl' ? undefined : sourced(flags[name], `--${FLAG_NAMES[name]}`);
  const all = [
    byFlag,
    context?.source === '--context' ? ofContext : undefined,
    fromEnvironment(name, world),
    project && sourced(project.fields[name], project.path),
    ofContext,
  ];
  return all.filter((one) => one !== undefined);
}

const FLAG_NAMES = { baseUrl: 'base-url', profile: 'profile', timezone: 'timezone' } as const;

const sourced = (value: string | undefined, source: string): Sourced | undefined =>
  value === undefined || value === '' ? undefined : { value, source };
