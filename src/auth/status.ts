/** How things stand with the key: which one is used, where it lies, and, when asked, what the service says of it. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Target } from '../client/target.ts';
import { Failure } from '../kernel/failure.ts';
import { normalBaseUrl } from './base-url.ts';
import type { KeyRecord } from './context.ts';
import { credentialsFor, type Credential } from './credential.ts';
import { expiresOf, expiryFields, type Expires } from './expiry.ts';
import { pathOf } from './key-store.ts';
import { listedKey, type ListedKey } from './listed-key.ts';
import { effectiveSettings, type AimFlags, type Effective } from './settings.ts';
import type { TargetWorld } from './target.ts';
import { verifyKey, type Identity, type Verifying } from './verify.ts';

/** What is known without reading the key and without the network. */
export interface KeyStatus {
  readonly context: string | null;
  readonly baseUrl: string | null;
  /** As it may be shown. */
  readonly key: string | null;
  readonly source: string | null;
  readonly storage: Credential['storage'] | null;
  /** The file, when it is one. */
  readonly path?: string;
  readonly device?: string;
  readonly savedAt?: string;
  /** As it was when the service was asked last. */
  readonly expires?: Expires;
}

export interface KeyStanding {
  readonly used: KeyStatus;
  /** The record of the key that is used, when it is a stored one. */
  readonly record?: KeyRecord;
  /** Further keys that would be used if it were not for that one. */
  readonly behind: readonly Pick<Credential, 'source' | 'storage' | 'masked'>[];
}

/** @throws what reading the settings throws */
export async function keyStanding(world: TargetWorld, flags: AimFlags): Promise<KeyStanding> {
  const effective = effectiveSettings(world, flags);
  const [used, ...behind] = await credentialsFor(world, effective);
  return {
    used: statusOf(world, effective, used),
    ...(used?.record !== undefined && { record: used.record }),
    behind: behind.map(({ source, storage, masked }) => ({ source, storage, masked })),
  };
}

function statusOf(world: TargetWorld, effective: Effective, used: Credential | undefined): KeyStatus {
  return {
    context: effective.context?.value ?? null,
    baseUrl: addressOf(effective),
    key: used?.masked ?? null,
    source: used?.source ?? null,
    storage: used?.storage ?? null,
    ...(used?.record?.storage === 'file' && { path: pathOf(world, used.record.id) }),
    ...(used?.record?.device !== undefined && { device: used.record.device }),
    ...(used?.record !== undefined && { savedAt: used.record.savedAt }),
    ...(used !== undefined && { expires: expiresOf(used.record?.expiresAt) }),
  };
}

const addressOf = ({ baseUrl }: Effective): string | null =>
  baseUrl === undefined ? null : normalBaseUrl(baseUrl.value, baseUrl.source);

/** What the service says of a key. `null` is what it did not say. */
export interface KeyReach {
  readonly valid: boolean;
  readonly user: { readonly id: string | null; readonly name: string | null; readonly email: string | null };
  readonly authType: string | null;
  readonly scope: string | null;
  readonly permission: string | null;
  /** Resource groups whose operations it may call. */
  readonly groups: readonly string[] | null;
  /** Ids of the profiles it reaches, when it does not reach all. */
  readonly profiles: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly expires: Expires;
}

export type ReachDoors = Verifying & { readonly catalog: Catalog };

/** @throws Failure when it is unknown whether the key works; a refused key is a result */
export async function reachOf(
  target: Target,
  doors: ReachDoors,
): Promise<{ readonly reach: KeyReach; readonly found?: ListedKey | undefined }> {
  try {
    const identity = await verifyKey(target, doors);
    const found = await listedKey(target, doors);
    const expires = expiresOf(expiryFields(found).expiresAt);
    return {
      reach: { valid: true, ...identityFields(identity), ...reachFields(found, doors.catalog), expires },
      found,
    };
  } catch (error) {
    if (error instanceof Failure && error.exit === 'auth') return { reach: REFUSED };
    throw error;
  }
}

const UNTOLD: Pick<KeyReach, 'permission' | 'groups' | 'profiles' | 'expiresAt'> = {
  permission: null,
  groups: null,
  profiles: null,
  expiresAt: null,
};

const identityFields = ({ userId, name, email, authType, scope }: Identity) => ({
  user: { id: userId ?? null, name: name ?? null, email: email ?? null },
  authType: authType ?? null,
  scope: scope ?? null,
});

const REFUSED: KeyReach = { valid: false, ...identityFields({}), ...UNTOLD, expires: 'unknown' };

/** From the list of keys, where a key may read that; a preview that fits two keys tells nothing. */
function reachFields(found: ListedKey | undefined, catalog: Catalog) {
  if (found === undefined) return UNTOLD;
  const { permission, disabledResourceGroups = [], profileIds, scope, expiresAt } = found;
  const all = catalog.schema(catalog.card('listApiKeys').area, '#/schemas/ResourceGroup').enum ?? [];
  return {
    permission: permission ?? null,
    groups: all.map(String).filter((group) => !disabledResourceGroups.includes(group)),
    profiles: scope === 'profiles' ? (profileIds ?? []).flatMap(({ _id }) => _id ?? []) : null,
    expiresAt: expiresAt ?? null,
  };
}
