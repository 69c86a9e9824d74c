/** The one message that a platform lets through to the author of a comment, within a week of it. Listed in comments.ts. */
import { DAY_MS } from '../../../kernel/time.ts';
import { textOf } from '../../../kernel/json.ts';
import { upstreamOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { actProblem } from './comment-acts.ts';
import { changeFound } from './found.ts';
import { participantOf, sceneIn, sendMessage } from './offers.ts';
import { platformIdOf, type CommentRecord } from './record.ts';

const LATEST_MS = 7 * DAY_MS;

/** Why the author cannot be written to now; undefined for one who can. @param now ms Source: readings, "Comments" */
function privateReplyProblem(comment: CommentRecord, now: number): Reply | undefined {
  const problem = actProblem(comment, 'private');
  if (problem !== undefined) return problem;
  if (typeof comment.doc.privateReplyId === 'string')
    return refusedThere(comment, 10_900, 'This comment already has a private reply.');
  if (now - comment.createdAt > LATEST_MS)
    return refusedThere(comment, 10_903, 'A comment can only be replied to privately within seven days.');
  return undefined;
}

/** @param code of the network */
const refusedThere = ({ doc: { platform } }: CommentRecord, code: number, message: string): Reply =>
  refuse('platform_api_error', {
    status: 400,
    message,
    more: { platform: upstreamOf(platform), platformError: { message, type: 'OAuthException', code } },
  });

/** Source: EVT-54 */
export const sendPrivateReplyToComment = (scene: Scene): Promise<Reply> =>
  changeFound<'comment'>(scene, async (comment, view) => {
    const { call, desk, owners, now } = scene;
    const problem = privateReplyProblem(comment, now);
    if (problem !== undefined) return { refusal: problem };
    const account = owners.account as AccountRecord;
    const { platform } = account.doc;
    const { message: text, quickReplies, buttons } = call.body;
    const parts = { commentId: comment.id, ...(quickReplies !== undefined && { quickReplies }) };
    const { changes, message, refusal } = await sendMessage(sceneIn(view, desk, call.caller.teamId), {
      account,
      person: participantOf(authorOf(comment), platform),
      text: textOf(text) ?? null,
      parts: { ...parts, ...(buttons !== undefined && { buttons }) },
      isPrivateReply: true,
    });
    if (refusal !== undefined) return { refusal };
    const messageId = platformIdOf(message);
    const after = withFields(comment, { privateReplyId: message.id });
    const body = { status: 'success', messageId, commentId: comment.id, platform };
    return { ...changes, records: [...(changes.records ?? []), after], body };
  });

function authorOf({ id, doc: { from } }: CommentRecord) {
  const name = from?.name ?? from?.username;
  return { id: from?.id ?? id, ...(name !== undefined && { name }) };
}
