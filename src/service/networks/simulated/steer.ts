/** What a person or a test may do to a simulated network from outside: behaviours, and edits made by hand on the network. */
import type { Fixtures } from '../../../kernel/effect.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { FeedItem, Store } from '../../store/store.ts';
import type { NetworkAccount } from '../../records/account.ts';
import { behavioursOf, keepBehaviours, withBehaviour, type Behaviour } from './behaviour.ts';
import { blank, sentFields, urlOf } from './item.ts';
import { nativeIdentity } from './native.ts';

/** The parts these need; a `Desk` has them. */
export interface SteeringParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Sets how the account's platform answers from now on; returns all behaviours in force, newest first. */
export function setBehaviour(
  { store, clock }: SteeringParts,
  account: { id: string; teamId: string },
  behaviour: Omit<Behaviour, 'operation'> & Partial<Pick<Behaviour, 'operation'>>,
): Promise<readonly Behaviour[]> {
  return store.transact(async (tx) => {
    const added: Behaviour = { operation: 'any', ...behaviour };
    const behaviours = withBehaviour(await behavioursOf(tx, account.id), added);
    await keepBehaviours(tx, { accountId: account.id, teamId: account.teamId, at: clock.now() }, behaviours);
    return behaviours;
  });
}

/** How an item of a feed reads on the control surface: what was sent, and when. */
export type FeedView = Record<string, unknown> & { nativeId: string; kind: string; at: string };

/**
 * The feed of an account in order. Requests to the platform (kind `attempt`) show only when asked for by that kind.
 */
export async function listFeed({ store, clock }: SteeringParts, accountId: string, kind?: string): Promise<FeedView[]> {
  const items = await store.read.feed(accountId, kind === undefined ? {} : { kind });
  return items.filter((item) => kind !== undefined || item.kind !== 'attempt').map((item) => view(item, clock.now()));
}

/** A native edit. False when there is no such item. */
export function patchFeed(
  { store, clock }: SteeringParts,
  place: { accountId: string; nativeId: string },
  change: { text?: string; media?: readonly Record<string, unknown>[]; url?: string },
): Promise<boolean> {
  return store.transact(async (tx) => {
    const item = await tx.feedItem(place.accountId, place.nativeId);
    if (item === undefined) return false;
    const { url, ...content } = change;
    const edited = Object.keys(content).length > 0;
    return tx.updateFeedItem(place.accountId, place.nativeId, {
      ...(edited ? { doc: { ...item.doc, ...content }, updatedAt: clock.now() } : {}),
      ...(url === undefined ? {} : { url }),
    });
  });
}

/** A native deletion: the item stays, with the time of its removal. False when there is no such item. */
export function deleteFeed(
  { store, clock }: SteeringParts,
  place: { accountId: string; nativeId: string },
): Promise<boolean> {
  return store.transact(async (tx) => {
    const item = await tx.feedItem(place.accountId, place.nativeId);
    if (item === undefined) return false;
    return item.removedAt !== null || tx.updateFeedItem(place.accountId, place.nativeId, { removedAt: clock.now() });
  });
}

/** A post written on the network itself, for the hourly sync to find. */
export async function addNativePost(
  { store, clock, ids, catalog }: SteeringParts & { readonly catalog: { fixtures(): Fixtures } },
  account: NetworkAccount,
  post: { text: string; media?: readonly Record<string, unknown>[] },
): Promise<FeedView> {
  const now = clock.now();
  const media = post.media ?? [];
  const seed = `native/${ids.record()}`;
  const identity = nativeIdentity(account, seed, { at: now, media, settings: {} }, catalog.fixtures());
  const item: FeedItem = {
    ...blank(account.id, 'post', now),
    ...identity,
    doc: { text: post.text, media, settings: {} },
    origin: 'native',
  };
  return view(await store.transact((tx) => tx.addFeedItem(item)), now);
}

function view(item: FeedItem, now: number): FeedView {
  const url = urlOf(item, now);
  return {
    ...sentFields(item),
    nativeId: item.nativeId,
    kind: item.kind,
    at: instantOf(item.at),
    origin: item.origin,
    ...(url === '' ? {} : { url }),
    ...(item.updatedAt === null ? {} : { updatedAt: instantOf(item.updatedAt) }),
    ...(item.removedAt === null ? {} : { removedAt: instantOf(item.removedAt) }),
  };
}
