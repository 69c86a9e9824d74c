/** Calls between this phone and the team: rung, answered, keys pressed, a voicemail left, ended. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { Command } from '../../parts/command.tsx';
import { quoted } from '../../parts/shell-words.ts';
import { Card, Empty, Loaded, Pill, Status, When } from '../../parts/small.tsx';
import type { TeamNumber } from './team-number.ts';

interface PhoneCall {
  readonly id: string;
  readonly direction: string;
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly isVoicemail: boolean;
  readonly startedAt: string | null;
  readonly endReason: string | null;
}

const OVER = ['ended', 'failed', 'no_answer', 'missed', 'completed', 'rejected', 'busy', 'cancelled'];
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

export function Calls({ own, team }: { own: string; team: TeamNumber }) {
  const calls = useResource<{ calls: readonly PhoneCall[] }>('/_local/calls', ['call', 'clock']);
  const ring = (): Promise<unknown> =>
    act(
      '/_local/inbound',
      { method: 'POST', body: { type: 'call', numberId: team._id, from: own, stage: 'received' } },
      { done: `${team.phoneNumber} rings.` },
    );
  return (
    <Card
      title="Calls"
      action={
        <button class="main" onClick={() => void ring()}>
          Call the team
        </button>
      }
      flush
    >
      <Loaded from={calls} lines={3}>
        {({ calls: all }) => {
          const mine = all.filter(({ from, to }) => [from, to].includes(own));
          return mine.length === 0 ? (
            <Empty title="No call yet">
              <p>Call the team, or let the team call this phone:</p>
              <Command text={`svc calls place --from ${team.phoneNumber} --to ${quoted(own)} --yes`} />
            </Empty>
          ) : (
            <ul class="list">
              {mine.slice(0, 20).map((one) => (
                <CallRow key={one.id} call={one} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function CallRow({ call }: { call: PhoneCall }) {
  const { id, direction, from, to, status, isVoicemail, startedAt, endReason } = call;
  const isOver = OVER.includes(status);
  return (
    <li class="stack" style={{ padding: '0.6rem 1rem' }}>
      <div class="row wrap">
        <span class="grow">{direction === 'inbound' ? `to ${to}` : `from ${from}`}</span>
        {isVoicemail && <Pill tone="accent">Voicemail</Pill>}
        <Status status={status} />
        <span class="small soft">{isOver ? endReason : <When at={startedAt} />}</span>
      </div>
      {!isOver && startedAt !== null && <Handset id={id} status={status} />}
      {isVoicemail && isOver && <Command text={`svc calls get ${id}`} />}
    </li>
  );
}

function Handset({ id, status }: { id: string; status: string }) {
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState('');
  const isAnswered = status === 'answered';
  const play = (body: Readonly<Record<string, unknown>>, done?: string): Promise<unknown> =>
    act(`/_local/calls/${id}`, { method: 'POST', body }, done === undefined ? {} : { done });
  const press = async (digit: string): Promise<void> => {
    if ((await play({ action: 'press', digit })) !== undefined) setPressed((before) => before + digit);
  };
  return (
    <div class="stack">
      <div class="row wrap">
        {!isAnswered && <button onClick={() => void play({ action: 'answer' })}>Answer</button>}
        <button class="danger" onClick={() => void play({ action: 'hang_up' })}>
          Hang up
        </button>
        <input
          style={{ width: '12rem' }}
          aria-label="Words for the voicemail"
          placeholder="Please call me back."
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button
          onClick={() =>
            void play(
              { action: 'leave_voicemail', seconds: 12, ...(text === '' ? {} : { text }) },
              'The voicemail is left.',
            )
          }
        >
          Leave a voicemail
        </button>
      </div>
      {isAnswered && (
        <div class="keypad" role="group" aria-label="Keypad">
          {KEYS.map((digit) => (
            <button key={digit} onClick={() => void press(digit)}>
              {digit}
            </button>
          ))}
        </div>
      )}
      {pressed !== '' && (
        <p class="mono" role="status">
          Pressed {pressed}
        </p>
      )}
      <Command text={isAnswered ? `svc local calls press 1 ${id}` : `svc local calls voicemail ${id}`} />
    </div>
  );
}
