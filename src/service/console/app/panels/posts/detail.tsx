/** One post: what each network said, and what one can do about it. */
import { useState } from 'preact/hooks';
import { platformLabel } from '../../../../../platforms/labels.ts';
import { act } from '../../data/act.ts';
import { hrefOf } from '../../data/route.ts';
import {
  accountOf,
  inputTime,
  isMovable,
  isRetryable,
  nameOf,
  textOf,
  timeOf,
  whyOf,
  type Post,
} from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Status, When } from '../../parts/small.tsx';
import { exactTime } from '../../parts/text.ts';

export function Detail({ post, onClose }: { post: Post; onClose: () => void }) {
  const time = timeOf(post);
  return (
    <div class="stack" style={{ padding: '0.75rem 1rem 1rem' }}>
      <div class="row">
        <Status status={post.status} />
        <span class="grow small soft" title={time === undefined ? '' : exactTime(Date.parse(time))}>
          <When at={time} />
        </span>
        <button class="plain" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{textOf(post)}</p>
      <ul class="list">
        {post.platforms.map((target) => (
          <li key={accountOf(target)} class="row top" style={{ padding: '0.5rem 0' }}>
            <Mark platform={target.platform} />
            <span class="grow stack close">
              <span>
                <a href={hrefOf('networks', accountOf(target))}>{nameOf(target)}</a>{' '}
                <span class="soft">{platformLabel(target.platform)}</span>
              </span>
              {whyOf(target) !== undefined && <span class="small notice bad">{whyOf(target)}</span>}
            </span>
            {target.status !== undefined && <Status status={target.status} />}
          </li>
        ))}
      </ul>
      <Actions post={post} />
      <Command text={`svc posts get ${post._id}`} />
    </div>
  );
}

function Actions({ post }: { post: Post }) {
  const path = pathOf('updatePost', { postId: post._id });
  const [text, setText] = useState(post.content ?? '');
  const [at, setAt] = useState(inputTime(post.scheduledFor ?? new Date().toISOString()));
  const canMove = isMovable(post);
  const canRetry = isRetryable(post);
  const change = (body: object, done: string): Promise<unknown> => act(path, { method: 'PUT', body }, { done });
  const save = (): Promise<unknown> =>
    change({ content: text, ...(canMove ? { scheduledFor: new Date(at).toISOString() } : {}) }, 'The post is changed.');
  return (
    <div class="stack">
      {(canMove || canRetry) && (
        <label class="field">
          Text
          <textarea value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
      )}
      {canMove && (
        <label class="field">
          Time
          <input type="datetime-local" value={at} onInput={(event) => setAt(event.currentTarget.value)} />
        </label>
      )}
      <div class="row wrap">
        {(canMove || canRetry) && (
          <button class={canRetry ? '' : 'main'} onClick={() => void save()}>
            Save
          </button>
        )}
        {canRetry && (
          <button
            class="main"
            onClick={() =>
              void act(
                pathOf('retryPost', { postId: post._id }),
                { method: 'POST' },
                { done: 'The failed networks are asked again.' },
              )
            }
          >
            Retry
          </button>
        )}
        {canMove && (
          <button onClick={() => void change({ publishNow: true }, 'The post goes out.')}>Publish now</button>
        )}
        <button
          class="danger"
          onClick={() =>
            void act(
              pathOf('deletePost', { postId: post._id }),
              { method: 'DELETE' },
              { done: 'The post is deleted.', ...(canMove ? { undo: () => void restore(post) } : {}) },
            )
          }
        >
          Delete
        </button>
      </div>
    </div>
  );
}

/** Makes a deleted post anew. */
function restore({ content, title, mediaItems, platforms: targets, scheduledFor }: Post): Promise<unknown> {
  const platforms = targets.map((target) => ({ platform: target.platform, accountId: accountOf(target) }));
  const when = scheduledFor ? { scheduledFor } : { isDraft: true };
  return act(
    pathOf('createPost'),
    { method: 'POST', body: { content, title, mediaItems, platforms, ...when } },
    { done: 'The post is back, under a new id.' },
  );
}
