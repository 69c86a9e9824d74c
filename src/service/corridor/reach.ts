/** Whether all that a request names lies within the profiles of its key. Every operation passes here. Next stop: upstream.ts. */
import { reachesPost } from '../areas/posts/find.ts';
import { reaches } from '../records/profile.ts';
import type { Call, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Desk } from '../desk.ts';
import { isChange } from '../limits/permission.ts';
import { kindsOf, type Kinds } from '../generic/kinds.ts';
import { notFoundCode, singularOf } from '../generic/words.ts';
import type { Reader } from '../store/store.ts';
import { callIn, type Landing } from './landing.ts';

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
 * A key limited to profiles does not find what belongs to other profiles, wherever its id stands: in the path, the
 * query, or at any depth of the body. Ids that name no record are left to the operation. Source: AUTH-12, ERR-20
 */
export async function outOfReach(call: Call, { catalog, store }: Desk): Promise<Reply | undefined> {
  if (call.caller.profileIds === null) return undefined;
  const kinds = kindsOf(catalog);
  const queried = Object.fromEntries(Object.entries(call.query).filter(([name]) => !FILTERS.has(name)));
  for (const one of [...idsInPath(call, kinds), ...idsIn(queried, kinds, ''), ...idsIn(call.body, kinds, '')]) {
    const refusal = await refusalOf(one, call, store.read);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

interface Named {
  readonly kind: string;
  readonly id: string;
  /** Where it stands, for example `platforms.0.accountId`. */
  readonly param: string;
}

/** What may stand at a place of the path: by what is read there, by the place's name, by what the operation is about. */
const idsInPath = ({ card, path }: Call, kinds: Kinds): Named[] =>
  [...card.path.matchAll(/\{([^}]+)\}/g)].flatMap(({ 0: place, 1: name = '', index }) => {
    const stands = kinds.at(card.path.slice(0, index + place.length));
    const found = new Set([stands, kinds.named(name), name === 'id' ? card.resource?.kind : undefined]);
    return [...found].flatMap((kind) => (kind === undefined ? [] : [{ kind, id: path[name] ?? '', param: name }]));
  });

/** Values under names of ids: `accountId`, and each of `accountIds`. */
function idsIn(value: unknown, kinds: Kinds, param: string): Named[] {
  if (typeof value === 'string') {
    const name =
      param
        .replace(/\.\d+$/, '')
        .split('.')
        .at(-1) ?? '';
    const kind = kinds.named(name) ?? kinds.named(singularOf(name));
    return kind === undefined ? [] : [{ kind, id: value, param }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => idsIn(one, kinds, param === '' ? name : `${param}.${name}`));
}

async function refusalOf({ kind, id, param }: Named, call: Call, reader: Reader): Promise<Reply | undefined> {
  const { caller, card } = call;
  if (kind === 'post') {
    const post = await reader.post(id);
    if (post?.teamId !== caller.teamId) return undefined;
    if (!reachesPost(caller, post)) return refuse('post_not_found');
    const isWhole = post.targets.every((target) => caller.profileIds?.includes(target.profileId) ?? true);
    return isWhole || !isChange(card) ? undefined : refuse('insufficient_permissions', { message: BEYOND, param });
  }
  const record = await reader.get(kind, id);
  if (record === undefined || record.profileId === null || record.teamId !== caller.teamId) return undefined;
  return reaches(caller, record) ? undefined : refuse(notFoundCode(kind), { param });
}

const BEYOND = 'The post also goes to accounts of profiles that this key does not reach.';
