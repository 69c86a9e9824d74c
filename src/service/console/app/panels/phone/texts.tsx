/** Texts between this phone and a number of the team, as this phone shows them. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Card, Empty, Refusal, Skeleton, Status, When } from '../../parts/small.tsx';
import type { Conversation, Message } from '../inbox/conversation.ts';
import type { TeamNumber } from './team-number.ts';

const digitsOf = (number = ''): string => number.replace(/\D/g, '');

export function Texts({ own, team }: { own: string; team: TeamNumber }) {
  const list = useResource<{ data: readonly Conversation[] }>(
    pathOf('listInboxConversations'),
    ['conversation', 'message', 'feed'],
    { limit: 100 },
  );
  const conversation = list.data?.data.find(({ participantId }) => digitsOf(participantId) === digitsOf(own));
  const messages = useResource<{ messages: readonly Message[] }>(
    conversation === undefined
      ? undefined
      : pathOf('getInboxConversationMessages', { conversationId: conversation.id }),
    ['message', 'conversation', 'feed'],
    { accountId: conversation?.accountId ?? '', limit: 100 },
  );
  const [text, setText] = useState('');
  const send = async (): Promise<void> => {
    if (text.trim() === '') return;
    if (
      (await act('/_local/inbound', {
        method: 'POST',
        body: { type: 'sms', to: team.phoneNumber, from: own, text },
      })) !== undefined
    )
      setText('');
  };
  return (
    <Card title="Texts" flush>
      <div class="messages" tabIndex={0} role="log" aria-label="Texts">
        {list.problem !== undefined ? (
          <Refusal problem={list.problem} />
        ) : list.data === undefined ? (
          <Skeleton lines={3} />
        ) : conversation === undefined ? (
          <Empty title="No text yet">
            <p>Write the first one, or send one with `svc sms send`.</p>
          </Empty>
        ) : (
          messages.data?.messages.map(({ id, direction, message, createdAt, deliveryStatus }) => (
            <div key={id} class={`bubble ${direction === 'incoming' ? 'outgoing' : 'incoming'}`}>
              <p style={{ overflowWrap: 'anywhere' }}>{message}</p>
              <p class="small soft row">
                <When at={createdAt} /> {deliveryStatus && <Status status={deliveryStatus} />}
              </p>
            </div>
          ))
        )}
      </div>
      <form
        class="row"
        style={{ padding: '0.75rem 1rem 1rem' }}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <input
          aria-label="Text to the team"
          placeholder="Text to the team; STOP opts out"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button class="main">Send</button>
      </form>
    </Card>
  );
}
