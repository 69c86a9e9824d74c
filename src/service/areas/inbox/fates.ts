/** What becomes of messages that went out: they arrive, unless something else became of them in the meantime. The work of due rows. */
import type { Desk } from '../../desk.ts';
import { commit, type Changes, type View } from '../../change.ts';
import type { Fate } from './arrives-messages.ts';
import { CONVERSATION, MESSAGE } from './conversation.ts';
import { numberAccount } from '../phone-numbers/number.ts';
import type { DueRow, StoredRecord } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { sceneIn } from './outgoing.ts';

/** Key of a message that its recipient will not get, with the reason. */
export const FAILURE = '$failure';

/** The account that sent a message, or the number, or what stands for a number that nobody has. */
async function senderOf(view: View, message: StoredRecord, conversation: StoredRecord): Promise<AccountRecord> {
  const id = String(message.doc['accountId']);
  const account = await view.get(ACCOUNT_KIND, id);
  if (account !== undefined) return account as AccountRecord;
  const number = await view.get(NUMBER_KIND, id);
  const line = number ?? { ...message, id, doc: { phoneNumber: conversation.doc['accountUsername'] } };
  return numberAccount(line, String(message.doc['platform']));
}

/** What became of a message, and who is told of it. */
export async function fateOf(view: View, desk: Desk, message: StoredRecord, status: Fate): Promise<Changes> {
  const { fatedAs } = await import('./arrives-messages.ts');
  const conversation = await view.get(CONVERSATION, message.parentId ?? '');
  if (conversation === undefined) return {};
  const error = message.doc[FAILURE];
  const scene = { ...sceneIn(view, desk, message.teamId), given: error === undefined ? {} : { error } };
  const account = await senderOf(view, message, conversation);
  const { records = [], events = [] } = await fatedAs(scene, account, { message, conversation, status });
  return { records, events };
}

export const arrive = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${MESSAGE}/${ref}`], async (view) => {
    const message = await view.get(MESSAGE, ref);
    if (message?.doc['deliveryStatus'] !== 'sent') return {};
    return fateOf(view, desk, message, message.doc[FAILURE] === undefined ? 'delivered' : 'failed');
  });
