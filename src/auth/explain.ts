/** Where a setting comes from: each place that gives it, and which one wins. Secrets are masked. */
import { masked } from '../kernel/secret.ts';
import { VARIABLES } from '../kernel/variables.ts';
import type { World } from '../world/world.ts';
import { candidatesFor, fromEnvironment, type AimFlags, type SettingName, type Sourced } from './settings.ts';
import { resolveTarget } from './target.ts';

export interface Candidate extends Sourced {
  /** True for the one in force. */
  readonly wins: boolean;
}

type ExplainWorld = Pick<World, 'env' | 'host' | 'settings' | 'files'>;

/** @throws what reading the settings throws */
export async function explained(
  name: SettingName | 'apiKey',
  world: ExplainWorld,
  flags: AimFlags,
): Promise<readonly Candidate[]> {
  const found = name === 'apiKey' ? await keys(world, flags) : candidatesFor(name, world, flags);
  const distinct = found.filter(({ source }, at) => found.findIndex((other) => other.source === source) === at);
  return distinct.map((one, at) => ({ ...one, wins: at === 0 }));
}

/** The environment first, then what the local service of the context has left. */
async function keys(world: ExplainWorld, flags: AimFlags): Promise<readonly Sourced[]> {
  const told = fromEnvironment('apiKey', world);
  const env = { ...world.env, ...Object.fromEntries(VARIABLES.apiKey.map((name) => [name, undefined])) };
  const other = await resolveTarget({ ...world, env }, flags).catch(() => undefined);
  const left = other && { value: other.key, source: other.source };
  return [told, left].filter((one) => one !== undefined).map(({ value, source }) => ({ value: masked(value), source }));
}
