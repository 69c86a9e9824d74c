/** Contexts: named sets of base URL and defaults, stored in the user's settings. They never hold a secret. */
import { basename } from 'node:path';
import { failure } from '../kernel/failure.ts';
import type { Settings } from '../world/settings.ts';
import type { SettingsFields } from '../world/settings-file.ts';
import type { Sourced } from './sourced.ts';
import { withTrace } from './traces.ts';
import type { World } from '../world/world.ts';

/** What a context carries. Source: design §5 */
export interface ContextRecord {
  readonly baseUrl?: string;
  readonly mcpUrl?: string;
  /** Prefix of webhook headers. Default: `X-Service`. */
  readonly headerPrefix?: string;
  /** Prefix of their aliases. Default: `X-Legacy`. */
  readonly legacyHeaderPrefix?: string;
  /** Id of the default profile. */
  readonly profile?: string;
  /** IANA zone for times typed without one. */
  readonly timezone?: string;
  /** How dates in figures are read: `dmy`, `mdy` or `ymd`. */
  readonly dateOrder?: string;
  readonly output?: string;
  /** Path of a PEM file with further certificate authorities. */
  readonly cacert?: string;
  /** Data folder of the local service this context was made by. */
  readonly dataDir?: string;
  /** Where its key is stored; absent before a login. */
  readonly key?: KeyRecord;
  /** Keys that `svc api-keys rotate` has replaced, until they are revoked. */
  readonly retiring?: readonly RetiringKey[];
  /** Where webhook secrets are stored, by the endpoint's name or id. */
  readonly webhookSecrets?: Readonly<Record<string, SecretRecord>>;
}

/** Where a secret is stored, and since when. */
export interface SecretRecord extends Pick<KeyRecord, 'storage' | 'id'> {
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Where a key is stored, and what can be shown of it without reading it. */
export interface KeyRecord {
  readonly storage: 'keychain' | 'file';
  /** Name of the entry in the keychain, or of the file. A new key gets a new one. */
  readonly id: string;
  /** Origin at which the key was checked. It goes there and nowhere else. */
  readonly origin: string;
  /** Data folder of the local service that gave it, whose port may change. */
  readonly dataDir?: string;
  readonly masked: string;
  /** Name under which this machine logged in. */
  readonly device?: string;
  /** ISO 8601. */
  readonly savedAt: string;
  /** ISO 8601; null for a key that does not expire, absent while nobody has said. */
  readonly expiresAt?: string | null;
}

/** A key that another one has replaced, and that still works. */
export interface RetiringKey {
  readonly id: string;
  readonly name: string;
  /** ISO 8601: from then on nobody should need it. */
  readonly revokeAfter: string;
}

export interface LocalContext {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly dataDir: string;
}

/** Name of the context that `svc local start` writes. */
export const LOCAL_CONTEXT = 'local';

/** Contexts by name. Entries that are not objects are skipped. */
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
  const known = names.length === 0 ? 'There are no contexts yet.' : `Contexts: ${names.join(', ')}.`;
  return failure('usage', {
    message: `Context ${value} does not exist (set by ${source}). ${known}`,
    param: source,
    hint: '`svc login` creates a context with a key, `svc context create` one without.',
  });
}

/** Why a context cannot have this name; undefined for a valid name. The name is part of file names. */
export const nameProblem = (name: string): string | undefined =>
  /^[a-z\d][\w.-]{0,62}$/i.test(name)
    ? undefined
    : `A context name has only letters, digits, dots, dashes and underscores: ${JSON.stringify(name)} is not valid.`;

/**
 * Changes one context, or makes it; the others and the fields left alone stay.
 * @param more further fields of the settings, such as `currentContext`
 */
export function withContext(
  settings: SettingsFields,
  name: string,
  change: (record: ContextRecord) => ContextRecord,
  more: SettingsFields = {},
): SettingsFields {
  const contexts = contextsIn(settings);
  const before = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  return { ...settings, ...more, contexts: { ...rawContexts(settings), [name]: change(before ?? {}) } };
}

