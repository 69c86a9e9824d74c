/** Starts over with a pack of data; what was there can be brought back, because a snapshot is taken first. */
import { useState } from 'preact/hooks';
import { SEED_PACKS } from '../../../../../kernel/steering.ts';
import { act } from '../../data/act.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../parts/text.ts';

const BEFORE = 'before-reset';

export function ResetButton() {
  const [isOpen, setOpen] = useState(false);
  const [pack, setPack] = useState<string>(SEED_PACKS[0]);
  const bringBack = (): void =>
    void act('/_local/reset', { method: 'POST', body: { snapshot: BEFORE } }, { done: 'Everything is back.' });
  const reset = async (): Promise<void> => {
    setOpen(false);
    const kept = await act('/_local/snapshots', { method: 'POST', body: { name: BEFORE } });
    if (kept === undefined) return;
    await act(
      '/_local/reset',
      { method: 'POST', body: { seedPack: pack } },
      { done: 'The service started over.', undo: bringBack },
    );
  };
  return (
    <>
      <button onClick={() => setOpen(true)}>Start over…</button>
      {isOpen && (
        <Dialog
          title="Start over"
          onClose={() => setOpen(false)}
          footer={
            <button class="main" onClick={() => void reset()}>
              Start over
            </button>
          }
        >
          <p>Posts, conversations, ads and everything else are replaced. A snapshot named {BEFORE} is taken first.</p>
          <fieldset class="stack close">
            <legend>Begin with</legend>
            {SEED_PACKS.map((one) => (
              <label key={one} class="tick">
                <input type="radio" name="pack" checked={pack === one} onChange={() => setPack(one)} />
                {one === 'demo' ? 'Demo data of three shops' : `${words(one)} data: one profile, nothing else`}
              </label>
            ))}
          </fieldset>
        </Dialog>
      )}
    </>
  );
}
