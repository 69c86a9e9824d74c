/** The calendar library in the page: its events are posts; moving them by keys is ours. */
import type { Calendar } from '@event-calendar/core';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { now } from '../../data/clock.ts';
import type { Post } from '../../data/post.ts';
import { Mark } from '../../parts/mark.tsx';
import { correctAsDrawn } from './drawn.ts';
import { dayOfMore, entriesOf, fullestOf, stepFor } from './entry.ts';
import { roomIn, weeksOf } from './room.ts';
import type * as library from './library.ts';

/** The library, as library.ts has it. */
export type CalendarLibrary = typeof library;

interface Props {
  readonly library: CalendarLibrary;
  readonly view: 'dayGridMonth' | 'timeGridWeek';
  /** Milliseconds. */
  readonly date: number;
  readonly posts: readonly Post[];
  readonly onMove: (post: Post, at: Date) => void;
  readonly onOpen: (post: Post) => void;
  /** @param day of whose posts not all are drawn, in ms */
  readonly onMore: (day: number) => void;
  /** @param at ISO 8601 */
  readonly onCompose: (at: string) => void;
}

const timeWords = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' });

const NOON = 12;

/** Networks that an entry has room for. */
const MARKS = 2;

/** Below the board, in pixels. */
const MARGIN = 16;

/** Of the week: a post is drawn as three quarters of an hour, with two lines of words. */
const HOUR_PX = 46;

/** A pointer that went farther has dragged. */
const DRAG_PX = 4;

export function Board(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { view, date, posts } = props;
  const below = useBelow(box);
  const weeks = view === 'dayGridMonth' ? weeksOf(date) : 0;
  const { height, entries, lines } = roomIn({ below, weeks, fullest: fullestOf(posts) });
  const drawn = useMemo(() => [...entriesOf(posts, entries)], [posts, entries]);
  useEffect(() => {
    if (box.current === null) return undefined;
    const { createCalendar, DayGrid, destroyCalendar, Interaction, TimeGrid } = props.library;
    const made = createCalendar(box.current, [DayGrid, TimeGrid, Interaction], optionsFor(latest));
    calendar.current = made;
    const stop = correctAsDrawn(box.current);
    return () => {
      stop();
      void destroyCalendar(made);
    };
  }, []);
  useEffect(() => void calendar.current?.setOption('view', view).setOption('date', new Date(date)), [view, date]);
  useEffect(() => void calendar.current?.setOption('events', drawn), [drawn]);
  useEffect(() => void calendar.current?.setOption('height', `${String(height)}px`), [height]);
  return <div class={`board ${lines === 1 ? 'dense' : ''}`} ref={box} />;
}

/** Pixels of the window below that element's upper edge, as the page and the window change. */
function useBelow(box: { readonly current: HTMLElement | null }): number {
  const [below, setBelow] = useState(0);
  useLayoutEffect(() => {
    const page = box.current?.parentElement ?? document.body;
    const measure = (): void => {
      const top = (box.current?.getBoundingClientRect().top ?? 0) + scrollY;
      setBelow(Math.floor(innerHeight - top - MARGIN));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(page);
    addEventListener('resize', measure);
    measure();
    return () => {
      watch.disconnect();
      removeEventListener('resize', measure);
    };
  }, []);
  return below;
}

function optionsFor(latest: { readonly current: Props }): Calendar.Options {
  const postOf = (id: string | number): Post | undefined => latest.current.posts.find(({ _id }) => _id === id);
  return {
    view: latest.current.view,
    date: new Date(latest.current.date),
    headerToolbar: { start: '', center: '', end: '' },
    firstDay: 1,
    // The library measures every entry of a day that is too full: entriesOf lets no day be.
    dayMaxEvents: false,
    nowIndicator: false,
    locale: 'en-GB',
    slotDuration: '01:00',
    slotHeight: HOUR_PX,
    slotLabelFormat: { hour: '2-digit', minute: '2-digit' },
    scrollTime: '07:00',
    allDaySlot: false,
    eventTimeFormat: (start) => timeWords.format(start),
    views: { timeGridWeek: { dayHeaderFormat: { weekday: 'short', day: 'numeric' } } },
    eventDurationEditable: false,
    eventDrop: ({ event, revert }) => {
      const post = postOf(event.id);
      if (post === undefined || event.start.getTime() < now.value) revert();
      if (post !== undefined) latest.current.onMove(post, event.start);
    },
    dateClick: ({ date, allDay }) => {
      const at = new Date(date);
      if (allDay) at.setHours(NOON);
      latest.current.onCompose(at.toISOString());
    },
    eventContent: ({ event, timeText }) => ({ domNodes: [buttonOf(String(event.id), timeText, String(event.title))] }),
  };

  /** A button of its own: the library's events are reached by no key. */
  function buttonOf(id: string, time: string, title: string): HTMLButtonElement {
    const button = document.createElement('button');
    button.className = 'plain entry-button';
    const post = postOf(id);
    const networks = [...new Set(post?.platforms.map(({ platform }) => platform))].slice(0, MARKS);
    render(<Words networks={networks} time={post === undefined ? '' : time} title={title} />, button);
    button.title = post === undefined ? title : `${time} ${title} (${post.status})`;
    let downAt: readonly [number, number] = [0, 0];
    button.addEventListener('pointerdown', ({ clientX, clientY }) => (downAt = [clientX, clientY]));
    button.addEventListener('click', ({ clientX, clientY, detail }) => {
      const isDrag = detail > 0 && Math.hypot(clientX - downAt[0], clientY - downAt[1]) > DRAG_PX;
      const more = dayOfMore(id);
      if (more !== undefined) return latest.current.onMore(more);
      const current = postOf(id);
      if (current !== undefined && !isDrag) latest.current.onOpen(current);
    });
    button.addEventListener('keydown', (key) => press(key, id));
    return button;
  }

  function press(key: KeyboardEvent, id: string): void {
    const post = postOf(id);
    if (post === undefined) return;
    const step = stepFor(key);
    if (step === undefined) return;
    latest.current.onMove(post, step(post));
    key.preventDefault();
    key.stopPropagation();
  }
}

const Words = ({ networks, time, title }: { networks: readonly string[]; time: string; title: string }) => (
  <span class="entry-words">
    {networks.map((platform) => (
      <Mark key={platform} platform={platform} isTiny />
    ))}
    <time>{time}</time> <span class="entry-title">{title}</span>
  </span>
);
