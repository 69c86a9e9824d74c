/** Values that are known on this machine: from settings, from list answers that were kept, from the cards. Never from the network. */
import { contextsIn } from '../../auth/context.ts';
import { effectiveSettings } from '../../auth/settings.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { isKept, type KeptKind, type ValueSource } from '../../kernel/completion.ts';
import type { World } from '../../world/world.ts';
import type { Candidate } from './candidate.ts';
import { keptValues, type KeptRecord } from './kept.ts';

export interface Scene {
  readonly catalog: Catalog;
  readonly world: Pick<World, 'env' | 'host' | 'settings' | 'clock'>;
  /** The value of `--context` in the line, if any. */
  readonly context?: string | undefined;
}

export function valuesFrom(source: ValueSource, scene: Scene): readonly Candidate[] {
  if (isKept(source)) return recordsOf(source, kept(source, scene));
  switch (source) {
    case 'target':
      return targetsOf(kept('account', scene));
    case 'context':
      return contexts(scene);
    case 'event':
      return scene.catalog.index().events.map((value) => ({ value, about: '' }));
    case 'secret':
      return secrets(scene);
    case 'operation':
      return Object.values(scene.catalog.index().commands).map(({ id, summary }) => ({ value: id, about: summary }));
    case 'address':
      return addresses(scene);
    case 'file':
    case 'folder':
      return [];
  }
}

function contexts({ world }: Scene): readonly Candidate[] {
  const found = Object.entries(contextsIn(world.settings.read()));
  return found.map(([value, { baseUrl = '' }]) => ({ value, about: baseUrl }));
}

/** Names alone: where a secret lies is not looked at. */
function secrets({ world, context }: Scene): readonly Candidate[] {
  const { record } = effectiveSettings(world, { context });
  return Object.entries(record.webhookSecrets ?? {}).map(([value, { savedAt }]) => ({ value, about: savedAt }));
}

function addresses({ catalog }: Scene): readonly Candidate[] {
  const paths = Object.values(catalog.index().commands).map(({ path, summary }) => [path, summary] as const);
  return [...new Map(paths)].map(([value, about]) => ({ value, about }));
}

const kept = (kind: KeptKind, { world, context }: Scene): readonly KeptRecord[] =>
  keptValues(world, { context })[kind] ?? [];

/** By name where it says which one is meant and is one word, else by id. */
function recordsOf(kind: KeptKind, records: readonly KeptRecord[]): readonly Candidate[] {
  const words = records.map(kind === 'account' ? accountWord : ({ name }) => name);
  return records.map((record, at) => {
    const word = words[at] ?? '';
    const isPlain = word !== '' && words.indexOf(word) === words.lastIndexOf(word) && !/\s/.test(word);
    return isPlain ? { value: word, about: record.id } : { value: record.id, about: word };
  });
}

/** As `--to` takes it. */
const accountWord = ({ name, platform }: KeptRecord): string =>
  platform === undefined || name === '' ? name : `${platform}:@${name}`;

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
