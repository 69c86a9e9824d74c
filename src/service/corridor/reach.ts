/** Whether all that a request names lies within the profiles of its key. Every operation passes here. Next stop: once.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { ServiceCards } from '../../kernel/effect.ts';
import { reaches, reachesPost } from '../records/profile.ts';
import type { Call, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Desk } from '../desk.ts';
import { notFoundCode } from '../engine/not-found.ts';
import { ownerRecord } from '../engine/scene.ts';
import { isChange } from '../limits/permission.ts';
import type { Reader } from '../store/store.ts';
import { callIn, type Landing } from './landing.ts';
import { namedIn, namedInPath, type Named } from './named.ts';

export const reach: Landing = {
  name: 'reach',
  needs: 'body',
  open:
    ({ parts: { desk } }) =>
    async (visit, next) =>
      (await outOfReach(callIn(visit), desk)) ?? next(),
};

/** Filters of lists: what a key does not reach is not in the list, so they need no refusal. */
const FILTERS: ReadonlySet<string> = new Set(['accountId', 'profileId']);

/**
 * A key limited to profiles does not find what belongs to other profiles, wherever its id is: in the path, the
 * query, or at any depth of the body. Ids that name no record are left to the operation.
 * What belongs to the whole team it may read, and does not change. Source: AUTH-12, ERR-20
 */
export async function outOfReach(call: Call, { catalog, store }: Desk): Promise<Reply | undefined> {
  if (call.caller.profileIds === null) return undefined;
  if (isChange(call.card) && isOfTeam(catalog.served(call.card)?.effect.kind, catalog.kinds())) return OF_TEAM;
  const queried = Object.fromEntries(Object.entries(call.query).filter(([name]) => !FILTERS.has(name)));
  const named = [...namedInPath(call, catalog), ...namedIn(queried, catalog), ...namedIn(call.body, catalog)];
  for (const one of named)
    for (const kind of one.kinds) {
      const refusal = await refusalOf(kind, one, { call, catalog, read: store.read });
      if (refusal !== undefined) return refusal;
    }
  return undefined;
}

const OF_TEAM = refuse('insufficient_permissions', {
  message: 'A key that is limited to profiles cannot change settings of the whole team.',
});

/** Whether records of the kind, or what they are made below, belong to the team as a whole. */
function isOfTeam(name: string | undefined, kinds: ServiceCards['kinds']): boolean {
  const kind = kinds[name ?? ''];
  if (kind === undefined || kind.shared === true) return false;
  return kind.owner === 'team' || (kind.owner !== name && isOfTeam(kind.owner, kinds));
}

interface Asking {
  readonly call: Call;
  readonly catalog: Catalog;
  readonly read: Reader;
}

async function refusalOf(
  kind: string,
  { id, param }: Named,
  { call, catalog, read }: Asking,
): Promise<Reply | undefined> {
  const { caller, card } = call;
  if (kind === 'post') {
    const post = await read.post(id);
    if (post?.teamId !== caller.teamId) return undefined;
    if (!reachesPost(caller, post)) return refuse('post_not_found');
    const isWhole = post.targets.every((target) => caller.profileIds?.includes(target.profileId) ?? true);
    return isWhole || !isChange(card) ? undefined : refuse('insufficient_permissions', { message: BEYOND, param });
  }
  const kinds = catalog.kinds();
  const record = await ownerRecord(read, { kind, id, kinds, teamId: caller.teamId });
  if (record === undefined || record.profileId === null || record.teamId !== caller.teamId) return undefined;
  return reaches(caller, record) ? undefined : refuse(notFoundCode(kind), { param });
}

const BEYOND = 'The post also targets accounts in profiles that this key cannot access.';
