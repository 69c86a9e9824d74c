/** The business agent of a whatsapp account, and what it has done. */
import { notFound } from '../../engine/not-found.ts';
import { ownKind } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

export const AGENT_KIND = 'business_agent';

export type AgentRecord = RecordOf<typeof AGENT_KIND>;

/** One reply of the agent to a customer, for its budget. */
export const TURN_KIND = ownKind<Readonly<Record<string, never>>>('$business_agent_turn');

/** Records of an account, whose id is that of their parent. */
export interface OfAccount {
  readonly teamId: string;
  readonly accountId: string;
}

export const NOT_ONBOARDED = notFound(AGENT_KIND, {
  message: 'The account has no business agent yet. Onboard it first.',
});

/** An account has one agent at most. */
export async function agentOf(read: Reader, { teamId, accountId }: OfAccount): Promise<AgentRecord | undefined> {
  const [agent] = await read.list(AGENT_KIND, { teamId, parentId: accountId });
  return agent;
}
