/** A customer writes for the first time: a message arrives as the network would bring it. */
import { useState } from 'preact/hooks';
import { useAccounts } from '../../data/account.ts';
import { titleOf } from '../../data/account-record.ts';
import { act } from '../../data/act.ts';
import { goTo } from '../../data/route.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/small.tsx';
import { platformLabel } from '../../../../../platforms/labels.ts';

export function NewCustomer({ onClose }: { onClose: () => void }) {
  const accounts = useAccounts();
  const [fields, setFields] = useState({ accountId: '', name: 'Noor', id: 'noor-1', text: 'Are you open on Sunday?' });
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const send = async (): Promise<void> => {
    const { accountId, name, id, text } = fields;
    const answer = await act<{ conversationId?: string }>(
      '/_local/inbound',
      { method: 'POST', body: { type: 'message', accountId, participant: { id, name }, text } },
      { done: `${name} wrote.` },
    );
    if (answer === undefined) return;
    onClose();
    goTo('inbox', answer.conversationId);
  };
  return (
    <Dialog
      title="Write as a customer"
      onClose={onClose}
      footer={
        <button class="main" disabled={fields.accountId === ''} onClick={() => void send()}>
          Send
        </button>
      }
    >
      <Loaded from={accounts} lines={3}>
        {({ accounts: all }) => (
          <label class="field">
            To
            <select value={fields.accountId} onChange={(event) => set({ accountId: event.currentTarget.value })}>
              <option value="">Pick an account</option>
              {all.map((one) => (
                <option key={one._id} value={one._id}>
                  {platformLabel(one.platform)}: {titleOf(one)}
                </option>
              ))}
            </select>
          </label>
        )}
      </Loaded>
      <label class="field">
        Name
        <input value={fields.name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </label>
      <label class="field">
        Id or phone number at the network
        <input value={fields.id} onInput={(event) => set({ id: event.currentTarget.value })} />
      </label>
      <label class="field">
        Message
        <textarea value={fields.text} onInput={(event) => set({ text: event.currentTarget.value })} />
      </label>
    </Dialog>
  );
}
