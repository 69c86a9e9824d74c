/** One account: its feed, and how its network answers. */
import { useState } from 'preact/hooks';
import { NETWORK_OPERATIONS } from '../../../../../kernel/steering.ts';
import { titleOf, type Account } from '../../data/account.ts';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { Command } from '../../parts/command.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Empty, Loaded, Pill, When } from '../../parts/small.tsx';
import { words } from '../../parts/text.ts';

interface Item {
  readonly nativeId: string;
  readonly kind: string;
  readonly at: string;
  readonly text?: string;
  readonly message?: string;
  readonly removedAt?: string;
  readonly origin?: string;
}

export function Network({ account, onClose }: { account: Account; onClose: () => void }) {
  const path = `/_local/network/${account._id}`;
  const feed = useResource<{ items: readonly Item[] }>(`${path}/feed`, ['feed', 'post']);
  return (
    <div class="stack" style={{ padding: '0.75rem 1rem 1rem' }}>
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
                <FeedItem key={one.nativeId} item={one} path={path} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function FeedItem({
  item: { nativeId, kind, at, text, message, removedAt, origin },
  path,
}: {
  item: Item;
  path: string;
}) {
  const place = `${path}/feed/${encodeURIComponent(nativeId)}`;
  return (
    <li class="row wrap top" style={{ padding: '0.5rem 0' }}>
      <Pill>{words(kind)}</Pill>
      <span
        class="grow"
        style={{ overflowWrap: 'anywhere', textDecoration: removedAt === undefined ? 'none' : 'line-through' }}
      >
        {text ?? message ?? ''}
      </span>
      {origin === 'native' && <Pill tone="accent">by hand</Pill>}
      <span class="small soft">
        <When at={at} />
      </span>
      {removedAt === undefined && kind === 'post' && (
        <button
          class="danger"
          onClick={() =>
            void act(place, { method: 'DELETE' }, { done: 'Deleted on the network. The next sync finds it.' })
          }
        >
          Delete there
        </button>
      )}
    </li>
  );
}

const OUTCOMES = [
  ['ok', 'Answers normally'],
  ['reject', 'Refuses'],
  ['rate_limited', 'Says it is asked too often'],
  ['server_error', 'Fails'],
  ['timeout', 'Does not answer'],
  ['token_expired', 'Says the token has expired'],
  ['lost', 'Says yes and forgets it'],
] as const;

function Behaviour({ path, accountId }: { path: string; accountId: string }) {
  const [fields, setFields] = useState({ outcome: 'reject', operation: 'any', message: '', times: '1' });
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const apply = (): Promise<unknown> => {
    const { outcome, operation, message, times } = fields;
    const body = {
      outcome,
      operation,
      ...(message === '' ? {} : { message }),
      ...(times === '' || outcome === 'ok' ? {} : { times: Number(times) }),
    };
    return act(
      `${path}/behaviour`,
      { method: 'POST', body },
      { done: outcome === 'ok' ? 'The network answers normally.' : 'The network is set.' },
    );
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <h3>From now on the network</h3>
      <div class="filters">
        <select
          aria-label="Outcome"
          value={fields.outcome}
          onChange={(event) => set({ outcome: event.currentTarget.value })}
        >
          {OUTCOMES.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <select
          aria-label="Operation"
          value={fields.operation}
          onChange={(event) => set({ operation: event.currentTarget.value })}
        >
          {['any', ...NETWORK_OPERATIONS].map((one) => (
            <option key={one} value={one}>
              {one === 'any' ? 'for everything' : `for ${one}`}
            </option>
          ))}
        </select>
        <input
          aria-label="What it says"
          placeholder="What it says"
          value={fields.message}
          onInput={(event) => set({ message: event.currentTarget.value })}
        />
        <input
          aria-label="Times"
          type="number"
          min="1"
          placeholder="Always"
          style={{ width: '6rem' }}
          value={fields.times}
          onInput={(event) => set({ times: event.currentTarget.value })}
        />
        <button class="main">Set</button>
      </div>
      <Command
        text={`svc local network behaviour ${accountId} --outcome ${fields.outcome}${fields.times === '' || fields.outcome === 'ok' ? '' : ` --times ${fields.times}`}`}
      />
    </form>
  );
}
