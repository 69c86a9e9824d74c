/** Which key is used: every place that has one for the address that is called, the winner first. Next stop: target.ts. */
import { failure } from '../kernel/failure.ts';
import { isLoopback } from '../kernel/loopback.ts';
import { masked } from '../kernel/secret.ts';
import type { World } from '../world/world.ts';
import { normalBaseUrl } from './base-url.ts';
import type { KeyRecord } from './context.ts';
import { keyAt, whereIs } from './key-store.ts';
import { stateIn } from './local-service.ts';
import { olderFile } from './older.ts';
import { fromEnvironment, type Effective } from './settings.ts';
import type { Sourced } from './sourced.ts';

export type CredentialWorld = Pick<
  World,
  'env' | 'host' | 'settings' | 'files' | 'privateFiles' | 'keychain' | 'random'
>;

/** A key that could be used. */
export interface Credential {
  /** For people: `SVC_API_KEY`, `context live`, `local service`. */
  readonly source: string;
  readonly storage: 'environment' | 'keychain' | 'file' | 'local service';
  /** As it may be shown. */
  readonly masked: string;
  /** What to do when the service refuses the key. */
  readonly remedy: string;
  /** The record of a stored key. */
  readonly record?: KeyRecord;
  /** @throws Failure `keychain_failed` when it cannot be read, `no_credential` when it is gone */
  read(): Promise<string>;
}

/**
 * Every key for the address in force, the winner first. A key in the environment wins over stored ones, except over
 * those of a context named by flag. The keychain is not read here.
 */
export async function credentialsFor(world: CredentialWorld, effective: Effective): Promise<readonly Credential[]> {
  const own = [storedKey(world, effective), await localKey(world, effective)].filter((one) => one !== undefined);
  const given = fromEnvironment('apiKey', world);
  const env = given !== undefined && isMeant(world, effective) ? [environmentKey(given, effective, own[0])] : [];
  const older = olderKey(world, effective);
  const byFlag = effective.context?.source === '--context';
  return [...(byFlag ? [...own, ...env] : [...env, ...own]), ...(older ? [older] : [])];
}

/** A key beside an address in the environment is for that address, also when a flag names another context. */
function isMeant(world: CredentialWorld, { baseUrl }: Effective): boolean {
  const beside = fromEnvironment('baseUrl', world);
  return baseUrl === undefined || beside === undefined || originOf(beside) === originOf(baseUrl);
}

function environmentKey({ value, source }: Sourced, { context }: Effective, next: Credential | undefined): Credential {
  const rest =
    next === undefined
      ? 'Set a valid one, or unset it and log in with `svc login`.'
      : `It takes precedence over the key of context ${context?.value}: unset it to use that one.`;
  return {
    source,
    storage: 'environment',
    masked: masked(value),
    remedy: `The key comes from ${source}. ${rest}`,
    read: async () => value,
  };
}

/** The key that a login left; it goes to the origin it was checked at, and nowhere else. */
function storedKey(world: CredentialWorld, effective: Effective): Credential | undefined {
  const { context, record } = effective;
  const { key } = record;
  if (context === undefined || key === undefined || !isHome(key, effective)) return undefined;
  const name = context.value;
  const place = whereIs(world, key);
  const twin = key.device === undefined ? '' : ` Another machine that logs in as ${key.device} replaces it.`;
  return {
    source: `context ${name}`,
    storage: key.storage,
    masked: key.masked,
    record: key,
    remedy: `The key ${key.masked} comes from ${place}, stored by the login of context ${name} on ${key.savedAt.slice(0, 10)}.${twin} \`svc login --context ${name}\` creates a new one.`,
    async read() {
      const value = await keyAt(world, key);
      if (value !== undefined) return value;
      throw failure('no_credential', {
        message: `The key of context ${name} is no longer in ${place}.`,
        hint: `\`svc login --context ${name}\` creates a new one.`,
      });
    },
  };
}

/** Whether a stored key is for the address that is called. The port of a local service changes; its folder does not. */
function isHome(key: KeyRecord, { baseUrl, record }: Effective): boolean {
  if (baseUrl === undefined) return false;
  const called = originOf(baseUrl);
  if (called === key.origin) return true;
  const own = record.baseUrl === undefined ? undefined : originOf({ value: record.baseUrl, source: 'the context' });
  return (
    key.dataDir !== undefined &&
    key.dataDir === record.dataDir &&
    called === own &&
    isLoopback(new URL(called).hostname)
  );
}

/** The key of the local service that made the context; it goes to that service and nowhere else. */
async function localKey(world: CredentialWorld, { record, baseUrl }: Effective): Promise<Credential | undefined> {
  const { dataDir } = record;
  if (dataDir === undefined || record.baseUrl === undefined || baseUrl === undefined) return undefined;
  const called = originOf(baseUrl);
  const own = originOf({ value: record.baseUrl, source: 'the context' });
  if (called !== own || !isLoopback(new URL(called).hostname)) return undefined;
  const key = (await stateIn(world, dataDir))?.apiKey;
  if (typeof key !== 'string' || key === '') return undefined;
  return {
    source: 'local service',
    storage: 'local service',
    masked: masked(key),
    remedy: `The key belongs to the local service in ${dataDir}. \`svc local status\` shows whether that service is running.`,
    read: async () => key,
  };
}

/** Beside an address in the same file it goes there and nowhere else; alone it never goes to this machine. */
function olderKey(world: CredentialWorld, { baseUrl }: Effective): Credential | undefined {
  const older = olderFile(world);
  if (older?.apiKey === undefined || baseUrl === undefined) return undefined;
  const { apiKey, path } = older;
  const called = originOf(baseUrl);
  const fits =
    older.baseUrl === undefined
      ? !isLoopback(new URL(called).hostname)
      : originOf({ value: older.baseUrl, source: path }) === called;
  if (!fits) return undefined;
  return {
    source: path,
    storage: 'file',
    masked: masked(apiKey),
    remedy: `The key comes from ${path}, the settings of an older version. \`svc login\` creates a new one.`,
    read: async () => apiKey,
  };
}

const originOf = ({ value, source }: Sourced): string => new URL(normalBaseUrl(value, source)).origin;
