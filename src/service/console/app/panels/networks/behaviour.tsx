/** How the network of an account answers from now on: refusals, limits, latency, silence. */
import { useState } from 'preact/hooks';
import { NETWORK_OPERATIONS } from '../../../../../kernel/steering.ts';
import { act } from '../../data/act.ts';
import { Command } from '../../parts/command.tsx';
import { flag } from '../../parts/shell-words.ts';

const OUTCOMES = [
  ['ok', 'Answers normally'],
  ['reject', 'Refuses'],
  ['rate_limited', 'Says it is asked too often'],
  ['server_error', 'Fails'],
  ['timeout', 'Does not answer'],
  ['token_expired', 'Says the token has expired'],
  ['lost', 'Says yes and forgets it'],
] as const;

export function Behaviour({ path, accountId }: { path: string; accountId: string }) {
  const [fields, setFields] = useState({ outcome: 'reject', operation: 'any', message: '', times: '1', delay: '' });
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const apply = (): Promise<unknown> => {
    const { outcome, operation, message, times, delay } = fields;
    const body = {
      outcome,
      operation,
      ...(message === '' ? {} : { message }),
      ...(delay === '' ? {} : { delaySeconds: Number(delay) }),
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
        <input
          aria-label="Seconds until it answers"
          type="number"
          min="0"
          placeholder="Seconds"
          style={{ width: '6.5rem' }}
          value={fields.delay}
          onInput={(event) => set({ delay: event.currentTarget.value })}
        />
        <button class="main">Set</button>
      </div>
      <Command text={commandFor(accountId, fields)} />
    </form>
  );
}

const commandFor = (
  accountId: string,
  { outcome, operation, message, times, delay }: Readonly<Record<string, string>>,
): string =>
  [
    `svc local network behaviour ${accountId}`,
    flag('outcome', outcome),
    flag('operation', operation === 'any' ? '' : operation),
    flag('message', message),
    flag('delay', delay),
    flag('times', outcome === 'ok' ? '' : times),
  ].join('');
