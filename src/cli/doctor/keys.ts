/** What the doctor looks at about keys: whether a keychain takes and gives, and which key is used. */
import { contextsIn } from '../../auth/context.ts';
import { credentialsFor } from '../../auth/credential.ts';
import { placeKey, keyAt, forgetKey } from '../../auth/key-store.ts';
import { effectiveSettings, type AimFlags } from '../../auth/settings.ts';
import { API_ERRORS } from '../../kernel/errors.ts';
import { Failure } from '../../kernel/failure.ts';
import type { World } from '../../world/world.ts';
import type { Check } from './check.ts';

const PROBE = 'probe';

/** Stores something, reads it back and removes it. */
export async function keychain(world: World): Promise<Check> {
  try {
    const { place } = await placeKey(world, PROBE, PROBE, 'keychain');
    const back = await keyAt(world, place);
    const left = await forgetKey(world, place);
    if (left !== undefined) return { check: 'keychain', status: 'warn', message: left };
    if (back === PROBE)
      return { check: 'keychain', status: 'ok', message: 'A secret can be stored, read and deleted.' };
    return { check: 'keychain', status: 'fail', message: 'It did not return the secret that was stored.' };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { check: 'keychain', ...withoutKeychain(world, error) };
  }
}

/** It is an error only where a key lies in it. */
function withoutKeychain({ settings }: World, { message }: Failure): Omit<Check, 'check'> {
  const kept = Object.entries(contextsIn(settings.read())).filter(([, { key }]) => key?.storage === 'keychain');
  if (kept.length === 0)
    return { status: 'warn', message, hint: 'Keys are stored in files that only you can read. No action is needed.' };
  const names = kept.map(([name]) => name).join(', ');
  return {
    status: 'fail',
    message: `${message} It holds the keys of these contexts: ${names}.`,
    hint: 'Unlock or start the keychain; or set SVC_API_KEY; or `svc login --store file`.',
  };
}

/**
 * Which key is used, and whether it can be read.
 * @param asked what the service said of it; undefined when it was not asked
 */
export async function credential(world: World, aim: AimFlags, asked: Check | undefined): Promise<Check> {
  const [used, ...behind] = await credentialsFor(world, effectiveSettings(world, aim));
  if (used === undefined) {
    const { hint } = API_ERRORS.missing_credentials;
    return { check: 'key', status: 'warn', message: 'No API key for the current base URL.', hint };
  }
  await used.read();
  const rest =
    behind.length === 0 ? '' : `; it takes precedence over that of ${behind.map(({ source }) => source).join(', ')}`;
  const message = `${used.masked} from ${used.source} (${used.storage})${rest}`;
  if (asked !== undefined) return { ...asked, check: 'key', message };
  const hint = '`svc doctor --network` asks the service whether it accepts the key.';
  return { check: 'key', status: 'skip', message: `${message}. The key was not checked: nothing was sent.`, hint };
}
