/** Home: how the service is, what is due next, what went wrong lately, and the first things to do. */
import { mode, now } from '../../data/clock.ts';
import { useResource } from '../../data/resource.ts';
import { hrefOf } from '../../data/route.ts';
import { Command } from '../../parts/command.tsx';
import { Page } from '../../parts/page.tsx';
import { Card, Empty, Facts, Loaded, Pill, Status, When } from '../../parts/small.tsx';
import { exactTime, toneOfStatus } from '../../parts/text.ts';
import { Marks } from '../../parts/mark.tsx';
import { textOf, timeOf, type Post } from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';
import { ResetButton } from './reset.tsx';

interface Health {
  readonly status: string;
  readonly version: string;
  readonly worker: { readonly alive: boolean; readonly oldestDueSeconds: number };
  readonly store: { readonly kind: string };
}

export default function Home() {
  return (
    <Page
      title="Home"
      about="The whole API on this machine, offline, with simulated networks."
      command="svc local status"
      actions={<ResetButton />}
    >
      <div class="grid">
        <Service />
        <Start />
        <Latest />
        <Next />
        <Failed />
      </div>
    </Page>
  );
}

function Service() {
  const health = useResource<Health>('/_local/health', ['clock']);
  return (
    <Card title="Service">
      <Loaded from={health} lines={4}>
        {({ status, version, worker, store }) => (
          <Facts
            rows={[
              ['State', <Status status={status} />],
              ['Clock', <ClockWords />],
              ['Worker', worker.alive ? 'at work' : 'stopped'],
              ['Store', store.kind],
              ['API', <code>{`${location.origin}/v1`}</code>],
              ['Version', version],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Alone in reading the clock, so that the card is not drawn with every beat. */
const ClockWords = () => (
  <>
    {exactTime(now.value)}, {mode.value === 'frozen' ? 'frozen' : 'running'}
  </>
);

function Next() {
  const posts = useResource<{ posts: readonly Post[] }>(pathOf('listPosts'), ['post'], {
    status: 'scheduled',
    sortBy: 'scheduled-asc',
    limit: 5,
  });
  return (
    <Card title="Goes out next" action={<a href={hrefOf('calendar')}>Calendar</a>} flush>
      <Loaded from={posts} lines={4}>
        {({ posts: all }) =>
          all.length === 0 ? (
            <Empty title="Nothing is scheduled">
              <a class="button" href={hrefOf('posts', 'new')}>
                Compose a post
              </a>
            </Empty>
          ) : (
            <PostList posts={all} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Failed() {
  const partial = useResource<{ posts: readonly Post[] }>(pathOf('listPosts'), ['post'], {
    status: 'partial',
    limit: 5,
  });
  const failed = useResource<{ posts: readonly Post[] }>(pathOf('listPosts'), ['post'], { status: 'failed', limit: 5 });
  return (
    <Card title="Went wrong" action={<a href={hrefOf('posts')}>Posts</a>} flush>
      <Loaded from={failed} lines={4}>
        {({ posts }) => {
          const all = [...posts, ...(partial.data?.posts ?? [])];
          return all.length === 0 ? (
            <Empty title="Nothing went wrong">
              <p>Make a network refuse in Networks, or add a fault, and see what your client does.</p>
            </Empty>
          ) : (
            <PostList posts={all} />
          );
        }}
      </Loaded>
    </Card>
  );
}

const PostList = ({ posts }: { posts: readonly Post[] }) => (
  <ul class="list">
    {posts.map((post) => (
      <li key={post._id}>
        <a class="item" href={hrefOf('posts', post._id)}>
          <Marks platforms={post.platforms.map(({ platform }) => platform)} />
          <span class="cut grow">{textOf(post)}</span>
          {post.status === 'scheduled' ? (
            <span class="small soft">
              <When at={timeOf(post)} />
            </span>
          ) : (
            <Status status={post.status} />
          )}
        </a>
      </li>
    ))}
  </ul>
);

interface Line {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly at: string;
}

function Latest() {
  const log = useResource<{ requests: readonly Line[] }>('/_local/requests', ['request'], { limit: 6 });
  return (
    <Card title="Latest calls" action={<a href={hrefOf('requests')}>Requests</a>} flush>
      <Loaded from={log} lines={4}>
        {({ requests }) =>
          requests.length === 0 ? (
            <Empty title="No call has come yet">
              <p>The first request of your client appears here at once.</p>
            </Empty>
          ) : (
            <ul class="list">
              {requests.map(({ requestId, method, path, status, at }) => (
                <li key={requestId}>
                  <a class="item" href={hrefOf('requests', requestId)}>
                    <Pill tone={toneOfStatus(status)}>{status}</Pill>
                    <span class="mono cut grow">
                      {method} {path}
                    </span>
                    <span class="small soft">
                      <When at={at} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

/** This page holds no key: the command line has it. */
const KEY = 'svc local status --fields apiKey -o lines';

const Start = () => (
  <Card title="First request">
    <div class="stack">
      <p class="soft">The API key stays with the command line, which prints it:</p>
      <Command text={KEY} />
      <p class="soft">So the first request of any client is:</p>
      <Command text={`curl -H "Authorization: Bearer $(${KEY})" ${location.origin}${pathOf('listProfiles')}`} />
      <p class="soft">The same from svc, and your events as they come:</p>
      <Command text="svc profiles list" />
      <Command text="svc webhooks listen" />
    </div>
  </Card>
);
