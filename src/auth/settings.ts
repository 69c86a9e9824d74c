/**
 * Where each setting comes from: flag, environment, project file, context, the user's defaults, in this order. Reads only;
 * no network.
 */
import { CONTEXT_SETTINGS, type ContextSetting } from '../kernel/settings.ts';
import { VARIABLES } from '../kernel/variables.ts';
import type { SettingsFields } from '../world/settings-file.ts';
import type { World } from '../world/world.ts';
import { currentContext, type ContextRecord } from './context.ts';
import { olderFile } from './older.ts';
import { LEADING_FIELDS, PROJECT_FIELDS, projectFile, type ProjectField, type ProjectFile } from './project.ts';
import type { Sourced } from './sourced.ts';

/** Flags that bear on where a call goes. */
export interface AimFlags {
  readonly context?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly profile?: string | undefined;
  readonly timezone?: string | undefined;
  readonly cacert?: string | undefined;
  /** False when no question may be asked. */
  readonly ask?: boolean | undefined;
}

export interface Effective {
  readonly context?: Sourced;
  readonly record: ContextRecord;
  readonly baseUrl?: Sourced;
  readonly mcpUrl?: Sourced;
  readonly headerPrefix?: Sourced;
  readonly legacyHeaderPrefix?: Sourced;
  readonly profile?: Sourced;
  readonly timezone?: Sourced;
  readonly dateOrder?: Sourced;
  readonly output?: Sourced;
  readonly cacert?: Sourced;
  /** The project file, when a word of it decides where calls go. Nothing may be called before it is trusted. */
  readonly leading?: ProjectFile;
}

type AimWorld = Pick<World, 'env' | 'host' | 'settings'>;

/** In place of a profile: none, although a place of less weight gives one. */
export const NO_PROFILE = 'none';

/** Name in the settings of what holds in every context that does not say otherwise. */
export const DEFAULTS = 'defaults';

/**
 * The settings in force.
 * @throws Failure `settings_broken` for a broken settings or project file, `usage` for an unknown context
 */
export function effectiveSettings(world: AimWorld, flags: AimFlags = {}): Effective {
  const places = placesFor(world, flags);
  const { project, context, record } = places;
  const found = CONTEXT_SETTINGS.map((name) => [name, candidates(name, places)[0]] as const);
  const winners = Object.fromEntries(found.filter(([, sourced]) => sourced !== undefined)) as Winners;
  return {
    record,
    ...(context && { context }),
    ...winners,
    ...(project && leads(project, { ...winners, ...(context && { context }) }, world) && { leading: project }),
  };
}

export type SettingName = ContextSetting | 'context';

/** Every setting that may be asked about. */
export const SETTING_NAMES: readonly SettingName[] = [...CONTEXT_SETTINGS, 'context'];

/**
 * Every place that gives a setting, the winner first.
 * @throws as `effectiveSettings`
 */
export function candidatesFor(name: SettingName, world: AimWorld, flags: AimFlags = {}): readonly Sourced[] {
  const places = placesFor(world, flags);
  if (name !== 'context') return candidates(name, places);
  return [places.context, currentContext(world, undefined).context].filter((one) => one !== undefined);
}

/** The value of the first environment variable that is set, and its name. */
export function fromEnvironment(setting: keyof typeof VARIABLES, { env }: Pick<World, 'env'>): Sourced | undefined {
  const name = VARIABLES[setting].find((variable) => env[variable]?.trim());
  return name === undefined ? undefined : { value: (env[name] ?? '').trim(), source: name };
}

/** The name of the context meant by flag, environment or project file; undefined leaves it to the current one. */
export function contextNamed(
  world: Pick<World, 'env'>,
  flags: AimFlags,
  project: ProjectFile | undefined,
): Sourced | undefined {
  if (flags.context !== undefined) return { value: flags.context, source: '--context' };
  const named = fromEnvironment('context', world);
  if (named !== undefined) return named;
  return project?.fields.context === undefined ? undefined : { value: project.fields.context, source: project.path };
}

/** What the user wants in every context. */
export function defaultsIn(settings: SettingsFields): Readonly<Record<string, unknown>> {
  const found = settings[DEFAULTS];
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
}

type Winners = Partial<Record<SettingName, Sourced>>;

/** A word of the project file decides where calls go, and another one would without it. */
function leads(project: ProjectFile, winners: Winners, world: AimWorld): boolean {
  return LEADING_FIELDS.some((name) => {
    if (winners[name]?.source !== project.path) return false;
    return name !== 'context' || currentContext(world, undefined).context?.value !== winners.context?.value;
  });
}

interface Places {
  readonly world: AimWorld;
  readonly flags: AimFlags;
  readonly project: ProjectFile | undefined;
  readonly context: Sourced | undefined;
  readonly record: ContextRecord;
  /** What the user wants in every context. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

function placesFor(world: AimWorld, flags: AimFlags): Places {
  const project = projectFile(world);
  const { context, record } = currentContext(world, contextNamed(world, flags, project));
  return { world, flags, project, context, record, defaults: defaultsIn(world.settings.read()) };
}

/** Every place that gives a setting, the winner first. A context named by a flag wins over the environment. */
function candidates(name: ContextSetting, places: Places): readonly Sourced[] {
  const { world, flags, project, context, record, defaults } = places;
  const ofContext = sourced(record[name], `context ${context?.value}`);
  const byFlag = isFlag(name) ? sourced(flags[name], `--${FLAG_NAMES[name]}`) : undefined;
  const all = [
    byFlag,
    context?.source === '--context' ? ofContext : undefined,
    isPrefix(name) ? undefined : fromEnvironment(name, world),
    project && isOfProject(name) ? sourced(project.fields[name], project.path) : undefined,
    ofContext,
    sourced(defaults[name], world.settings.path),
    name === 'baseUrl' ? olderBaseUrl(places) : undefined,
  ];
  return all.filter((one) => one !== undefined);
}

/** What a folder that somebody else made may say. */
const isOfProject = (name: ContextSetting): name is Exclude<ProjectField, 'context'> =>
  (PROJECT_FIELDS as readonly string[]).includes(name);

/** How headers of webhooks begin is a matter of the context alone. */
const isPrefix = (name: ContextSetting): name is 'headerPrefix' | 'legacyHeaderPrefix' =>
  name === 'headerPrefix' || name === 'legacyHeaderPrefix';

/** Only where nothing current says anything. */
function olderBaseUrl({ world }: Places): Sourced | undefined {
  const older = olderFile(world);
  return older?.baseUrl === undefined ? undefined : { value: older.baseUrl, source: older.path };
}

const FLAG_NAMES = { baseUrl: 'base-url', profile: 'profile', timezone: 'timezone', cacert: 'cacert' } as const;

const isFlag = (name: ContextSetting): name is keyof typeof FLAG_NAMES => Object.hasOwn(FLAG_NAMES, name);

const sourced = (value: unknown, source: string): Sourced | undefined =>
  typeof value !== 'string' || value === '' ? undefined : { value, source };
