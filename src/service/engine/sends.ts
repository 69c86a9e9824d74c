/** What a declared deed sends to the network: an item in the feed of the account, removed with the record. Called by deeds.ts. */
import type { Changes } from '../change.ts';
import { blank } from '../networks/simulated/item.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import type { Scene } from './scene.ts';
import { idOf } from './view.ts';

/** The items of new records; one that was removed earlier is seen again. */
export async function newItemsFor(
  { effect, owners: { account }, kind, now }: Scene,
  view: Reader,
  records: readonly StoredRecord[],
): Promise<Changes> {
  const [word] = effect.sends ?? [];
  if (word === undefined || account === undefined) return {};
  const changes = records.map(async (record): Promise<Changes> => {
    const place = { accountId: account.id, nativeId: idOf(record, kind) };
    const isThere = (await view.feedItem(place.accountId, place.nativeId)) !== undefined;
    if (isThere) return { feedChanges: [{ ...place, removedAt: null }] };
    return { feed: [{ ...blank(account.id, word, now), ...place, doc: { ...record.doc } }] };
  });
  const all = await Promise.all(changes);
  return {
    feed: all.flatMap(({ feed = [] }) => feed),
    feedChanges: all.flatMap(({ feedChanges = [] }) => feedChanges),
  };
}

/** The items of deleted records, removed from the network. */
export const removedItemsFor = (
  { effect, owners: { account }, kind, now }: Scene,
  records: readonly StoredRecord[],
): Changes =>
  effect.sends === undefined || account === undefined
    ? {}
    : {
        feedChanges: records.map((record) => ({
          accountId: account.id,
          nativeId: idOf(record, kind),
          removedAt: now,
        })),
      };
