/** Contexts: named places to call, kept in the user's settings. They never hold a secret. */
import { failure } from '../kernel/failure.ts';
import type { Settings, SettingsFields } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import type { Sourced } from './settings.ts';

/** What a context carries. Source: design §5 */
export interface ContextRecord {
  readonly baseUrl?: string;
  readonly mcpUrl?: string;
  /** Prefix of webhook headers, `X-Service` unless told. */
  readonly headerPrefix?: string;
  /** Id of the default profile. */
  readonly profile?: string;
  /** IANA zone for times typed without one. */
  readonly timezone?: string;
  readonly output?: string;
  /** Data folder of the local service this context was made by. */
  readonly dataDir?: string;
}

export interface LocalContext {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly dataDir: string;
}

/** Name of the context that `svc local start` writes. */
export const LOCAL_CONTEXT = 'local';

/** Contexts by name. Entries that are no objects are passed over. */
export function contextsIn(settings: SettingsFields): Readonly<Record<string, ContextRecord>> {
  const all = settings['contexts'];
  if (typeof all !== 'object' || all === null) return {};
  return Object.fromEntries(Object.entries(all).filter(([, record]) => typeof record === 'object' && record !== null));
}

/**
 * The context in force: the named one, else the user's current one.
 * @throws Failure `usage` when the named context does not exist
 */
export function currentContext(
  { settings }: Pick<World, 'settings'>,
  named: Sourced | undefined,
): { context?: Sourced; record: ContextRecord } {
  const fields = settings.read();
  const contexts = contextsIn(fields);
  const current = fields['currentContext'];
  const context = named ?? (typeof current === 'string' ? { value: current, source: settings.path } : undefined);
  if (context === undefined) return { record: {} };
  const record = Object.hasOwn(contexts, context.value) ? contexts[context.value] : undefined;
  if (record === undefined && named !== undefined) throw unknownContext(named, Object.keys(contexts));
  return { context, record: record ?? {} };
}

function unknownContext({ value, source }: Sourced, names: readonly string[]): Error {
  const known = names.length === 0 ? 'There is none yet.' : `There are: ${names.join(', ')}.`;
  return failure('usage', { message: `There is no context ${value} (named by ${source}). ${known}`, param: source });
}

/** Writes the context `local` and makes it the current one when there is no other. Other fields of it stay. */
export async function writeLocalContext({ settings }: { settings: Settings }, local: LocalContext): Promise<void> {
  await settings.write((before) => {
    const contexts = contextsIn(before);
    return {
      ...before,
      contexts: { ...contexts, [LOCAL_CONTEXT]: { ...contexts[LOCAL_CONTEXT], ...local } },
      currentContext: isUsable(before, contexts) ? before['currentContext'] : LOCAL_CONTEXT,
    };
  });
}

const isUsable = (settings: SettingsFields, contexts: object): boolean =>
  typeof settings['currentContext'] === 'string' && Object.hasOwn(contexts, settings['currentContext']);
