/** Whom an agent answers, and how often. Asked before each of its replies. */
import { DAY_MS } from '../../../kernel/time.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import type { Hindrance } from './answering.ts';
import { TURN_KIND, type AgentRecord, type OfAccount } from './record.ts';

export interface Asked extends OfAccount {
  readonly agent: AgentRecord | undefined;
  /** The customer's number, in any form. */
  readonly phone: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Why the agent does not answer this person now; undefined when it does. Source: readings, "Business agent" */
export async function hindranceOf(read: Reader, asked: Asked): Promise<Hindrance | undefined> {
  const { agent } = asked;
  if (agent?.doc.rollout.enabled !== true) return 'off';
  if (agent.doc.ai_audience === 'ALLOWLISTED_ONLY' && !(await isAllowed(read, asked))) return 'not_on_allowlist';
  return (await isSpent(read, asked)) ? 'budget_spent' : undefined;
}

async function isAllowed(read: Reader, { teamId, accountId, phone }: Asked): Promise<boolean> {
  const entries = await read.list('business_agent_allowlist_entry', { teamId, parentId: accountId });
  return entries.some(({ doc }) => digitsIn(doc.consumer_phone_number) === digitsIn(phone));
}

const digitsIn = (text = ''): string => text.replace(/\D/g, '');

const WINDOW_DAYS = { one_day: 1, seven_days: 7, fourteen_days: 14, thirty_days: 30 } as const;

type Limit = NonNullable<RecordOf<'business_agent_budget'>['doc']['budgets']>[number];

/** Without a model there are no tokens: turns alone are counted. */
async function isSpent(read: Reader, { teamId, accountId, now }: Asked): Promise<boolean> {
  const budgets: readonly Limit[] =
    (await read.get('business_agent_budget', keyOfSingle(accountId)))?.doc.budgets ?? [];
  const limits = budgets.filter(({ unit_type }) => unit_type === 'ai_turn');
  if (limits.length === 0) return false;
  const turns = await read.list(TURN_KIND, { teamId, parentId: accountId });
  return limits.some(({ time_window, max_budget }) => {
    const since = now - WINDOW_DAYS[time_window] * DAY_MS;
    return turns.filter(({ createdAt }) => createdAt > since).length >= max_budget;
  });
}
