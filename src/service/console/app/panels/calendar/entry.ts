/** A post as an event of the calendar, and the steps of its keys. Pure. */
import { isMovable, textOf, timeOf, type Post } from '../../data/post.ts';
import { toneOf } from '../../parts/text.ts';

const SHOWN_MS = 45 * 60_000;

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
  readonly startEditable: boolean;
  readonly classNames: string[];
}

/** Nothing for a draft without a time. */
export function entryOf(post: Post): Entry[] {
  const time = timeOf(post);
  if (time === undefined) return [];
  const start = new Date(time);
  return [
    {
      id: post._id,
      title: textOf(post),
      start,
      end: new Date(start.getTime() + SHOWN_MS),
      startEditable: isMovable(post),
      classNames: ['entry', toneOf(post.status)],
    },
  ];
}

/** Days, and hours, that an arrow moves a post by. */
const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const HOURS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

/** @returns where the post goes, or undefined for other keys */
export function stepFor({
  key,
  shiftKey,
}: {
  readonly key: string;
  readonly shiftKey: boolean;
}): ((post: Post) => Date) | undefined {
  const [days, hours] = [DAYS[key] ?? 0, HOURS[key] ?? 0];
  if (!shiftKey || (days === 0 && hours === 0)) return undefined;
  return (post) => {
    const date = new Date(timeOf(post) ?? 0);
    date.setDate(date.getDate() + days);
    date.setHours(date.getHours() + hours);
    return date;
  };
}

/** Posts of the month by their day in the reader's zone, each with the ms at which it begins, in order. */
export function daysIn(
  posts: readonly Post[],
  month: number,
): readonly (readonly [day: number, posts: readonly Post[]])[] {
  const { year, of } = monthOf(month);
  const days = new Map<number, Post[]>();
  const timed = posts
    .map((post) => ({ post, at: Date.parse(timeOf(post) ?? '') }))
    .filter(({ at }) => !Number.isNaN(at) && monthOf(at).of === of && monthOf(at).year === year)
    .sort((one, other) => one.at - other.at);
  for (const { post, at } of timed) {
    const day = new Date(at).setHours(0, 0, 0, 0);
    days.set(day, [...(days.get(day) ?? []), post]);
  }
  return [...days];
}

const monthOf = (ms: number): { readonly year: number; readonly of: number } => ({
  year: new Date(ms).getFullYear(),
  of: new Date(ms).getMonth(),
});

/** Begins the id of an entry for further posts of its day. */
const MORE = 'more ';

/** The day, in ms, of whose further posts that entry tells; undefined for a post. */
export const dayOfMore = (id: string): number | undefined =>
  id.startsWith(MORE) ? Number(id.slice(MORE.length)) : undefined;

/** Entries by the ms at which their day begins in the reader's zone. */
function byDay(posts: readonly Post[]): ReadonlyMap<number, Entry[]> {
  const days = new Map<number, Entry[]>();
  for (const entry of posts.flatMap(entryOf)) {
    const day = new Date(entry.start).setHours(0, 0, 0, 0);
    const all = days.get(day);
    if (all === undefined) days.set(day, [entry]);
    else all.push(entry);
  }
  return days;
}

/** How many posts the day has that has most. */
export const fullestOf = (posts: readonly Post[]): number =>
  Math.max(0, ...[...byDay(posts).values()].map(({ length }) => length));

/** What is drawn: the first posts of each day, and one entry for the others, however many there are. */
export function entriesOf(posts: readonly Post[], most: number): readonly Entry[] {
  return [...byDay(posts)].flatMap(([day, all]) => {
    if (all.length <= most) return all;
    const sorted = all.sort((one, other) => one.start.getTime() - other.start.getTime());
    const last = sorted[most - 1]?.start ?? new Date(day);
    return [...sorted.slice(0, most - 1), moreOf(day, all.length - most + 1, last)];
  });
}

const moreOf = (day: number, count: number, start: Date): Entry => ({
  id: `${MORE}${String(day)}`,
  title: `${String(count)} more`,
  start,
  end: new Date(start.getTime() + SHOWN_MS),
  startEditable: false,
  classNames: ['entry', 'more'],
});
