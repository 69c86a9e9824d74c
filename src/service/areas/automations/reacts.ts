/** What automations do about the inbox: a comment or message with their words has an entry in the log, and work that answers it. Next stop: replies.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { textOf } from '../../../kernel/json.ts';
import { together, type Changes, type View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { isAnsweredLately, verdictOn } from './audience.ts';
import { pressGate } from './gate.ts';
import { isWatched, matchOf } from './matching.ts';
import { AUTOMATION, LOG, logId, logsOf, MISS, type AutomationRecord, type LogRecord } from './record.ts';
import { COMMENT_REPLY, REPLY } from './replies.ts';

const SECOND_MS = 1_000;

/** What an automation may answer. */
interface Remark {
  readonly id: string;
  readonly source: 'comment' | 'story_reply' | 'dm';
  readonly text: string;
  readonly commenterId: string;
  readonly commenterName: string;
  readonly postId?: string;
  readonly isFollower?: boolean | undefined;
  readonly followerCount?: number | undefined;
  /** Milliseconds. */
  readonly at: number;
}

/** Automations of an account that are on. */
const activeOn = async (view: View, teamId: string, accountId: string): Promise<readonly AutomationRecord[]> =>
  (await view.list(AUTOMATION, { teamId, where: { accountId } })).filter(({ doc }) => doc.isActive);

async function commentReceived(event: DomainEvents['commentReceived'], view: View): Promise<Changes> {
  const { comment, postIds, isFollower, followerCount, at } = event;
  const { from, message: text, accountId } = comment.doc;
  const commenterId = from?.id;
  if (from === undefined || commenterId === undefined || from.isOwner === true) return {};
  const remark: Remark = {
    id: comment.id,
    source: 'comment',
    text,
    commenterId,
    commenterName: from.name ?? from.username ?? commenterId,
    ...(comment.parentId !== null && { postId: comment.parentId }),
    isFollower,
    followerCount,
    at,
  };
  const all = await activeOn(view, comment.teamId, accountId);
  const watching = all.filter((one) => one.doc.trigger === 'comment' && isWatched(one, postIds));
  return together(await Promise.all(watching.map((one) => meet(view, one, remark))));
}

/** A message is a press of a button, a reply to a story, or has the words that an automation answers in messages too. */
async function messageReceived(event: DomainEvents['messageReceived'], view: View): Promise<Changes> {
  const { conversation, message, at } = event;
  const { accountId, participantId, participantName, threadControl = 'app' } = conversation.doc;
  if (participantId === undefined || conversation.doc.isGroup === true || threadControl !== 'app') return {};
  const metadata = message.doc.metadata ?? {};
  const pressed = await pressGate(view, metadata, { commenterId: participantId, at });
  if (pressed !== undefined) return pressed;
  const story = textOf(metadata['storyId']);
  const remark: Remark = {
    id: message.id,
    source: story === undefined ? 'dm' : 'story_reply',
    text: message.doc.message,
    commenterId: participantId,
    commenterName: participantName ?? participantId,
    isFollower: typeof metadata['isFollower'] === 'boolean' ? metadata['isFollower'] : undefined,
    at,
  };
  const all = await activeOn(view, conversation.teamId, accountId);
  const answering = all.filter((one) =>
    story === undefined
      ? one.doc.alsoMatchInDms === true && one.doc.keywords.length > 0
      : one.doc.trigger === 'story_reply' && isWatched(one, [story]),
  );
  return together(await Promise.all(answering.map((one) => meet(view, one, remark))));
}

async function meet(view: View, automation: AutomationRecord, remark: Remark): Promise<Changes> {
  const match = matchOf(automation, remark.text);
  if (match === 'missed') return {};
  if (match !== 'answered') return { records: [missOf(automation, remark, match.excludedBy)] };
  const entry = entryOf(automation, remark);
  const { commenterId, at } = remark;
  const lately = isAnsweredLately(await logsOf(view, automation, { where: { commenterId } }), at);
  if (lately)
    return { records: [skipped(entry, { error: 'This person was already answered within the last 24 hours.' })] };
  if (verdictOn(automation, entry) === 'blocked') return { records: [skipped(entry, { audienceOutcome: 'blocked' })] };
  const { dmDelaySeconds = 0, commentReplyDelaySeconds = 0, commentReply } = automation.doc;
  const dueAt = remark.at + Math.max(0, dmDelaySeconds) * SECOND_MS;
  const pending = { ...entry, doc: { ...entry.doc, nextDueAt: instantOf(dueAt) } };
  const isPublic = remark.source === 'comment' && (commentReply ?? '') !== '';
  const replyAt = remark.at + Math.max(0, commentReplyDelaySeconds) * SECOND_MS;
  return {
    records: [pending],
    due: [
      { kind: REPLY, ref: entry.id, dueAt },
      ...(isPublic ? [{ kind: COMMENT_REPLY, ref: entry.id, dueAt: replyAt }] : []),
    ],
  };
}

const skipped = (entry: LogRecord, more: Partial<LogRecord['doc']>): LogRecord => ({
  ...entry,
  doc: { ...entry.doc, status: 'skipped', commentReplyStatus: 'skipped', ...more },
});

function entryOf({ id: automationId, teamId, profileId }: AutomationRecord, remark: Remark): LogRecord {
  const { source, commenterId, commenterName, text, isFollower, followerCount, postId, at } = remark;
  const id = logId(automationId, remark.id);
  return {
    kind: LOG,
    id,
    teamId,
    profileId,
    parentId: automationId,
    createdAt: at,
    doc: {
      id,
      commentId: remark.id,
      commenterId,
      commenterName,
      commentText: text,
      source,
      status: 'pending',
      ...(isFollower !== undefined && { commenterIsFollower: isFollower }),
      ...(followerCount !== undefined && { commenterFollowerCount: followerCount }),
      ...(postId !== undefined && { postId }),
      createdAt: instantOf(at),
    },
  };
}

function missOf({ id, teamId, profileId }: AutomationRecord, remark: Remark, excludedBy: string) {
  const { text: commentText, commenterName, at } = remark;
  return {
    kind: MISS,
    id: logId(id, remark.id),
    teamId,
    profileId,
    parentId: id,
    createdAt: at,
    doc: { commentText, commenterName, excludedBy, at: instantOf(at) },
  };
}

export const reacts: Reacts = { commentReceived, messageReceived };
