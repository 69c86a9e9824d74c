/** The calendar: posts by their time, moved by dragging or by keys. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { now } from '../../data/clock.ts';
import { goTo } from '../../data/route.ts';
import { isMovable, timeOf, type Post } from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';
import { Page } from '../../parts/page.tsx';
import { Refusal, Skeleton, Tabs } from '../../parts/small.tsx';
import { shortTime } from '../../parts/text.ts';
import { Composer } from '../posts/composer.tsx';
import { usePosts } from '../posts/use-posts.ts';
import { Board } from './board.tsx';

const VIEWS = [
  ['dayGridMonth', 'Month'],
  ['timeGridWeek', 'Week'],
] as const;
type View = (typeof VIEWS)[number][0];

const DAY_MS = 86_400_000;

/** What is read around the month that is shown. */
const AROUND_MS = 45 * DAY_MS;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export default function CalendarPanel() {
  const [view, setView] = useState<View>('dayGridMonth');
  const [center, setCenter] = useState(now.value);
  const [newAt, setNewAt] = useState<string>();
  const { data, problem } = usePosts({
    fromDate: dayOf(center - AROUND_MS),
    toDate: dayOf(center + AROUND_MS),
    sortBy: 'scheduled-asc',
  });
  const step = (direction: 1 | -1): void =>
    setCenter(view === 'timeGridWeek' ? center + direction * 7 * DAY_MS : monthBeside(center, direction));
  const move = (post: Post, at: Date): void => {
    const before = timeOf(post);
    const path = pathOf('updatePost', { postId: post._id });
    const undo = (): void =>
      void act(path, { method: 'PUT', body: { scheduledFor: before } }, { done: 'It is back where it was.' });
    void act(
      path,
      { method: 'PUT', body: { scheduledFor: at.toISOString() } },
      { done: `Moved to ${shortTime(at.getTime())}.`, undo },
    );
  };
  return (
    <Page
      title="Calendar"
      about="Drag a post to another time, or focus it and hold Shift with an arrow key. Click a day to compose."
      command="svc posts calendar"
      actions={
        <button class="main" onClick={() => setNewAt(new Date(Math.max(center, now.value) + 3_600_000).toISOString())}>
          Compose
        </button>
      }
    >
      <div class="row wrap">
        <Tabs label="View" value={view} options={VIEWS} onPick={setView} />
        <button onClick={() => setCenter(now.value)}>Today</button>
        <button aria-label="Earlier" onClick={() => step(-1)}>
          ‹
        </button>
        <button aria-label="Later" onClick={() => step(1)}>
          ›
        </button>
        <h2>{new Date(center).toLocaleDateString('en', { month: 'long', year: 'numeric' })}</h2>
      </div>
      {problem !== undefined && <Refusal problem={problem} />}
      {data === undefined ? (
        <Skeleton lines={12} />
      ) : (
        <Board
          view={view}
          date={center}
          posts={data}
          onMove={(post, at) => (isMovable(post) ? move(post, at) : undefined)}
          onOpen={(post) => goTo('posts', post._id)}
          onCompose={setNewAt}
        />
      )}
      {newAt !== undefined && (
        <Composer at={newAt} onClose={() => setNewAt(undefined)} onDone={(id) => goTo('posts', id)} />
      )}
    </Page>
  );
}

/** The same day a month on, or the last one there is. */
function monthBeside(ms: number, direction: 1 | -1): number {
  const date = new Date(ms);
  const day = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + direction);
  date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
  return date.getTime();
}
