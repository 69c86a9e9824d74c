/** One thing in the feed of an account, as people there see it: commented on as one of them, or deleted by hand. */
import { useState } from 'preact/hooks';
import type { Account } from '../../data/account-record.ts';
import { act } from '../../data/act.ts';
import { Pill, When } from '../../parts/small.tsx';
import { words } from '../../parts/text.ts';

export interface Item {
  readonly nativeId: string;
  readonly kind: string;
  readonly at: string;
  readonly text?: string;
  readonly message?: string;
  readonly removedAt?: string;
  readonly origin?: string;
}

interface Props {
  readonly item: Item;
  readonly account: Account;
}

export function FeedItem({ item, account }: Props) {
  const { nativeId, kind, at, text, message, removedAt, origin } = item;
  const place = `/_local/network/${account._id}/feed/${encodeURIComponent(nativeId)}`;
  const isPost = removedAt === undefined && kind === 'post';
  return (
    <li class="stack close feed-item">
      <div class="row wrap">
        <Pill>{words(kind)}</Pill>
        {origin === 'native' && <Pill tone="accent">by hand</Pill>}
        {removedAt !== undefined && <Pill tone="warn">deleted</Pill>}
        <span class="grow" />
        <span class="small soft">
          <When at={at} />
        </span>
      </div>
      <p class={`words ${removedAt === undefined ? '' : 'removed'}`}>{text ?? message ?? ''}</p>
      {isPost && (
        <div class="row wrap">
          <CommentBox nativeId={nativeId} accountId={account._id} />
          <button
            class="danger"
            onClick={() =>
              void act(place, { method: 'DELETE' }, { done: 'Deleted on the network. The next sync finds it.' })
            }
          >
            Delete there
          </button>
        </div>
      )}
    </li>
  );
}

/** A customer comments on a post. */
function CommentBox({ nativeId, accountId }: { nativeId: string; accountId: string }) {
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    if (text.trim() === '') return;
    const body = {
      type: 'comment',
      accountId,
      nativeId,
      text,
      author: { id: 'noor-1', name: 'Noor', username: 'noor' },
    };
    if (
      (await act('/_local/inbound', { method: 'POST', body }, { done: 'Noor commented. It is in the inbox.' })) !==
      undefined
    )
      setText('');
  };
  return (
    <form
      class="row grow"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        aria-label="Comment as a customer"
        placeholder="Comment as a customer"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button>Comment</button>
    </form>
  );
}
