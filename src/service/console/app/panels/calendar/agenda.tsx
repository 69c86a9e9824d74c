/** The posts of a month as a list of days, for small screens and for those who read rather than look. */
import { useState } from 'preact/hooks';
import { hrefOf } from '../../data/route.ts';
import { textOf, timeOf, type Post } from '../../data/post.ts';
import { Marks } from '../../parts/mark.tsx';
import { Empty, Status } from '../../parts/small.tsx';
import { daysIn } from './entry.ts';

const dayWords = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const timeWords = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Posts that are listed at first, and more with each press. */
const PAGE = 200;

/** @param month a time within it, in ms */
export function Agenda({ posts, month }: { posts: readonly Post[]; month: number }) {
  const [most, setMost] = useState(PAGE);
  const all = daysIn(posts, month);
  const days = firstOf(all, most);
  if (days.length === 0)
    return (
      <Empty title="No post in this month">
        <p>Compose one, or go to another month.</p>
      </Empty>
    );
  return (
    <div class="stack">
      {days.map(([day, some]) => (
        <section key={day} class="card" aria-label={dayWords.format(day)}>
          <h3 class="head">{dayWords.format(day)}</h3>
          <ul class="list agenda">
            {some.map((post) => (
              <li key={post._id}>
                <a class="item" href={hrefOf('posts', post._id)}>
                  <span class="mono">{timeWords.format(Date.parse(timeOf(post) ?? ''))}</span>
                  <Marks platforms={post.platforms.map(({ platform }) => platform)} />
                  <span class="cut grow">{textOf(post)}</span>
                  <Status status={post.status} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {days.at(-1)?.[0] !== all.at(-1)?.[0] && <button onClick={() => setMost(most + PAGE)}>Show later days</button>}
    </div>
  );
}

type Days = ReturnType<typeof daysIn>;

/** Whole days, until there are that many posts. */
function firstOf(days: Days, most: number): Days {
  let count = 0;
  return days.filter(([, posts]) => {
    const isIn = count < most;
    count += posts.length;
    return isIn;
  });
}
