/** Mentions of an account that may answer them: the reply is a comment below the post, or below the comment that mentions it. What comes in is in arrives-public.ts. */
import { platformLabel } from '../../../platforms/labels.ts';
import { commentRulesOf } from '../../../platforms/comments.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { nativeId } from '../../engine/draft.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { commentProblem, replyItem } from './comment-texts.ts';
import { MENTION, ownComment } from './record.ts';

/** Source: readings, "Comments" */
async function replyToMention(scene: Scene): Promise<Reply> {
  const { call, desk, owners, served, now } = scene;
  const account = owners.account as AccountRecord;
  const { platform } = account.doc;
  if (commentRulesOf(platform)?.mentions !== 'media')
    return refuse('PLATFORM_LIMITATION', {
      message: `Mentions on ${platformLabel(platform)} cannot be replied to here.`,
    });
  const { mediaId, commentId = null, message } = call.body;
  const text = String(message);
  const problem = await commentProblem(platform, { text });
  if (problem !== undefined) return problem;
  return commit(desk, [`${MENTION}/${account.id}`], async (view): Promise<Changes & { result: Reply }> => {
    const all = await view.list(MENTION, { teamId: account.teamId });
    const isMentioned = all.some(
      ({ doc }) => doc.accountId === account.id && doc.mediaId === mediaId && (doc.commentId ?? null) === commentId,
    );
    const [param, what] = commentId === null ? ['mediaId', 'media'] : ['commentId', 'comment'];
    if (!isMentioned)
      return { result: notFound(MENTION, { param, message: `There is no such ${what} that mentions the account.` }) };
    const id = nativeId(desk.ids.record());
    const place = { postId: String(mediaId), parentId: commentId === null ? null : String(commentId) };
    const record = ownComment({ ids: desk.ids, teamId: account.teamId, now }, account, { id, text, ...place });
    const result = { status: served.status, body: { success: true, id } };
    return { records: [record], feed: [replyItem(record)], result };
  });
}

export const mentions: Readonly<Record<string, Handler>> = { replyToMention: inScene(replyToMention) };
