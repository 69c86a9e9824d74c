/** A fault is described and added. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { Card } from '../../parts/small.tsx';
import { Command } from '../../parts/command.tsx';
import { commandOf, FAULT_KINDS, faultOf, type Draft } from './fault.ts';

export function NewFault({ onDone }: { onDone: () => void }) {
  const [draft, setDraft] = useState<Draft>({ kind: 'unavailable', path: '', times: '1' });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const add = async (): Promise<void> => {
    await act('/_local/faults', { method: 'POST', body: faultOf(draft) }, { done: 'The fault waits for its call.' });
    onDone();
  };
  return (
    <Card title="New fault">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label class="field">
          What goes wrong
          <select value={draft.kind} onChange={(event) => set({ kind: event.currentTarget.value as Draft['kind'] })}>
            {Object.entries(FAULT_KINDS).map(([kind, { text }]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          For calls of
          <input
            placeholder="/v1/posts* (empty: any path)"
            value={draft.path}
            onInput={(event) => set({ path: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          How often
          <input
            type="number"
            min="1"
            placeholder="Always"
            value={draft.times}
            onInput={(event) => set({ times: event.currentTarget.value })}
          />
        </label>
        <button class="main">Add fault</button>
        <Command text={commandOf(draft)} />
      </form>
    </Card>
  );
}
