/** What the lists of an account show: rows of its network and what calls have added. Asked before a post is taken, and by the network as it publishes. */
import type { Fixtures } from '../../kernel/effect.ts';
import {
  listedSettings,
  wordsAt,
  type AccountList,
  type AccountLists,
  type ListedSetting,
} from '../../platforms/account-lists.ts';
import type { NetworkAccount } from '../records/account.ts';
import type { Reader } from '../store/store.ts';
import { isCommunity } from './simulated/subreddit.ts';

/** Whose lists, and from where. */
export interface Listing {
  readonly fixtures: Fixtures;
  readonly account: Pick<NetworkAccount, 'id' | 'platform'>;
}

/** Kinds of which a network has more than the account's list: a post goes to any of them. */
const BEYOND: Readonly<Record<string, (word: string) => boolean>> = { reddit_subreddit: isCommunity };

/** The lists that settings of a post on the account's platform name something of. */
export async function readAccountLists(reader: Pick<Reader, 'list'>, listing: Listing): Promise<AccountLists> {
  const lists = new Map<string, AccountList>();
  for (const row of listedSettings(listing.account.platform))
    lists.set(row.setting, await readList(reader, row, listing));
  return lists;
}

async function readList(
  reader: Pick<Reader, 'list'>,
  { kind, place }: ListedSetting,
  { fixtures, account }: Listing,
): Promise<AccountList> {
  const added = await reader.list(kind, { parentId: account.id });
  const words = [...(fixtures[kind] ?? []), ...added.map(({ doc }) => doc)].flatMap((entry) => wordsAt(entry, place));
  return { words, has: (word) => words.includes(word) || BEYOND[kind]?.(word) === true };
}
