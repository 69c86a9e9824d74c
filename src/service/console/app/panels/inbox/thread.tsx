/** One conversation: its messages, an answer as the brand, and the next words of the customer. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Mark } from '../../parts/mark.tsx';
import { quoted } from '../../parts/shell-words.ts';
import { Loaded, Status, Tabs, When } from '../../parts/small.tsx';
import type { Conversation, Message } from './conversation.ts';

export function Thread({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { id, accountId, platform, participantName, unreadCount } = conversation;
  const messages = useResource<{ messages: readonly Message[] }>(
    pathOf('getInboxConversationMessages', { conversationId: id }),
    ['conversation', 'message', 'feed'],
    { accountId, limit: 100 },
  );
  const end = useRef<HTMLDivElement>(null);
  const length = messages.data?.messages.length;
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [length]);
  return (
    <div class="thread">
      <div class="head row" style={{ padding: '0.75rem 1rem' }}>
        <Mark platform={platform} />
        <h2 class="grow cut">{participantName ?? 'Unknown'}</h2>
        {unreadCount > 0 && (
          <button
            onClick={() =>
              void act(
                pathOf('markConversationRead', { conversationId: id }),
                { method: 'POST', body: { accountId } },
                { done: 'Read.' },
              )
            }
          >
            Mark as read
          </button>
        )}
        <button class="plain" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <div class="messages" ref={end} tabIndex={0} role="log" aria-label="Messages">
        <Loaded from={messages}>
          {({ messages: all }) => all.map((one) => <Bubble key={one.id} message={one} />)}
        </Loaded>
      </div>
      <Reply conversation={conversation} />
    </div>
  );
}

const Bubble = ({
  message: { message, direction, createdAt, attachments, reactions, isDeleted, isEdited, deliveryStatus },
}: {
  message: Message;
}) => (
  <div class={`bubble ${direction}`}>
    <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {isDeleted === true ? <em class="soft">Deleted</em> : message}
    </p>
    {attachments.map(({ type, url }) => (
      <p class="small soft cut">
        {type ?? 'file'}: {url}
      </p>
    ))}
    <p class="small soft row wrap">
      <When at={createdAt} />
      {isEdited === true && <span>edited</span>}
      {deliveryStatus && <Status status={deliveryStatus} />}
      {reactions.map(({ emoji }) => (
        <span>{emoji}</span>
      ))}
    </p>
  </div>
);

/** Where a group has no one person, nobody is played. */
const SIDES = [
  ['brand', 'As the brand'],
  ['customer', 'As the customer'],
] as const;

function Reply({ conversation: { id, accountId, participantId, participantName } }: { conversation: Conversation }) {
  const [side, setSide] = useState<'brand' | 'customer'>('brand');
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    if (text.trim() === '') return;
    const sent =
      side === 'brand'
        ? await act(pathOf('sendInboxMessage', { conversationId: id }), {
            method: 'POST',
            body: { accountId, message: text },
            headers: { 'Idempotency-Key': crypto.randomUUID() },
          })
        : await act('/_local/inbound', {
            method: 'POST',
            body: {
              type: 'message',
              accountId,
              participant: { id: participantId, ...(participantName ? { name: participantName } : {}) },
              text,
            },
          });
    if (sent !== undefined) setText('');
  };
  return (
    <form
      class="stack"
      style={{ padding: '0.75rem 1rem 1rem', borderTop: '1px solid var(--line)' }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div class="row wrap">
        <Tabs
          label="Write"
          value={side}
          options={participantId === undefined ? SIDES.slice(0, 1) : SIDES}
          onPick={setSide}
        />
      </div>
      <div class="row">
        <input
          aria-label={side === 'brand' ? 'Answer as the brand' : 'Write as the customer'}
          value={text}
          placeholder={side === 'brand' ? 'Answer' : 'What the customer writes'}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button class="main">Send</button>
      </div>
      <Command
        text={
          side === 'brand'
            ? `svc inbox reply ${id} ${quoted(text || 'Thank you!')}`
            : `svc local inbound message --account-id ${accountId} --participant-id ${quoted(participantId ?? '')} --text ${quoted(text || 'Great!')}`
        }
      />
    </form>
  );
}
