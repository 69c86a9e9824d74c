/** Messages between this phone and the team, as this phone shows them. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Card, Empty, Refusal, Skeleton, Status, When } from '../../parts/small.tsx';
import type { Conversation, Message } from '../inbox/conversation.ts';

interface Props {
  readonly title: string;
  /** The platform of the conversations. */
  readonly platform: string;
  /** Only conversations of that account; all where it is left out. */
  readonly accountId?: string;
  /** The number of this phone. */
  readonly own: string;
  /** What arrives at the service when this phone sends a text. */
  readonly inbound: (text: string) => Readonly<Record<string, unknown>>;
  /** Shown while nothing was written. */
  readonly empty: ComponentChildren;
}

interface Held {
  readonly conversations: readonly Pick<Conversation, 'id' | 'platform' | 'accountId'>[];
}

export function Chat({ title, platform, accountId, own, inbound, empty }: Props) {
  const held = useResource<Held>('/_local/conversations', ['conversation', 'message', 'feed'], { number: own });
  const conversation = held.data?.conversations.find(
    (one) => one.platform === platform && (accountId ?? one.accountId) === one.accountId,
  );
  const messages = useResource<{ messages: readonly Message[] }>(
    conversation === undefined
      ? undefined
      : pathOf('getInboxConversationMessages', { conversationId: conversation.id }),
    ['message', 'conversation', 'feed'],
    { accountId: conversation?.accountId ?? '', limit: 100 },
  );
  const end = useRef<HTMLDivElement>(null);
  const length = messages.data?.messages.length;
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [length]);
  return (
    <Card title={title} flush>
      <div class="messages phone-screen" ref={end} tabIndex={0} role="log" aria-label={title}>
        {held.problem !== undefined ? (
          <Refusal problem={held.problem} />
        ) : held.data === undefined ? (
          <Skeleton lines={3} />
        ) : conversation === undefined ? (
          <Empty title="Nothing written yet">{empty}</Empty>
        ) : (
          messages.data?.messages.map((one) => <Bubble key={one.id} message={one} />)
        )}
      </div>
      <Writing title={title} inbound={inbound} />
    </Card>
  );
}

/** What comes in at the team goes out from this phone. */
const Bubble = ({ message: { direction, message, createdAt, deliveryStatus } }: { message: Message }) => (
  <div class={`bubble ${direction === 'incoming' ? 'outgoing' : 'incoming'}`}>
    <p class="words">{message}</p>
    <p class="small soft row">
      <When at={createdAt} /> {deliveryStatus && <Status status={deliveryStatus} />}
    </p>
  </div>
);

function Writing({ title, inbound }: Pick<Props, 'title' | 'inbound'>) {
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    if (text.trim() === '') return;
    if ((await act('/_local/inbound', { method: 'POST', body: inbound(text) })) !== undefined) setText('');
  };
  return (
    <form
      class="row body"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        aria-label={`${title} to the team`}
        placeholder="To the team; STOP opts out"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="main">Send</button>
    </form>
  );
}
