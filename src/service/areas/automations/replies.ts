/** Private answers that automations give to comments: to those whose words they wait for, after their delay. Begun by reacts.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import { hexOf } from '../../networks/chance.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import type { DueRow } from '../../store/store.ts';
import { participantOf, sceneIn, sendMessage } from '../inbox/offers.ts';
import { MESSAGE } from '../inbox/record.ts';
import { AUTOMATION } from './record.ts';

/** Kind of the work that sends an answer; `ref` is the comment and the automation. */
export const REPLY = 'automation_reply';

/** The message has the id that follows from the work, so that work done again after a crash finds it there. */
export async function sendReply({ ref, payload }: DueRow, desk: Desk): Promise<void> {
  const id = hexOf(`reply ${ref}`, 24);
  const { automationId, author } = payload as { readonly automationId?: string; readonly author?: Fields };
  await commit(desk, [`${MESSAGE}/${id}`], async (view) => {
    const automation = await view.get(AUTOMATION, automationId ?? '');
    const account = await view.get(ACCOUNT_KIND, automation?.doc.accountId ?? '');
    if (automation === undefined || account === undefined || !automation.doc.isActive) return {};
    if ((await view.get(MESSAGE, id)) !== undefined) return {};
    const name = textOf(author?.['name']) ?? textOf(author?.['username']);
    const person = { id: String(author?.['id'] ?? 'unknown'), ...(name === undefined ? {} : { name }) };
    const { changes } = await sendMessage(sceneIn(view, desk, automation.teamId), {
      account,
      id,
      person: participantOf(person, account.doc.platform),
      text: automation.doc.dmMessage ?? null,
      more: { automationId: automation.id },
    });
    return changes;
  });
}
