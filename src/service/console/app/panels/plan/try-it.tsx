/** A call under the plan as it is, so that one sees what 402 and 403 look like to a client. */
import { useState } from 'preact/hooks';
import { call } from '../../data/api.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Card, Json, Pill } from '../../parts/small.tsx';
import { toneOfStatus } from '../../parts/text.ts';
import type { Plan } from './use-plan.ts';

/** Readings behind each gate; connecting is what a missing payment method refuses. */
const CALLS = [
  { name: 'Read the ads', path: () => pathOf('getAdTree'), command: 'svc ads tree' },
  { name: 'Read the inbox', path: () => pathOf('listInboxConversations'), command: 'svc inbox conversations list' },
  { name: 'Read the figures', path: () => pathOf('getDailyMetrics'), command: 'svc analytics daily' },
  {
    name: 'Connect another account',
    path: () => pathOf('getConnectUrl', { platform: 'bluesky' }),
    command: 'svc connect url bluesky',
  },
] as const;

interface Shown {
  readonly status: number;
  readonly body: unknown;
}

export function TryIt({ plan }: { plan: Plan }) {
  const [at, setAt] = useState(0);
  const [answer, setAnswer] = useState<Shown>();
  const picked = CALLS[at] ?? CALLS[0];
  const ask = async (): Promise<void> => {
    const said = await call<unknown>(picked.path());
    setAnswer(
      'data' in said
        ? { status: said.status, body: said.data }
        : { status: said.problem.status, body: said.problem.body },
    );
  };
  return (
    <Card title="Try it">
      <div class="stack">
        <p class="soft">Calls the API as the team is now{plan.preset === undefined ? '' : `, on ${plan.preset}`}.</p>
        <div class="row wrap">
          <select aria-label="Call" value={String(at)} onChange={(event) => setAt(Number(event.currentTarget.value))}>
            {CALLS.map(({ name }, place) => (
              <option key={name} value={String(place)}>
                {name}
              </option>
            ))}
          </select>
          <button class="main" onClick={() => void ask()}>
            Call
          </button>
        </div>
        <Command text={picked.command} />
        {answer !== undefined && (
          <div class="stack close" role="status">
            <Pill tone={toneOfStatus(answer.status)}>{answer.status}</Pill>
            <Json value={answer.body} />
          </div>
        )}
      </div>
    </Card>
  );
}
