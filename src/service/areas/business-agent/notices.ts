/** Events of the business about which the agent writes to a customer, where it may. */
import { DAY_MS } from '../../../kernel/time.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import type { DueWork, Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { phoneProblem } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';
import { participantOf } from '../inbox/offers.ts';
import { CONVERSATION, conversationId, MESSAGE, type ConversationRecord } from '../inbox/record.ts';
import { hindranceOf } from './limits.ts';
import { agentOf } from './record.ts';
import { replyChanges } from './turns.ts';

const NOTICE_KIND = 'business_agent_event';

type Notice = RecordOf<typeof NOTICE_KIND>;

/** Kind of the work that writes to the customer; `ref` is the event. */
const NOTICE = 'business_agent_notice';

const UNDER_WAY_MS = 2_000;

const take: Follow<typeof NOTICE_KIND> = ([{ after } = {}], { now }) =>
  after === undefined ? {} : { due: [{ kind: NOTICE, ref: after.id, dueAt: now + UNDER_WAY_MS }] };

const NOT_JSON = refuse('invalid_field_value', { param: 'payload', message: '`payload` is not valid JSON.' });

const sendBusinessAgentEvent: Handler = async (call, desk) => {
  const problem = phoneProblem('to', String(call.body['to']));
  if (problem !== undefined) return problem;
  try {
    JSON.parse(String(call.body['payload']));
  } catch {
    return NOT_JSON;
  }
  return engineWith(take)(call, desk);
};

/** Writes what happened in the words of the event; says why when it does not. */
const notify: DueWork = async ({ ref }, desk) => {
  const known = await desk.store.read.get(NOTICE_KIND, ref);
  if (known === undefined) return;
  await commit(desk, [`${NOTICE_KIND}/${ref}`], async (view): Promise<Changes> => {
    const notice = await view.get(NOTICE_KIND, ref);
    const accountId = notice?.parentId ?? '';
    const account = await view.get(ACCOUNT_KIND, accountId);
    if (notice?.doc.status !== 'request_received' || account === undefined) return {};
    const { teamId } = account;
    const now = desk.clock.now();
    const agent = await agentOf(view, { teamId, accountId });
    const phone = String(notice.doc.to);
    const conversation = await view.get(
      CONVERSATION,
      conversationId(account, participantOf({ id: phone }, account.doc.platform)),
    );
    const skipped =
      (await hindranceOf(view, { teamId, accountId, agent, phone, now })) ?? (await lateness(view, conversation, now));
    if (skipped !== undefined || conversation === undefined)
      return { records: [outcome(notice, { status: 'skipped', skipped_reason: skipped ?? 'window_closed' }, now)] };
    const words = replyChanges({ account, conversation }, { text: String(notice.doc.description) }, desk);
    return together([words, { records: [outcome(notice, { status: 'sent' }, now)] }]);
  });
};

/** A customer can be written to for a day after they last wrote. @param now ms Source: INB-19 */
async function lateness(
  view: View,
  conversation: ConversationRecord | undefined,
  now: number,
): Promise<string | undefined> {
  if (conversation === undefined) return 'window_closed';
  const { teamId, id: parentId, doc } = conversation;
  const messages = await view.list(MESSAGE, { teamId, parentId });
  const last = messages.findLast((one) => one.doc.direction === 'incoming');
  if (last === undefined || now - last.createdAt > DAY_MS) return 'window_closed';
  return doc.threadControl === 'ai_agent' ? undefined : 'not_with_agent';
}

const outcome = (notice: Notice, fields: Partial<Notice['doc']>, now: number): Notice =>
  withFields(notice, { ...fields, updated_at: instantOf(now) });

export const work: Readonly<Record<string, DueWork>> = { [NOTICE]: notify };

export const handlers: Readonly<Record<string, Handler>> = { sendBusinessAgentEvent };
