/** Values that are known on this machine: from settings, from list answers that were kept, from the cards. Never from the network. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { World } from '../../world/world.ts';
import type { Candidate } from './candidates.ts';
import type { KeptRecord } from './kept.ts';
import { isKept, type KeptKind, type ValueSource } from './source.ts';

export type ValueWorld = Pick<World, 'env' | 'host' | 'settings' | 'files' | 'clock'>;

export interface Scene {
  readonly catalog: Catalog;
  readonly world: ValueWorld;
  readonly context?: string | undefined;
}

/** `accountIds` and `account_id` name accounts. */
export function kindNamed(field: string): KeptKind | undefined {
  const kind = field
    .replace(/_?Ids?$/i, '')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replaceAll('-', '_');
  return isKept(kind) ? kind : undefined;
}

export async function valuesFrom(source: ValueSource, scene: Scene): Promise<readonly Candidate[]> {
  switch (source) {
    case 'context':
      return contexts(scene);
    case 'event':
      return scene.catalog.index().events.map((value) => ({ value, about: '' }));
    case 'operation':
      return Object.values(scene.catalog.index().commands).map(({ id, summary }) => ({ value: id, about: summary }));
    case 'address':
      return addresses(scene);
    case 'target':
      return targetsOf(await kept('account', scene));
    default:
      return (await kept(source, scene)).map((record) => ({ value: record.id, about: labelOf(record) }));
  }
}

async function contexts({ world }: Scene): Promise<readonly Candidate[]> {
  const { contextsIn } = await import('../../auth/context.ts');
  const found = Object.entries(contextsIn(world.settings.read()));
  return found.map(([value, { baseUrl = '' }]) => ({ value, about: baseUrl }));
}

function addresses({ catalog }: Scene): readonly Candidate[] {
  const paths = Object.values(catalog.index().commands).map(({ path, summary }) => [path, summary] as const);
  return [...new Map(paths)].map(([value, about]) => ({ value, about }));
}

async function kept(kind: KeptKind, { world, context }: Scene): Promise<readonly KeptRecord[]> {
  const { keptValues } = await import('./kept.ts');
  return (await keptValues(world, { context }, world.clock.now()))[kind] ?? [];
}

const labelOf = ({ name, platform }: KeptRecord): string =>
  platform === undefined ? name : [platform, name && `@${name}`].filter(Boolean).join(' ');

/** A platform alone means its only account; with several it must be said which. */
function targetsOf(accounts: readonly KeptRecord[]): readonly Candidate[] {
  const platforms = new Set(accounts.flatMap(({ platform }) => platform ?? []));
  return [
    ...[...platforms].map((value) => ({ value, about: 'Its only account' })),
    ...accounts
      .filter(({ platform, name }) => platform !== undefined && name !== '')
      .map((account) => ({ value: `${account.platform}:@${account.name}`, about: account.id })),
  ];
}
