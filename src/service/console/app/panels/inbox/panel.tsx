/** The inbox: conversations, comments and reviews, answered as the brand, and continued as the customer. */
import { useState } from 'preact/hooks';
import { useMore, type ListPlace } from '../../data/more.ts';
import { useResource } from '../../data/resource.ts';
import { goTo, hrefOf } from '../../data/route.ts';
import { pathOf } from '../../data/paths.ts';
import type { PanelProps } from '../../parts/panel-props.ts';
import { Mark } from '../../parts/mark.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Pill, Tabs, When } from '../../parts/small.tsx';
import { allOf, VirtualList } from '../../parts/virtual-list.tsx';
import { Comments } from './comments.tsx';
import { NewCustomer } from './new-customer.tsx';
import { Reviews } from './reviews.tsx';
import { Thread } from './thread.tsx';
import { PLACE_MARK, type Conversation } from './conversation.ts';

const KINDS = [
  ['messages', 'Messages'],
  ['comments', 'Comments'],
  ['reviews', 'Reviews'],
] as const;

const COMMANDS = {
  messages: 'svc inbox list',
  comments: 'svc inbox comments list',
  reviews: 'svc inbox reviews list',
} as const;

export default function Inbox({ id }: PanelProps) {
  const [kind, setKind] = useState<(typeof KINDS)[number][0]>('messages');
  const [isNew, setNew] = useState(false);
  return (
    <Page
      title="Inbox"
      about="Both ends are here: answer as the brand, and write back as the customer."
      command={COMMANDS[kind]}
      actions={<button onClick={() => setNew(true)}>Write as a customer</button>}
    >
      <div>
        <Tabs label="Kind" value={kind} options={KINDS} onPick={setKind} />
      </div>
      {kind === 'messages' && <Conversations {...(id === undefined ? {} : { id })} />}
      {kind === 'comments' && <Comments />}
      {kind === 'reviews' && <Reviews />}
      {isNew && <NewCustomer onClose={() => setNew(false)} />}
    </Page>
  );
}

const PLACE: ListPlace<Conversation> = { path: pathOf('listInboxConversations'), key: 'data', idOf: ({ id }) => id };

function Conversations({ id }: PanelProps) {
  const list = useMore<Conversation>(PLACE, ['conversation', 'message', 'feed']);
  const [own = '', accountId] = (id ?? '').split(PLACE_MARK);
  const listed = list.data?.find((one) => one.id === own);
  // One that was searched for may be on a later page.
  const single = useResource<{ data: Conversation }>(
    accountId === undefined || list.data === undefined || listed !== undefined
      ? undefined
      : pathOf('getInboxConversation', { conversationId: own }),
    ['conversation'],
    { accountId },
  );
  const open = listed ?? single.data?.data;
  return (
    <Loaded from={list}>
      {(data) => {
        if (data.length === 0)
          return (
            <Empty title="No conversation yet">
              <p>Write as a customer to begin one: it arrives as a real message would, with its event.</p>
            </Empty>
          );
        return (
          <div class="split">
            <div class="card">
              <VirtualList
                label="Conversations"
                {...allOf(data)}
                onSeen={list.see}
                keyOf={(one) => one.id}
                row={(one) => (
                  <a class="item" href={hrefOf('inbox', one.id)} aria-current={one.id === own}>
                    <Mark platform={one.platform} />
                    <b class="cut">{one.participantName ?? 'Unknown'}</b>
                    <span class="cut grow soft">{one.lastMessage ?? ''}</span>
                    {one.unreadCount > 0 && <Pill tone="accent">{one.unreadCount}</Pill>}
                    <span class="small soft">
                      <When at={one.updatedTime} />
                    </span>
                  </a>
                )}
              />
            </div>
            <div class="detail card">
              {open === undefined ? (
                <Empty title="Pick a conversation">
                  <p>Read it, answer as the brand, and go on as the customer.</p>
                </Empty>
              ) : (
                <Thread key={open.id} conversation={open} onClose={() => goTo('inbox')} />
              )}
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}
