/** Comments below posts: answered as the brand, written as a customer. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Mark } from '../../parts/mark.tsx';
import { Card, Empty, Loaded, Pill, When } from '../../parts/small.tsx';
import { count } from '../../parts/text.ts';

interface Commented {
  readonly id: string;
  readonly platform: string;
  readonly accountId: string;
  readonly accountUsername: string;
  readonly content: string;
  readonly commentCount: number;
}

interface Comment {
  readonly id: string;
  readonly message: string;
  readonly createdTime: string;
  /** Absent where the network names nobody. */
  readonly from?: { readonly name?: string; readonly username?: string; readonly isOwner?: boolean };
  readonly isHidden?: boolean;
  readonly canHide?: boolean;
  /** Absent where a network has no replies. */
  readonly replies?: readonly Comment[];
}

export function Comments() {
  const posts = useResource<{ data: readonly Commented[] }>(pathOf('listInboxComments'), ['comment', 'post', 'feed'], {
    limit: 50,
  });
  return (
    <Loaded from={posts}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No comment yet">
            <p>Publish a post, then comment on it as a customer: in Networks, below the post in its account's feed.</p>
          </Empty>
        ) : (
          <div class="stack">
            {data.map((one) => (
              <CommentsOf key={one.id} post={one} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function CommentsOf({
  post: { id, platform, accountId, accountUsername, content, commentCount },
}: {
  post: Commented;
}) {
  const comments = useResource<{ comments: readonly Comment[] }>(
    pathOf('getInboxPostComments', { postId: id }),
    ['comment', 'feed'],
    { accountId },
  );
  return (
    <Card
      title={
        <span class="row">
          <Mark platform={platform} /> <span class="cut">{content === '' ? accountUsername : content}</span>
        </span>
      }
      action={<Pill>{count(commentCount, 'comment')}</Pill>}
    >
      <Loaded from={comments} lines={2}>
        {({ comments: all }) => (
          <div class="stack">
            {all.map((one) => (
              <Thread key={one.id} comment={one} postId={id} accountId={accountId} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Thread({ comment, postId, accountId }: { comment: Comment; postId: string; accountId: string }) {
  const [text, setText] = useState('');
  const answer = async (): Promise<void> => {
    if (text.trim() === '') return;
    if (
      (await act(
        pathOf('replyToInboxPost', { postId }),
        { method: 'POST', body: { accountId, message: text, commentId: comment.id } },
        { done: 'Answered.' },
      )) !== undefined
    )
      setText('');
  };
  const hide = pathOf('hideInboxComment', { postId, commentId: comment.id });
  return (
    <div class="stack close">
      <Words comment={comment} />
      <div class="stack close" style={{ marginLeft: '1.5rem' }}>
        {comment.replies?.map((one) => (
          <Words key={one.id} comment={one} />
        ))}
        <form
          class="row wrap"
          onSubmit={(event) => {
            event.preventDefault();
            void answer();
          }}
        >
          <input
            class="grow"
            style={{ minWidth: '10rem' }}
            aria-label="Answer this comment"
            placeholder="Answer"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button>Answer</button>
          {comment.canHide === true && (
            <button
              type="button"
              onClick={() =>
                void act(
                  hide,
                  comment.isHidden === true
                    ? { method: 'DELETE', query: { accountId } }
                    : { method: 'POST', body: { accountId } },
                  { done: comment.isHidden === true ? 'Visible again.' : 'Hidden.' },
                )
              }
            >
              {comment.isHidden === true ? 'Unhide' : 'Hide'}
            </button>
          )}
        </form>
      </div>
    </div>
  );
}

const Words = ({ comment: { from, message, createdTime, isHidden } }: { comment: Comment }) => (
  <p style={{ overflowWrap: 'anywhere' }}>
    <b>{from?.name ?? from?.username ?? 'Somebody'}</b> {from?.isOwner === true && <Pill tone="accent">brand</Pill>}{' '}
    {isHidden === true && <Pill tone="warn">hidden</Pill>} {message}{' '}
    <span class="small soft">
      <When at={createdTime} />
    </span>
  </p>
);
