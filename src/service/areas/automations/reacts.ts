/** What automations do about the inbox: a comment that one waits for has work to answer it, after the delay. Next stop: replies.ts. */
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { AUTOMATION, isAnswered } from './record.ts';
import { REPLY } from './replies.ts';

async function commentReceived(
  { comment: { id, teamId, doc }, postIds, at }: DomainEvents['commentReceived'],
  view: View,
): Promise<Changes> {
  const all = await view.list(AUTOMATION, { teamId });
  const answering = all.filter((one) => one.doc.accountId === doc.accountId && isAnswered(one, doc.message, postIds));
  return {
    due: answering.map((one) => ({
      kind: REPLY,
      ref: `${id}/${one.id}`,
      dueAt: at + Math.max(0, one.doc.dmDelaySeconds ?? 0) * 1_000,
      payload: { automationId: one.id, author: doc.from ?? {} },
    })),
  };
}

export const reacts: Reacts = { commentReceived };
