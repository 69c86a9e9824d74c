/** Drafts that have no time yet, and so no place on the calendar. */
import { useResource } from '../../data/resource.ts';
import { hrefOf } from '../../data/route.ts';
import { pathOf } from '../../data/paths.ts';
import { textOf, timeOf, type Post } from '../../data/post.ts';
import { Marks } from '../../parts/mark.tsx';
import { Card } from '../../parts/small.tsx';

export function Undated() {
  const drafts = useResource<{ posts: readonly Post[] }>(pathOf('listPosts'), ['post'], { status: 'draft', limit: 20 });
  const all = drafts.data?.posts.filter((post) => timeOf(post) === undefined) ?? [];
  if (all.length === 0) return null;
  return (
    <Card title="Drafts without a time" flush>
      <ul class="list">
        {all.map((post) => (
          <li key={post._id}>
            <a class="item" href={hrefOf('posts', post._id)}>
              <Marks platforms={post.platforms.map(({ platform }) => platform)} />
              <span class="cut grow">{textOf(post)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
