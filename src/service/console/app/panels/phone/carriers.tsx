/** What carriers have to decide: numbers, registrations, ports; decided by hand here. */
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { Command } from '../../parts/command.tsx';
import { Card, Empty, Loaded, Pill, Status, When } from '../../parts/small.tsx';
import { words } from '../../parts/text.ts';

interface Order {
  readonly kind: string;
  readonly id: string;
  readonly phoneNumbers: readonly string[];
  readonly status: string;
  readonly open: boolean;
  readonly decidesAt: string | null;
}

export function Carriers() {
  const orders = useResource<{ orders: readonly Order[] }>('/_local/carrier', [
    'work',
    'phone_number',
    'sms_registration',
    'port_in',
    'clock',
  ]);
  const decide = async (id: string, decision: 'approve' | 'reject'): Promise<void> => {
    const body = decision === 'approve' ? { decision } : { decision, reason: 'The documents do not match.' };
    await act(
      `/_local/carrier/${id}`,
      { method: 'POST', body },
      { done: decision === 'approve' ? 'Approved.' : 'Refused.' },
    );
    orders.reload();
  };
  return (
    <Card title="With the carriers" action={<Command text="svc local carrier list" />} flush>
      <Loaded from={orders} lines={3}>
        {({ orders: all }) => {
          const open = all.filter((one) => one.open);
          return open.length === 0 ? (
            <Empty title="Nothing waits for a carrier" />
          ) : (
            <ul class="list">
              {open.map(({ kind, id, phoneNumbers, status, decidesAt }) => (
                <li key={id} class="item">
                  <Pill>{words(kind)}</Pill>
                  <span class="grow">{phoneNumbers.join(', ')}</span>
                  <Status status={status} />
                  {decidesAt !== null && (
                    <span class="small soft">
                      decided <When at={decidesAt} />
                    </span>
                  )}
                  <button onClick={() => void decide(id, 'approve')}>Approve</button>
                  <button class="danger" onClick={() => void decide(id, 'reject')}>
                    Refuse
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}
