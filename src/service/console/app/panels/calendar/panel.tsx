/** The calendar: posts by their time, moved by dragging or by keys. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { now } from '../../data/clock.ts';
import { useLibrary } from '../../data/library.ts';
import { goTo } from '../../data/route.ts';
import { isMovable, timeOf, type Post } from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';
import { toast } from '../../data/toasts.ts';
import { Page } from '../../parts/page.tsx';
import { flag } from '../../parts/shell-words.ts';
import { Refusal, Skeleton } from '../../parts/small.tsx';
import { shortTime } from '../../parts/text.ts';
import { Composer } from '../posts/composer.tsx';
import { usePosts } from '../posts/use-posts.ts';
import { Agenda } from './agenda.tsx';
import { CalendarBar, type View } from './bar.tsx';
import { Board } from './board.tsx';
import { Undated } from './undated.tsx';

const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days that are shown, and one more on either side for other zones. */
function spanAround(view: View, center: number): { readonly fromDate: string; readonly toDate: string } {
  const date = new Date(center);
  const [first, last] =
    view === 'timeGridWeek'
      ? [center - 7 * DAY_MS, center + 7 * DAY_MS]
      : [
          new Date(date.getFullYear(), date.getMonth(), 1).getTime() - 7 * DAY_MS,
          new Date(date.getFullYear(), date.getMonth() + 1, 0).getTime() + 8 * DAY_MS,
        ];
  return { fromDate: dayOf(first), toDate: dayOf(last) };
}

/** A month has no room for words on a small screen. */
const firstView = (): View => (matchMedia('(max-width: 40rem)').matches ? 'list' : 'dayGridMonth');

export default function CalendarPanel() {
  const [view, setView] = useState<View>(firstView);
  const [center, setCenter] = useState(now.value);
  const [newAt, setNewAt] = useState<string>();
  const [accountId, setAccountId] = useState('');
  const { data, problem } = usePosts({ ...spanAround(view, center), accountId, sortBy: 'scheduled-asc' });
  const library = useLibrary(() => import('./library.ts'));
  const move = (post: Post, at: Date): void => {
    if (!isMovable(post)) return toast({ tone: 'bad', text: `A post that is ${post.status} cannot be moved.` });
    if (at.getTime() < now.value)
      return toast({ tone: 'bad', text: `${shortTime(at.getTime())} has passed: the post stays where it was.` });
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
      command={`svc posts calendar ${dayOf(center)} ${view === 'timeGridWeek' ? '--week' : '--month'}${flag('account-id', accountId)}`}
      actions={
        <button class="main" onClick={() => setNewAt(new Date(Math.max(center, now.value) + 3_600_000).toISOString())}>
          Compose
        </button>
      }
    >
      <CalendarBar
        view={view}
        center={center}
        accountId={accountId}
        onView={setView}
        onCenter={setCenter}
        onAccount={setAccountId}
      />
      {problem !== undefined && <Refusal problem={problem} />}
      {data === undefined ? (
        <Skeleton lines={12} />
      ) : view === 'list' ? (
        <Agenda posts={data} month={center} />
      ) : library === undefined ? (
        <Skeleton lines={12} />
      ) : (
        <Board
          library={library}
          view={view}
          date={center}
          posts={data}
          onMove={move}
          onOpen={(post) => goTo('posts', post._id)}
          onMore={(day) => {
            setCenter(day);
            setView('list');
          }}
          onCompose={setNewAt}
        />
      )}
      <Undated />
      {newAt !== undefined && (
        <Composer at={newAt} onClose={() => setNewAt(undefined)} onDone={(id) => goTo('posts', id)} />
      )}
    </Page>
  );
}
