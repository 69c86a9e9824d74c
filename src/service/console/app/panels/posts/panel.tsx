/** Posts: all of them with what each network said, and the composer. */
import { useState } from 'preact/hooks';
import { useResource } from '../../data/resource.ts';
import { goTo, hrefOf } from '../../data/route.ts';
import { textOf, timeOf, type Post } from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';
import { Marks } from '../../parts/mark.tsx';
import { Page } from '../../parts/page.tsx';
import type { PanelProps } from '../../parts/panel-props.ts';
import { Empty, Loaded, Status, When } from '../../parts/small.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { usePages } from '../../data/pages.ts';
import { flag } from '../../parts/shell-words.ts';
import { count } from '../../parts/text.ts';
import { Composer } from './composer.tsx';
import { Detail } from './detail.tsx';
import { Filters, type Filter } from './filters.tsx';

/** In place of the id of a post: the composer is open. */
const NEW = 'new';

export default function Posts({ id }: PanelProps) {
  const [filter, setFilter] = useState<Filter>({ search: '', status: '' });
  const posts = usePages<Post>(pathOf('listPosts'), 'posts', { ...filter, sortBy: 'created-desc' }, ['post']);
  const isPicked = id !== undefined && id !== NEW;
  const single = useResource<{ post: Post }>(isPicked ? pathOf('getPost', { postId: id }) : undefined, ['post']);
  return (
    <Page
      title="Posts"
      about="What went out, what will, and what each network said."
      command={`svc posts list${flag('status', filter.status)}${flag('search', filter.search)}`}
      actions={COMPOSE}
    >
      <div class="row wrap">
        <Filters filter={filter} onChange={setFilter} />
        {posts.total !== undefined && <span class="soft">{count(posts.total, 'post')}</span>}
      </div>
      <Loaded from={{ data: posts.total, problem: posts.problem }}>
        {(total) => (
          <div class="split">
            <div class="card">
              {total === 0 ? (
                <Empty title={filter.search === '' && filter.status === '' ? 'No post yet' : 'No post fits the filter'}>
                  {COMPOSE}
                </Empty>
              ) : (
                <VirtualList
                  label="Posts"
                  total={total}
                  at={posts.at}
                  onSeen={posts.see}
                  keyOf={({ _id }) => _id}
                  row={(post) => <Row post={post} isOpen={post._id === id} />}
                />
              )}
            </div>
            <div class="detail card">
              {isPicked ? (
                <Loaded from={single}>
                  {({ post }) => <Detail key={post._id} post={post} onClose={() => goTo('posts')} />}
                </Loaded>
              ) : (
                <Empty title="Pick a post">
                  <p>What each network said, and what you can do about it, are shown here.</p>
                </Empty>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {id === NEW && <Composer onClose={() => goTo('posts')} onDone={(post) => goTo('posts', post)} />}
    </Page>
  );
}

const COMPOSE = (
  <a class="button main" href={hrefOf('posts', NEW)}>
    Compose
  </a>
);

const Row = ({ post, isOpen }: { post: Post; isOpen: boolean }) => (
  <a class="item" href={hrefOf('posts', post._id)} aria-current={isOpen}>
    <Marks platforms={post.platforms.slice(0, 4).map(({ platform }) => platform)} />
    <span class="cut grow">{textOf(post)}</span>
    <Status status={post.status} />
    <span class="small soft">
      <When at={timeOf(post)} />
    </span>
  </a>
);
