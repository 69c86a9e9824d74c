/** What is due: in which order, when, and a way to take it step by step. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { mode } from '../../data/clock.ts';
import { useResource } from '../../data/resource.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Json, Loaded, Pill, When } from '../../parts/small.tsx';
import { count, exactTime, words } from '../../parts/text.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { advance, setMode } from '../../data/steer-clock.ts';

interface Work {
  readonly dueAt: string;
  readonly kind: string;
  readonly ref: string;
  readonly attempt: number;
  readonly payload: unknown;
  readonly running: boolean;
  readonly lastError?: string;
}

const MOST = 5_000;

export default function Timeline() {
  const work = useResource<{ work: readonly Work[] }>('/_local/timeline', ['work', 'clock', 'post'], { limit: MOST });
  const [open, setOpen] = useState<string>();
  const step = (): Promise<unknown> =>
    act('/_local/worker', { method: 'POST', body: { step: 1 } }, { done: 'One piece of due work ran.' });
  return (
    <Page
      title="Timeline"
      about="Work that is due now or later: publications, retries, reviews, syncs. It runs when the clock gets there."
      command="svc local timeline"
      actions={
        <>
          <WorkerSwitch />
          <button onClick={() => void step()}>Run one</button>
          {mode.value === 'frozen' ? (
            <button class="main" onClick={() => void advance({ untilNextDue: true })}>
              Go to the next
            </button>
          ) : (
            <button class="main" onClick={() => void setMode('frozen')}>
              Freeze the clock
            </button>
          )}
        </>
      }
    >
      <Loaded from={work}>
        {({ work: all }) => {
          const picked = all.find((one) => keyOf(one) === open);
          return all.length === 0 ? (
            <Empty title="Nothing is due">
              <p>Schedule a post, or send something that a network reviews: it appears here with its time.</p>
            </Empty>
          ) : (
            <div class="split">
              <div class="card">
                <VirtualList
                  label="Due work"
                  items={all}
                  keyOf={keyOf}
                  row={(one) => (
                    <button class="item" aria-current={keyOf(one) === open} onClick={() => setOpen(keyOf(one))}>
                      <Pill tone={one.running ? 'good' : one.lastError === undefined ? 'accent' : 'warn'}>
                        {words(one.kind)}
                      </Pill>
                      <span class="mono cut grow">{one.ref}</span>
                      {one.attempt > 1 && <Pill tone="warn">{count(one.attempt, 'try', 'tries')}</Pill>}
                      <span class="small soft">
                        <When at={one.dueAt} />
                      </span>
                    </button>
                  )}
                />
              </div>
              <div class="detail card">
                {picked === undefined ? (
                  <Empty title="Pick a piece of work" />
                ) : (
                  <div class="body stack" style={{ padding: '1rem' }}>
                    <h2>{words(picked.kind)}</h2>
                    <p class="soft">Due {exactTime(Date.parse(picked.dueAt))}</p>
                    {picked.lastError !== undefined && <p class="notice warn">{picked.lastError}</p>}
                    <Json value={picked.payload} />
                  </div>
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

const keyOf = ({ kind, ref }: Work): string => `${kind} ${ref}`;

function WorkerSwitch() {
  const [isPaused, setPaused] = useState<boolean>();
  const set = async (state: 'running' | 'paused'): Promise<void> => {
    const answer = await act<{ state: string }>('/_local/worker', { method: 'POST', body: { state } });
    if (answer !== undefined) setPaused(answer.state === 'paused');
  };
  return (
    <button aria-pressed={isPaused === true} onClick={() => void set(isPaused === true ? 'running' : 'paused')}>
      {isPaused === true ? 'Resume the worker' : 'Pause the worker'}
    </button>
  );
}
