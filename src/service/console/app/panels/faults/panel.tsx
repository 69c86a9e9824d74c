/** Faults: answers that go wrong on purpose, added and removed. */
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { Page } from '../../parts/page.tsx';
import { Card, Empty, Loaded, Pill } from '../../parts/small.tsx';
import { count } from '../../parts/text.ts';
import { wordsFor, type Fault } from './fault.ts';
import { NewFault } from './new-fault.tsx';

export default function Faults() {
  const faults = useResource<{ faults: readonly Fault[] }>('/_local/faults', ['request']);
  const remove = async ({ id, match, action, times }: Fault): Promise<void> => {
    const body = { match, action, ...(times === undefined ? {} : { times }) };
    const restore = (): void =>
      void act('/_local/faults', { method: 'POST', body }, { done: 'The fault is back.' }).then(faults.reload);
    await act(`/_local/faults/${id}`, { method: 'DELETE' }, { done: 'The fault is removed.', undo: restore });
    faults.reload();
  };
  return (
    <Page
      title="Faults"
      about="Make the API fail as real ones do, and see whether your client copes."
      command="svc local fault list"
    >
      <div class="grid">
        <NewFault onDone={faults.reload} />
        <Card title="Active faults" flush>
          <Loaded from={faults} lines={3}>
            {({ faults: all }) =>
              all.length === 0 ? (
                <Empty title="Nothing fails on purpose">
                  <p>Add a fault, then call the API: the next calls that fit it go wrong.</p>
                </Empty>
              ) : (
                <ul class="list">
                  {all.map((one) => (
                    <FaultRow key={one.id} fault={one} onRemove={() => void remove(one)} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Card>
      </div>
    </Page>
  );
}

const FaultRow = ({ fault, onRemove }: { fault: Fault; onRemove: () => void }) => (
  <li class="item">
    <span class="grow stack close">
      <b>{wordsFor(fault)}</b>
      <span class="small soft mono">{fault.match.path ?? fault.match.operation ?? 'any call'}</span>
    </span>
    <Pill tone="warn">{fault.times === undefined ? 'always' : count(fault.times, 'time')}</Pill>
    <button class="danger" onClick={onRemove}>
      Remove
    </button>
  </li>
);
