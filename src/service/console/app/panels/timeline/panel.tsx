/** What is due: in which order, when, and a way to take it step by step. */
import { useState } from 'preact/hooks';
import { useAccounts } from '../../data/account.ts';
import { mode } from '../../data/clock.ts';
import { pathOf } from '../../data/paths.ts';
import type { Post } from '../../data/post.ts';
import { useResource } from '../../data/resource.ts';
import { advance, setMode } from '../../data/steer-clock.ts';
import { Mark } from '../../parts/mark.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Pill, When } from '../../parts/small.tsx';
import { count, words } from '../../parts/text.ts';
import { allOf, VirtualList } from '../../parts/virtual-list.tsx';
import { aboutOf, type Known } from './about.ts';
import { Detail } from './detail.tsx';
import type { Work } from './work.ts';
import { WorkerButtons } from './worker.tsx';

/** Read at first; more when somebody scrolls to the end. */
const FIRST = 200;

export default function Timeline() {
  const [limit, setLimit] = useState(FIRST);
  const work = useResource<{ work: readonly Work[] }>('/_local/timeline', ['work', 'clock'], { limit });
  const known = useKnown();
  const [open, setOpen] = useState<string>();
  return (
    <Page
      title="Timeline"
      about="Work that is due now or later: publications, retries, reviews, syncs. It runs when the clock gets there."
      command="svc local timeline"
      actions={
        mode.value === 'frozen' ? (
          <button class="main" onClick={() => void advance({ untilNextDue: true })}>
            Go to the next
          </button>
        ) : (
          <button class="main" onClick={() => void setMode('frozen')}>
            Freeze the clock
          </button>
        )
      }
    >
      <WorkerButtons />
      <Loaded from={{ data: work.data?.work, problem: work.problem }}>
        {(all) => {
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
                  {...allOf(all)}
                  keyOf={keyOf}
                  onSeen={(_, last) => (last === limit ? setLimit(limit * 5) : undefined)}
                  row={(one) => (
                    <Row
                      work={one}
                      known={known}
                      isOpen={keyOf(one) === open}
                      onOpen={() => setOpen(keyOf(one) === open ? undefined : keyOf(one))}
                    />
                  )}
                />
              </div>
              <div class="detail card">
                {picked === undefined ? (
                  <Empty title="Pick a piece of work">
                    <p>What it is about, what it was given, and what went wrong last time are shown here.</p>
                  </Empty>
                ) : (
                  <Detail work={picked} about={aboutOf(picked.ref, known)} />
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

/** The accounts and the next posts, so that their work is called by their words. */
function useKnown(): Known {
  const accounts = useAccounts();
  const posts = useResource<{ posts: readonly Post[] }>(pathOf('listPosts'), ['post'], {
    status: 'scheduled',
    sortBy: 'scheduled-asc',
    limit: 100,
  });
  return {
    accounts: new Map(accounts.data?.accounts.map((one) => [one._id, one])),
    posts: new Map(posts.data?.posts.map((one) => [one._id, one])),
  };
}

interface RowProps {
  readonly work: Work;
  readonly known: Known;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Row({ work: { kind, ref, dueAt, attempt, running, lastError }, known, isOpen, onOpen }: RowProps) {
  const { text, platform } = aboutOf(ref, known);
  return (
    <button class="item" aria-current={isOpen} onClick={onOpen}>
      <Pill tone={running ? 'good' : lastError === undefined ? 'accent' : 'warn'}>{words(kind)}</Pill>
      {platform !== undefined && <Mark platform={platform} />}
      <span class={`cut grow ${text === ref ? 'mono' : ''}`}>{text}</span>
      {attempt > 1 && <Pill tone="warn">{count(attempt, 'try', 'tries')}</Pill>}
      <span class="small soft">
        <When at={dueAt} />
      </span>
    </button>
  );
}
