/** Whom to call with which key. Next stop: client/call.ts. */
import type { Target } from '../client/target.ts';
import { failure } from '../kernel/failure.ts';
import { isRecordId } from '../kernel/ids.ts';
import { canBeKey } from '../kernel/secret.ts';
import { isLoopback } from '../kernel/loopback.ts';
import { DATE_ORDERS, isDateOrder, type DateOrder } from '../kernel/formats.ts';
import { isZone } from '../schema/formats.ts';
import type { World } from '../world/world.ts';
import { normalBaseUrl } from './base-url.ts';
import { contextsIn } from './context.ts';
import { credentialsFor, type Credential, type CredentialWorld } from './credential.ts';
import { ownFolder, stateIn } from './local-service.ts';
import { effectiveSettings, fromEnvironment, NO_PROFILE, type AimFlags, type Effective } from './settings.ts';
import type { Sourced } from './sourced.ts';

export type TargetWorld = CredentialWorld & Pick<World, 'prompt'>;

/**
 * Base URL, key and defaults in force.
 * @throws Failure `no_credential` without a key, `usage` without a base URL or with an invalid one,
 *   `project_untrusted`, `keychain_failed`, and what the settings throw
 */
export async function resolveTarget(world: TargetWorld, flags: AimFlags = {}): Promise<Target> {
  const effective = effectiveSettings(world, flags);
  await requireTrusted(world, effective, flags);
  const [credential] = await credentialsFor(world, effective);
  if (credential === undefined) throw noCredential(world, effective);
  const { context, mcpUrl } = effective;
  const profile = profileOf(effective);
  const baseUrl = baseUrlOf(effective);
  const key = fitForHeader(await credential.read(), credential);
  await refuseLocalKey(world, key, { baseUrl, credential });
  return {
    baseUrl,
    key,
    source: credential.source,
    remedy: credential.remedy,
    ...(context && { context: context.value }),
    ...(mcpUrl && { mcpUrl: mcpUrl.value }),
    ...(profile && { profile }),
  };
}

/**
 * IANA zone for times typed without one: the context's, else UTC.
 * @throws Failure `usage` that names where the invalid zone comes from
 */
export function zoneFor(world: Pick<World, 'env' | 'host' | 'settings'>, flags: AimFlags = {}): string {
  const { timezone } = effectiveSettings(world, flags);
  if (timezone === undefined || isZone(timezone.value)) return timezone?.value ?? 'UTC';
  throw unfit('time zone', timezone, 'an IANA zone such as Europe/Berlin');
}

/**
 * How dates in figures are read; undefined refuses those that read two ways.
 * @throws Failure `usage` that names where the invalid order comes from
 */
export function dateOrderFor(
  world: Pick<World, 'env' | 'host' | 'settings'>,
  flags: AimFlags = {},
): DateOrder | undefined {
  const { dateOrder } = effectiveSettings(world, flags);
  if (dateOrder === undefined || isDateOrder(dateOrder.value)) return dateOrder?.value as DateOrder | undefined;
  throw unfit('date order', dateOrder, DATE_ORDERS.join(', '));
}

/**
 * Id of the default profile, unless it was set aside.
 * @throws Failure `usage` that names where the invalid profile id comes from
 */
export function profileOf({ profile }: Effective): string | undefined {
  if (profile === undefined || profile.value === NO_PROFILE) return undefined;
  if (isRecordId(profile.value)) return profile.value;
  throw unfit('profile', profile, `the id of a profile, 24 hex digits, or ${NO_PROFILE}`);
}

const unfit = (what: string, { value, source }: Sourced, wanted: string) =>
  failure('usage', {
    message: `The ${what} of ${source} must be ${wanted}, not ${JSON.stringify(value)}.`,
    param: source,
  });

/** @throws Failure `project_untrusted` when a project file decides where calls go and nobody has said that it may */
export async function requireTrusted(world: TargetWorld, { leading }: Effective, { ask }: AimFlags): Promise<void> {
  if (leading === undefined) return;
  const { requireTrust } = await import('./trust.ts');
  await requireTrust(world, leading, ask !== false);
}

/** @throws Failure `usage` when there is no base URL, or an invalid one */
export function baseUrlOf({ baseUrl }: Effective): string {
  if (baseUrl !== undefined) return normalBaseUrl(baseUrl.value, baseUrl.source);
  throw failure('usage', {
    message: 'No base URL is set.',
    hint: 'Set SVC_BASE_URL, log in with `svc login --base-url URL`, or start a local service with `svc local start`.',
  });
}

interface KeyAim {
  readonly baseUrl: string;
  readonly credential: Credential;
}

/** A key of a service on this machine is nobody else's business. @throws Failure `usage` when it would go to another host */
async function refuseLocalKey(world: TargetWorld, key: string, { baseUrl, credential }: KeyAim): Promise<void> {
  const { hostname, origin } = new URL(baseUrl);
  if (isLoopback(hostname) || credential.storage !== 'environment') return;
  const folders = Object.values(contextsIn(world.settings.read())).flatMap(({ dataDir }) => dataDir ?? []);
  for (const folder of new Set([ownFolder(world), ...folders])) {
    const state = await stateIn(world, folder);
    if (state?.apiKey !== key || originIn(state.url) === origin) continue;
    throw failure('usage', {
      message: `The key in ${credential.source} is that of the local service in ${folder}; it is not sent to ${hostname}.`,
      param: credential.source,
      hint: 'Set the key for that URL, or unset SVC_BASE_URL to call the local service.',
    });
  }
}

const originIn = (url: unknown): string | undefined =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : undefined;

/** Never echoes the key. */
function fitForHeader(value: string, { source }: Credential): string {
  if (canBeKey(value)) return value;
  throw failure('usage', {
    message: `The key in ${source} contains characters that are not allowed in an API key.`,
    param: source,
  });
}

function noCredential(world: TargetWorld, effective: Effective): Error {
  const { record, baseUrl, context } = effective;
  const given = fromEnvironment('apiKey', world);
  if (given !== undefined) {
    return failure('no_credential', {
      message: `${keyless(effective)}, and the key in ${given.source} is for the base URL set with it.`,
      hint:
        context === undefined ? '`svc login` creates one.' : `\`svc login --context ${context.value}\` creates one.`,
    });
  }
  const isOther = baseUrl !== undefined && baseUrl.source !== `context ${context?.value}`;
  const home = record.key?.origin ?? (isOther && record.dataDir !== undefined ? record.baseUrl : undefined);
  if (home !== undefined && baseUrl !== undefined) {
    return failure('no_credential', {
      message: `The key of context ${context?.value} is for ${home} only, and ${baseUrl.source} sets another base URL.`,
      hint: 'Set SVC_API_KEY for that URL, or log in there with `svc login`.',
    });
  }
  if (record.dataDir === undefined && context !== undefined) {
    return failure('no_credential', {
      message: `${keyless(effective)}.`,
      hint: `\`svc login --context ${context.value}\` creates one; \`svc context use\` selects another context.`,
    });
  }
  if (record.dataDir === undefined) return failure('no_credential');
  return failure('no_credential', {
    message: 'The local service of this context is not running.',
    hint: `Its data is kept. Start it with \`svc local start${context === undefined || context.value === 'local' ? '' : ` --context ${context.value}`}\`.`,
  });
}

/** The beginning of a sentence. */
const keyless = ({ context, baseUrl }: Effective): string =>
  context === undefined ? `No key for ${baseUrl?.value ?? 'this address'}` : `Context ${context.value} has no key`;