/** The settings without a context, and without it as the current one. */
export function withoutContext(settings: SettingsFields, name: string): SettingsFields {
  const kept = Object.entries(rawContexts(settings)).filter(([one]) => one !== name);
  const { currentContext, ...rest } = settings;
  return {
    ...rest,
    contexts: Object.fromEntries(kept),
    ...(currentContext === undefined || currentContext === name ? {} : { currentContext }),
  };
}

/** Exactly as in the file, including entries written by a later version. */
const rawContexts = ({ contexts }: SettingsFields): Readonly<Record<string, unknown>> =>
  typeof contexts === 'object' && contexts !== null ? (contexts as Record<string, unknown>) : {};

/**
 * Writes the context of a local service and makes it the current one when there is no other: `local` for the user's own
 * folder, one of its own for any other. Further contexts with a key of the same service follow it to its new address.
 * @param ownFolder folder of `local`
 * @param wanted name that was asked for
 * @throws Failure `usage` when that name belongs to another service
 */
export async function writeLocalContext(
  { settings }: { settings: Settings },
  local: LocalContext,
  { ownFolder, wanted }: LocalNaming,
): Promise<void> {
  await settings.write((before) => {
    const contexts = contextsIn(before);
    const name = localNameFor(contexts, local.dataDir, { ownFolder, wanted });
    const following = Object.entries(contexts).map(([one, record]) => [one, followed(record, local)] as const);
    return {
      ...(local.dataDir === ownFolder ? before : withTrace(before, 'dataFolders', local.dataDir)),
      contexts: {
        ...rawContexts(before),
        ...Object.fromEntries(following),
        [name]: { ...contexts[name], ...local },
      },
      currentContext: isUsable(before, contexts) ? before['currentContext'] : name,
    };
  });
}

interface LocalNaming {
  readonly ownFolder: string;
  readonly wanted?: string | undefined;
}

/** The name of the context of a data folder: the one it has, else the one that was asked for, else `local-FOLDER`. */
export function localNameFor(
  contexts: Readonly<Record<string, ContextRecord>>,
  folder: string,
  { ownFolder, wanted }: LocalNaming,
): string {
  const isFree = (name: string): boolean => !Object.hasOwn(contexts, name) || contexts[name]?.dataDir === folder;
  if (wanted !== undefined) {
    if (isFree(wanted) || (wanted === LOCAL_CONTEXT && folder === ownFolder)) return wanted;
    throw failure('usage', {
      message: `The context ${wanted} belongs to another service.`,
      param: '--context',
      hint: 'Give another context, or omit --context.',
    });
  }
  const known = Object.keys(contexts).filter((name) => contexts[name]?.dataDir === folder);
  if (folder === ownFolder || known.includes(LOCAL_CONTEXT)) return LOCAL_CONTEXT;
  const [first] = known;
  if (first !== undefined) return first;
  const name = `${LOCAL_CONTEXT}-${basename(folder)
    .replace(/[^\w.-]/g, '-')
    .slice(0, 40)}`;
  if (isFree(name)) return name;
  let number = 2;
  while (!isFree(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** A context whose base URL was changed by hand keeps it. */
function followed(record: ContextRecord, { baseUrl, dataDir }: LocalContext): ContextRecord {
  const { key } = record;
  const isOurs = key?.dataDir === dataDir && record.baseUrl !== undefined && originOf(record.baseUrl) === key.origin;
  return isOurs ? { ...record, baseUrl, key: { ...key, origin: new URL(baseUrl).origin } } : record;
}

/** The data folder of the local service at an origin; undefined for any other service. */
export const dataDirAt = (settings: SettingsFields, origin: string): string | undefined =>
  Object.values(contextsIn(settings)).find(
    ({ dataDir, baseUrl }) => dataDir !== undefined && baseUrl !== undefined && originOf(baseUrl) === origin,
  )?.dataDir;

/** Undefined for a value that is not a URL, such as a typo in an edited file. */
const originOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);

const isUsable = (settings: SettingsFields, contexts: object): boolean =>
  typeof settings['currentContext'] === 'string' && Object.hasOwn(contexts, settings['currentContext']);
