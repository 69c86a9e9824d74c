/** One account: its feed, and how its network answers. */
import { titleOf, type Account } from '../../data/account-record.ts';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { Mark } from '../../parts/mark.tsx';
import { Empty, Loaded } from '../../parts/small.tsx';
import { Behaviour } from './behaviour.tsx';
import { FeedItem, type Item } from './feed-item.tsx';

export function Network({ account, onClose }: { account: Account; onClose: () => void }) {
  const path = `/_local/network/${account._id}`;
  const feed = useResource<{ items: readonly Item[] }>(`${path}/feed`, ['feed', 'post']);
  return (
    <div class="body stack">
      <div class="row">
        <Mark platform={account.platform} />
        <h2 class="grow cut">{titleOf(account)}</h2>
        <button
          class="danger"
          onClick={() =>
            void act(
              `/_local/accounts/${account._id}/disconnect`,
              { method: 'POST', body: {} },
              { done: 'The token has expired: the account needs to be connected again.' },
            )
          }
        >
          Expire the token
        </button>
        <button class="plain" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <Behaviour path={path} accountId={account._id} />
      <h3>Feed</h3>
      <Loaded from={feed} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing here yet">
              <p>What is published or sent to this account appears here, as its users see it.</p>
            </Empty>
          ) : (
            <ul class="list">
              {items.toReversed().map((one) => (
                <FeedItem key={one.nativeId} item={one} account={account} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
