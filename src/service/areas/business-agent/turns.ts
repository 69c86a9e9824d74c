/** The agent's side of a conversation: it answers what came in, hands over what it does not know, and follows up. */
import { isWithAgent } from '../../../platforms/inbox.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import type { Desk, DueWork } from '../../desk.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { NewDue } from '../../store/store.ts';
import { movedEvents } from '../inbox/events.ts';
import { agentReply } from '../inbox/offers.ts';
import { CONVERSATION, MESSAGE, type ConversationRecord, type MessageRecord } from '../inbox/record.ts';
import { handoffText, handsOver, replyTo, type Answer, type Hindrance } from './answering.ts';
import { knowledgeOf } from './knowledge.ts';
import { hindranceOf } from './limits.ts';
import { agentOf, TURN_KIND, type AgentRecord } from './record.ts';

/** Kind of the work that answers a message; `ref` is the message. */
export const ANSWER = 'business_agent_answer';

/** Kind of the work that asks a customer who fell silent; `ref` is the conversation. */
const FOLLOW_UP = 'business_agent_follow_up';

/** A conversation that the agent has. */
export interface Attended {
  readonly conversation: ConversationRecord;
  readonly account: AccountRecord;
  /** Its messages, the oldest first. */
  readonly messages: readonly MessageRecord[];
  readonly agent: AgentRecord;
}

/** The conversation with its agent, as long as the agent has it. */
async function findAttended(view: View, conversationId: string): Promise<Attended | undefined> {
  const conversation = await view.get(CONVERSATION, conversationId);
  if (conversation === undefined || !isWithAgent(conversation.doc.platform, conversation.doc.threadControl))
    return undefined;
  const { teamId, doc } = conversation;
  const account = await view.get(ACCOUNT_KIND, doc.accountId);
  const agent = await agentOf(view, { teamId, accountId: doc.accountId });
  if (account === undefined || agent === undefined) return undefined;
  const messages = await view.list(MESSAGE, { teamId, parentId: conversation.id });
  return { conversation, account, messages, agent };
}

/** Why people answer. */
type Reason = Hindrance | NonNullable<Answer['handover']>;

/** Answers the last message of a conversation; one that another followed is answered with that. */
const answer: DueWork = async ({ ref, payload }, desk) => {
  const conversationId = String(payload['conversationId']);
  await commit(desk, [`${CONVERSATION}/${conversationId}`], async (view): Promise<Changes> => {
    const there = await findAttended(view, conversationId);
    const asked = there?.messages.at(-1);
    if (there === undefined || asked?.id !== ref) return {};
    const { agent, conversation, account } = there;
    const { teamId } = account;
    const phone = conversation.doc.participantId ?? '';
    const now = desk.clock.now();
    const hindrance = await hindranceOf(view, { teamId, accountId: account.id, agent, phone, now });
    if (hindrance !== undefined) return handoverChanges(there, conversation, hindrance, now);
    const reply = replyTo(agent, asked.doc.message, await knowledgeOf(view, { teamId, accountId: account.id }));
    if (reply.hindrance !== undefined) {
      const words = replyChanges(there, { text: handoffText(agent) }, desk);
      return handsOver(agent) ? lastWords(there, words, reply.hindrance, now) : words;
    }
    return reply.handover === undefined
      ? replyChanges(there, reply, desk, followUpOf(there, now))
      : lastWords(there, replyChanges(there, reply, desk), reply.handover, now);
  });
};

/** A reply of the agent, which counts against its budget. */
export function replyChanges(
  { account, conversation }: Pick<Attended, 'account' | 'conversation'>,
  answer: Answer,
  { ids, clock }: Desk,
  due: readonly NewDue[] = [],
): Changes {
  const { teamId, profileId } = account;
  const now = clock.now();
  const turn = {
    kind: TURN_KIND,
    id: ids.record(),
    teamId,
    profileId,
    parentId: account.id,
    createdAt: now,
    doc: {},
  };
  const { changes } = agentReply({ ids, now, teamId }, account, conversation, answer);
  return together([changes, { records: [turn], due }]);
}

/** The last words of the agent, after which people answer. @param now ms */
function lastWords(there: Attended, words: Changes, why: Reason, now: number): Changes {
  const after = words.records?.find(({ kind }) => kind === CONVERSATION) as ConversationRecord | undefined;
  return together([words, handoverChanges(there, after ?? there.conversation, why, now)]);
}

/** People answer from now on. @param now ms */
function handoverChanges(
  { account, conversation: before }: Attended,
  latest: ConversationRecord,
  metadata: Reason,
  now: number,
): Changes {
  const after = withFields(latest, { threadControl: 'app', ownerAppId: null });
  return { records: [after], events: movedEvents(account, { before, after, metadata, now }) };
}

/** @param now ms */
function followUpOf({ agent, conversation, messages }: Attended, now: number): readonly NewDue[] {
  const { enabled, followup_interval_in_seconds: seconds = 0 } = agent.doc.followup ?? {};
  if (enabled !== true || seconds === 0) return [];
  const payload = { after: messages.length + 1 };
  return [{ kind: FOLLOW_UP, ref: conversation.id, dueAt: now + seconds * 1_000, payload }];
}

/** Asks once, unless something was said since the answer. */
const followUp: DueWork = async ({ ref, payload }, desk) => {
  await commit(desk, [`${CONVERSATION}/${ref}`], async (view) => {
    const there = await findAttended(view, ref);
    const isSilent = there?.messages.length === payload['after'];
    if (there === undefined || !isSilent || there.agent.doc.rollout.enabled !== true) return {};
    return replyChanges(there, { text: there.agent.doc.followup?.message ?? 'Is there anything else?' }, desk);
  });
};

export const work: Readonly<Record<string, DueWork>> = { [ANSWER]: answer, [FOLLOW_UP]: followUp };
