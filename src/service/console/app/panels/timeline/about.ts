/** What a piece of work is about: the record that its reference names, in words and as a place of the console. Pure. */
import type { Account } from '../../data/account-record.ts';
import { platformLabel } from '../../../../../platforms/labels.ts';
import type { ConsolePanel } from '../../../../../kernel/console.ts';
import { textOf, type Post } from '../../data/post.ts';

export interface Known {
  readonly posts: ReadonlyMap<string, Post>;
  readonly accounts: ReadonlyMap<string, Account>;
}

export interface About {
  readonly text: string;
  readonly platform?: string;
  readonly panel?: ConsolePanel;
  readonly id?: string;
}

/** @param ref ids of records, joined by slashes; the text itself where nothing is known of it */
export function aboutOf(ref: string, { posts, accounts }: Known): About {
  const parts = ref.split('/');
  const post = parts.map((one) => posts.get(one)).find((one) => one !== undefined);
  const account = parts.map((one) => accounts.get(one)).find((one) => one !== undefined);
  const on = account === undefined ? {} : { platform: account.platform };
  if (post !== undefined) return { text: textOf(post), panel: 'posts', id: post._id, ...on };
  if (account === undefined) return { text: ref };
  return {
    text: `${account.displayName ?? account.username} on ${platformLabel(account.platform)}`,
    panel: 'networks',
    id: account._id,
    ...on,
  };
}
