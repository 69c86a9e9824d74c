/** What an account does to posts: it votes, and gives flairs where it posts. Seen in the feed of reddit and of the account. Next stop: posts.ts. */
import { commit } from '../../change.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import { blank } from '../../networks/simulated/item.ts';
import { refuse } from '../../refuse.ts';
import { FLAIR, isIn, postsOnReddit, VOTE } from './posts.ts';

/** A vote replaces the one before; 0 takes it back. */
const voteRedditThing = inScene(({ call, desk, owners, now }) => {
  const { teamId } = call.caller;
  const { thingId, direction } = call.body;
  const accountId = owners.account?.id ?? '';
  const nativeId = `vote ${String(thingId)}`;
  return commit(desk, [`account/${accountId}`], async (view) => {
    const platform = owners.account?.doc.platform ?? '';
    const posts = await postsOnReddit({ view, desk, teamId, platform });
    const isComment = async () =>
      (await view.list('comment', { teamId })).some(({ id, doc }) => [id, doc.id].includes(String(thingId)));
    if (!posts.some(({ fullname }) => fullname === thingId) && !(await isComment()))
      return {
        result: notFound('reddit_post', {
          param: 'thingId',
          message: 'There is no such thing (post or comment) on Reddit.',
        }),
      };
    const vote = {
      kind: VOTE,
      id: `${accountId}/${String(thingId)}`,
      teamId,
      profileId: owners.profileId,
      parentId: accountId,
      createdAt: now,
      doc: { thingId: String(thingId), direction: Number(direction) },
    };
    const result = ok({ success: true });
    const doc = { thingId, direction };
    const item = await view.feedItem(accountId, nativeId);
    const removedAt = direction === 0 ? now : null;
    if (item !== undefined)
      return {
        ...(direction === 0 ? { removed: [vote] } : { records: [vote] }),
        feedChanges: [{ accountId, nativeId, doc, removedAt }],
        result,
      };
    return direction === 0
      ? { result }
      : { records: [vote], feed: [{ ...blank(accountId, 'vote', now), nativeId, doc }], result };
  });
});

/** A flair is one of the subreddit's; a text of its own replaces that of the flair. */
const setRedditPostFlair = inScene(({ call, desk, owners, now }) => {
  const { teamId } = call.caller;
  const { postId, subreddit, flairTemplateId, text } = call.body;
  return commit(desk, [`reddit_flair/${String(postId)}`], async (view) => {
    const platform = owners.account?.doc.platform ?? '';
    const posts = await postsOnReddit({ view, desk, teamId, platform });
    const post = posts.find(({ id, fullname }) => [id, fullname].includes(String(postId)));
    if (post === undefined) return { result: notFound('reddit_post', { param: 'postId' }) };
    if (!isIn(subreddit)(post))
      return {
        result: refuse('invalid_field_value', { param: 'subreddit', message: 'The post is in another subreddit.' }),
      };
    const flair = desk.catalog.fixtures()['reddit_flair']?.find((row) => row['id'] === flairTemplateId);
    if (flair === undefined) return { result: notFound('reddit_flair', { param: 'flairTemplateId' }) };
    const doc = { flairText: String(text ?? flair['text']) };
    const record = { kind: FLAIR, id: post.fullname, teamId, profileId: null, parentId: null, createdAt: now, doc };
    return { records: [record], result: ok({ success: true }) };
  });
});

export const handlers: Readonly<Record<string, Handler>> = { voteRedditThing, setRedditPostFlair };
