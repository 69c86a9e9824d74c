/** Calls between this phone and the team. Next stop: call-row.tsx. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { Command } from '../../parts/command.tsx';
import { quoted } from '../../parts/shell-words.ts';
import { Card, Empty, Loaded } from '../../parts/small.tsx';
import { Answering } from './answering.tsx';
import { CallRow, type PhoneCall } from './call-row.tsx';
import type { TeamNumber } from './team-number.ts';

export function Calls({ own, team }: { own: string; team: TeamNumber }) {
  const calls = useResource<{ calls: readonly PhoneCall[] }>('/_local/calls', ['call', 'clock']);
  const [isSetting, setSetting] = useState(false);
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
        <>
          <button onClick={() => setSetting(true)}>How the team answers</button>
          <button class="main" onClick={() => void ring()}>
            Call the team
          </button>
        </>
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
      {isSetting && <Answering team={team} onClose={() => setSetting(false)} />}
    </Card>
  );
}
