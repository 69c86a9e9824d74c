/** What the business agent does about messages: a conversation that begins while it is on is its own, and it answers what comes in there. Next stop: turns.ts. */
import { isWithAgent } from '../../../platforms/inbox.ts';
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { movedEvents } from '../inbox/events.ts';
import { CONVERSATION, MESSAGE } from '../inbox/record.ts';
import { hindranceOf } from './limits.ts';
import { agentOf } from './record.ts';
import { ANSWER } from './turns.ts';

/** How long the agent takes to answer. */
const THINKING_MS = 2_000;

/** Source: readings, "Business agent" */
async function messageReceived(
  { conversation: { id }, message, at }: DomainEvents['messageReceived'],
  view: View,
): Promise<Changes> {
  const before = await view.get(CONVERSATION, id);
  if (before === undefined) return {};
  const { teamId, doc } = before;
  const agent = await agentOf(view, { teamId, accountId: doc.accountId });
  const account = await view.get(ACCOUNT_KIND, doc.accountId);
  if (agent === undefined || account === undefined) return {};
  const due = [{ kind: ANSWER, ref: message.id, dueAt: at + THINKING_MS, payload: { conversationId: id } }];
  if (isWithAgent(doc.platform, doc.threadControl)) return { due };
  const phone = doc.participantId ?? '';
  const hindrance = await hindranceOf(view, { teamId, accountId: account.id, agent, phone, now: at });
  const messages = await view.list(MESSAGE, { teamId, parentId: id });
  if (hindrance !== undefined || messages.length > 1 || doc.isGroup === true) return {};
  const after = withFields(before, { threadControl: 'ai_agent', ownerAppId: null });
  return { records: [after], events: movedEvents(account, { before, after, metadata: '', now: at }), due };
}

export const reacts: Reacts = { messageReceived };
