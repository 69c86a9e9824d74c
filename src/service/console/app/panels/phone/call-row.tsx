/** One call as this phone has it: rung, answered, keys pressed, a voicemail left, ended. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { Command } from '../../parts/command.tsx';
import { Pill, Status, When } from '../../parts/small.tsx';

export interface PhoneCall {
  readonly id: string;
  readonly direction: string;
  readonly from: string;
  readonly to: string;
  readonly status: string;
  /** Where a call is that nobody has taken. */
  readonly phase: 'menu' | 'forwarded' | 'voicemail' | null;
  readonly isVoicemail: boolean;
  readonly startedAt: string | null;
  readonly endReason: string | null;
}

const OVER = ['ended', 'failed', 'no_answer', 'missed', 'completed', 'rejected', 'busy', 'cancelled'];
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

const PHASES = { menu: 'In the menu', forwarded: 'Rings at its target', voicemail: 'The voicemail listens' } as const;

export function CallRow({ call }: { call: PhoneCall }) {
  const { direction, from, to, status, isVoicemail, startedAt, endReason, phase } = call;
  const isOver = OVER.includes(status);
  return (
    <li class="stack" style={{ padding: '0.6rem 1rem' }}>
      <div class="row wrap">
        <span class="grow">{direction === 'inbound' ? `to ${to}` : `from ${from}`}</span>
        {isVoicemail && <Pill tone="accent">Voicemail</Pill>}
        {phase !== null && !isOver && <Pill tone="accent">{PHASES[phase]}</Pill>}
        <Status status={status} />
        <span class="small soft">{isOver ? endReason : <When at={startedAt} />}</span>
      </div>
      {!isOver && startedAt !== null && <Handset call={call} />}
      {isVoicemail && isOver && <Command text={`svc calls get ${call.id}`} />}
    </li>
  );
}

function Handset({ call: { id, status, phase, direction } }: { call: PhoneCall }) {
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState('');
  const play = (body: Readonly<Record<string, unknown>>, done?: string): Promise<unknown> =>
    act(`/_local/calls/${id}`, { method: 'POST', body }, done === undefined ? {} : { done });
  const press = async (digit: string): Promise<void> => {
    if ((await play({ action: 'press', digit })) !== undefined) setPressed((before) => before + digit);
  };
  return (
    <div class="stack">
      <div class="row wrap">
        {status === 'ringing' && phase !== 'menu' && phase !== 'voicemail' && (
          <button onClick={() => void play({ action: 'answer' })}>
            {direction === 'inbound' ? 'The team answers' : 'Answer'}
          </button>
        )}
        <button class="danger" onClick={() => void play({ action: 'hang_up' })}>
          Hang up
        </button>
        {direction === 'inbound' && status === 'ringing' && (
          <>
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
          </>
        )}
      </div>
      {phase === 'menu' && (
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
      <Command text={phase === 'menu' ? `svc local calls press 1 ${id}` : `svc local calls hang-up ${id}`} />
    </div>
  );
}
