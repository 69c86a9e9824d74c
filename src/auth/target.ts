/** Whom to call with which key. Next stop: client/call.ts. */
import { failure } from '../kernel/failure.ts';
import { isLoopback } from '../kernel/loopback.ts';
import type { Target } from '../client/target.ts';
import type { World } from '../world/world.ts';
import { effectiveSettings, fromEnvironment, type AimFlags, type Effective, type Sourced } from './settings.ts';

type TargetWorld = Pick<World, 'env' | 'host' | 'settings' | 'files'>;

/** State file of a local service, in its data folder. */
export const SERVICE_FILE = 'service.json';

/**
 * Base URL, key and defaults in force.
 * @throws Failure `no_credential` without a key, `usage` without a base URL or with one that is none, and what the
 *   settings throw
 */
export async function resolveTarget(world: TargetWorld, flags: AimFlags = {}): Promise<Target> {
  const effective = effectiveSettings(world, flags);
  const key = fromEnvironment('apiKey', world) ?? (await localKey(world, effective));
  if (key === undefined) throw noCredential(effective);
  const { context, mcpUrl, profile } = effective;
  return {
    baseUrl: baseUrlOf(effective),
    key: fitForHeader(key),
    source: key.source,
    ...(context && { context: context.value }),
    ...(mcpUrl && { mcpUrl: mcpUrl.value }),
    ...(profile && { profile: profile.value }),
  };
}

/** IANA zone for times typed without one: the context's, else UTC. */
export const zoneFor = (world: TargetWorld, flags: AimFlags = {}): string =>
  effectiveSettings(world, flags).timezone?.value ?? 'UTC';

/** A base URL without its trailing slashes and without `/v1`. */
export function normalBaseUrl(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw failure('usage', { message: `The base URL of ${source} is no http or https address.`, param: source });
  }
  if (url.username !== '' || url.password !== '') {
    throw failure('usage', { message: `The base URL of ${source} must not hold credentials.`, param: source });
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
}

function baseUrlOf({ baseUrl }: Effective): string {
  if (baseUrl !== undefined) return normalBaseUrl(baseUrl.value, baseUrl.source);
  throw failure('usage', {
    message: 'There is no base URL to call.',
    hint: 'Set SVC_BASE_URL, or start a local service with `svc local start`.',
  });
}

/** The key of the local service that made the context; it goes to that service and nowhere else. */
async function localKey({ files }: TargetWorld, { record, baseUrl }: Effective): Promise<Sourced | undefined> {
  if (record.dataDir === undefined || record.baseUrl === undefined || baseUrl === undefined) return undefined;
  const own = new URL(normalBaseUrl(record.baseUrl, 'the context'));
  const called = new URL(normalBaseUrl(baseUrl.value, baseUrl.source));
  if (called.origin !== own.origin || !isLoopback(called.hostname)) return undefined;
  const text = await files.readIfThere(`${record.dataDir}/${SERVICE_FILE}`);
  const key = text === undefined ? undefined : apiKeyIn(text);
  return key === undefined ? undefined : { value: key, source: 'local service' };
}

/** A half-written state file counts as none. */
function apiKeyIn(text: string): string | undefined {
  try {
    const { apiKey } = JSON.parse(text) as { apiKey?: unknown };
    return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined;
  } catch {
    return undefined;
  }
}

/** Never echoes the key. */
function fitForHeader({ value, source }: Sourced): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw failure('usage', { message: `The key in ${source} has characters that no key has.`, param: source });
}

function noCredential({ record, baseUrl }: Effective): Error {
  if (record.dataDir === undefined) return failure('no_credential');
  const elsewhere = baseUrl !== undefined && baseUrl.value !== record.baseUrl;
  return failure('no_credential', {
    message: elsewhere
      ? `The key of the local service is for ${record.baseUrl} only, and ${baseUrl.source} names another address.`
      : 'The local service of this context has left no key.',
    hint: elsewhere ? 'Set SVC_API_KEY for that address.' : 'Start it with `svc local start`.',
  });
}
