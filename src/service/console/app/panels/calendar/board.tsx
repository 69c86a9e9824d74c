/** The calendar library in the page: its events are posts; moving them by keys is ours. */
import type { Calendar } from '@event-calendar/core';
import { useEffect, useRef } from 'preact/hooks';
import { now } from '../../data/clock.ts';
import type { Post } from '../../data/post.ts';
import { dayOfMore, entriesOf, stepFor, type Entry } from './entry.ts';
import { markColour, markLetters } from '../../parts/mark.tsx';
import { platformLabel } from '../../../../../platforms/labels.ts';
import { correctAsDrawn } from './drawn.ts';
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

/** Entries that a day has room for. */
const ROOM = { dayGridMonth: 3, timeGridWeek: 16 } as const;

const drawnOf = (posts: readonly Post[], view: Props['view']): Entry[] => [...entriesOf(posts, ROOM[view])];

const NOON = 12;

/** Networks that an entry has room for. */
const MARKS = 2;

/** A pointer that went farther has dragged. */
const DRAG_PX = 4;

export function Board(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { view, date, posts } = props;
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
  useEffect(() => void calendar.current?.setOption('events', drawnOf(posts, view)), [posts, view]);
  return <div class="board" ref={box} />;
}

function optionsFor(latest: { readonly current: Props }): Calendar.Options {
  const postOf = (id: string | number): Post | undefined => latest.current.posts.find(({ _id }) => _id === id);
  return {
    view: latest.current.view,
    date: new Date(latest.current.date),
    events: drawnOf(latest.current.posts, latest.current.view),
    headerToolbar: { start: '', center: '', end: '' },
    firstDay: 1,
    height: '58rem',
    // The library measures every entry of a day that is too full: entriesOf lets no day be.
    dayMaxEvents: false,
    nowIndicator: false,
    locale: 'en-GB',
    slotDuration: '01:00',
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
    const words = document.createElement('span');
    words.className = 'entry-words';
    for (const platform of new Set(post?.platforms.slice(0, MARKS).map((one) => one.platform)))
      words.append(markFor(platform));
    if (post !== undefined) words.append(timeFor(time));
    words.append(title);
    button.append(words);
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

function timeFor(text: string): HTMLElement {
  const time = document.createElement('time');
  time.textContent = `${text} `;
  return time;
}

/** The mark of a network, where the library draws and not the page. */
function markFor(platform: string): HTMLElement {
  const mark = document.createElement('i');
  mark.className = 'mark tiny';
  mark.style.background = markColour(platform);
  mark.textContent = markLetters(platform);
  mark.title = platformLabel(platform);
  return mark;
}
