/** A team with a profile and a fresh account of every platform, and nothing else. */
import type { Catalog } from '../../../src/catalog/catalog.ts';
import type { Fields } from '../../journeys/sweep/trace.ts';
import { resolved } from '../../../src/schema/reference.ts';
import { openWorld, type World } from './world.ts';

export interface EmptyTeam {
  readonly world: World;
  readonly accountIds: readonly string[];
  readonly profileId: string;
  /** Ids of everything that the pack and the connecting of accounts made, by kind. */
  readonly made: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function openEmptyTeam(catalog: Catalog): Promise<EmptyTeam> {
  const world = await openWorld(catalog, { seedPack: 'empty' });
  const { service } = world;
  const accountIds: string[] = [];
  for (const platform of platformsIn(catalog)) {
    const answer = await service.inject({
      method: 'POST',
      url: '/_local/accounts',
      headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ platform }),
    });
    const { account } = JSON.parse(answer.body) as { account: { _id: string } };
    accountIds.push(account._id);
  }
  const [profile] = await service.desk.store.read.list('profile', { limit: 1 });
  return { world, accountIds, profileId: profile?.id ?? '', made: madeIn(world.rows()) };
}

const platformsIn = (catalog: Catalog): readonly string[] =>
  (resolved({ $ref: '#/schemas/AccountPlatform' }, catalog.file('accounts').schemas).enum ?? []) as readonly string[];

/** Records only: what stands in a feed is the world outside. */
function madeIn(rows: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const made = new Map<string, Set<string>>();
  for (const row of rows) {
    const { kind, id, doc } = JSON.parse(row) as Fields;
    if (typeof kind !== 'string' || typeof id !== 'string' || doc === undefined) continue;
    made.set(kind, (made.get(kind) ?? new Set()).add(id));
  }
  return made;
}
