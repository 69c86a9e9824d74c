/**
 * A new key becomes that of a context: put into a place of its own, checked, then named in the settings, and only then is
 * the old one removed. Whatever fails on the way leaves the old key in force.
 */
import { instantOf } from '../kernel/instant.ts';
import { masked } from '../kernel/secret.ts';
import type { Target } from '../client/target.ts';
import type { SettingsFields } from '../world/settings-file.ts';
import type { World } from '../world/world.ts';
import { contextsIn, dataDirAt, withContext, type ContextRecord, type KeyRecord } from './context.ts';
import { forgetKey, pathOf, placeKey, type KeyPlace, type KeyWorld, type Placed, type Storage } from './key-store.ts';
import { expiryFields } from './expiry.ts';
import { listedKey, type ListedKey } from './listed-key.ts';
import { verifyKey, type Identity, type Verifying } from './verify.ts';

export interface Adoption {
  readonly context: string;
  readonly baseUrl: string;
  readonly key: string;
  /** Where the key lies already, when an earlier attempt got that far. */
  readonly place?: KeyPlace | undefined;
  readonly storage?: Storage | undefined;
  /** Name under which this machine logged in. */
  readonly device?: string | undefined;
  readonly makeCurrent: boolean;
  /** Keeps the place of a key that could not be adopted, so that it is not lost; without it the key is forgotten. */
  readonly keep?: (place: KeyPlace) => Promise<void>;
}

export interface Adopted {
  readonly context: string;
  readonly baseUrl: string;
  readonly storage: Storage;
  /** The file, when it is one. */
  readonly path?: string;
  readonly key: string;
  readonly device?: string;
  readonly identity: Identity;
  /** Why it is not the keychain, as part of a sentence. */
  readonly fallback?: string;
  /** What is left of the old key, as a sentence. */
  readonly leftover?: string;
}

type Judged = Adoption & Pick<Checked, 'listed'>;

export type AdoptDoors = Verifying & { readonly world: KeyWorld & Pick<World, 'clock'> };

/** @throws Failure when the key is refused, cannot be judged, kept or recorded; the context is then as it was */
export async function adoptKey(adoption: Adoption, doors: AdoptDoors): Promise<Adopted> {
  const { world } = doors;
  const { place, fallback, identity, listed } = await placedAndChecked(adoption, doors);
  const before = await recordKey({ ...adoption, listed }, place, doors).catch(async (error: unknown) => {
    await keepOrForget(place, adoption, world);
    throw error;
  });
  const leftover = before === undefined || before.id === place.id ? undefined : await forgetKey(world, before);
  return {
    context: adoption.context,
    baseUrl: adoption.baseUrl,
    storage: place.storage,
    ...(place.storage === 'file' && { path: pathOf(world, place.id) }),
    key: masked(adoption.key),
    ...(adoption.device !== undefined && { device: adoption.device }),
    identity,
    ...(fallback !== undefined && { fallback }),
    ...(leftover !== undefined && { leftover }),
  };
}

/** At the same time: a keychain that hangs shall not hold up the check. */
async function placedAndChecked(adoption: Adoption, doors: AdoptDoors): Promise<Placed & Checked> {
  const { key, context, baseUrl, place: known, storage } = adoption;
  const remedy = 'Nothing was changed: the previous key is still stored.';
  const [placing, checking] = await Promise.allSettled([
    known === undefined ? placeKey(doors.world, key, context, storage) : { place: known },
    checkKey({ baseUrl, key, source: 'the login', remedy }, doors),
  ]);
  if (placing.status === 'rejected') throw placing.reason;
  if (checking.status === 'fulfilled') return { ...placing.value, ...checking.value };
  const { place } = placing.value;
  await keepOrForget(place, adoption, doors.world);
  throw checking.reason;
}

/** Also a refused key is kept where it can be: its login has replaced the old key, and a new one may not be known at once. */
const keepOrForget = async (place: KeyPlace, { keep }: Adoption, world: KeyWorld): Promise<unknown> =>
  keep === undefined ? forgetKey(world, place) : keep(place);

interface Checked {
  readonly identity: Identity;
  /** Undefined when the key may not read the list of keys. */
  readonly listed: ListedKey | undefined;
}

const checkKey = async (target: Target, doors: AdoptDoors): Promise<Checked> => {
  const identity = await verifyKey(target, doors);
  return { identity, listed: await listedKey(target, doors) };
};

/** Names the new key in the settings. @returns the record of the key before it */
async function recordKey(adoption: Judged, place: KeyPlace, { world }: AdoptDoors): Promise<KeyRecord | undefined> {
  let before: KeyRecord | undefined;
  await world.settings.write((settings) => {
    const contexts = contextsIn(settings);
    before = Object.hasOwn(contexts, adoption.context) ? contexts[adoption.context]?.key : undefined;
    const current = adoption.makeCurrent ? { currentContext: adoption.context } : currentOr(settings, adoption.context);
    return withContext(
      settings,
      adoption.context,
      (record) => recordWith(record, adoption, place, { nowMs: world.clock.now(), settings }),
      current,
    );
  });
  return before;
}

/** The first context is the current one in any case. */
const currentOr = ({ currentContext }: SettingsFields, context: string): SettingsFields =>
  currentContext === undefined ? { currentContext: context } : {};

function recordWith(
  record: ContextRecord,
  adoption: Judged,
  { storage, id }: KeyPlace,
  { nowMs, settings }: { nowMs: number; settings: SettingsFields },
): ContextRecord {
  const { origin } = new URL(adoption.baseUrl);
  const isSame = record.baseUrl === undefined || new URL(record.baseUrl).origin === origin;
  const dataDir = isSame && record.dataDir !== undefined ? record.dataDir : dataDirAt(settings, origin);
  const key: KeyRecord = {
    storage,
    id,
    origin,
    ...(dataDir !== undefined && { dataDir }),
    masked: masked(adoption.key),
    ...(adoption.device !== undefined && { device: adoption.device }),
    savedAt: instantOf(nowMs),
    ...expiryFields(adoption.listed),
  };
  return { ...(isSame ? record : preferencesOf(record)), baseUrl: adoption.baseUrl, key };
}

/** What holds at any address; ids of profiles and further addresses belong to the old one. */
function preferencesOf({
  timezone,
  dateOrder,
  output,
  headerPrefix,
  legacyHeaderPrefix,
}: ContextRecord): ContextRecord {
  return {
    ...(timezone !== undefined && { timezone }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(output !== undefined && { output }),
    ...(headerPrefix !== undefined && { headerPrefix }),
    ...(legacyHeaderPrefix !== undefined && { legacyHeaderPrefix }),
  };
}
