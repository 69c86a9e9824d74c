/** Where a setting comes from: each place that gives it, and which one wins. Secrets are masked, and no keychain is asked. */
import { credentialsFor, type CredentialWorld } from './credential.ts';
import { candidatesFor, effectiveSettings, type AimFlags, type SettingName } from './settings.ts';
import type { Sourced } from './sourced.ts';

export interface Candidate extends Sourced {
  /** Where a key lies. */
  readonly storage?: string;
  /** True for the one in force. */
  readonly wins: boolean;
}

/** @throws what reading the settings throws */
export async function explainSetting(
  name: SettingName | 'apiKey',
  world: CredentialWorld,
  flags: AimFlags,
): Promise<readonly Candidate[]> {
  const found = name === 'apiKey' ? await keys(world, flags) : candidatesFor(name, world, flags);
  const distinct = found.filter(({ source }, at) => found.findIndex((other) => other.source === source) === at);
  return distinct.map((one, at) => ({ ...one, wins: at === 0 }));
}

async function keys(world: CredentialWorld, flags: AimFlags): Promise<readonly (Sourced & { storage: string })[]> {
  const found = await credentialsFor(world, effectiveSettings(world, flags));
  return found.map(({ masked, source, storage }) => ({ value: masked, source, storage }));
}
