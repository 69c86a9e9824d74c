/** What becomes of messages that went out: they arrive, unless something else became of them in the meantime. The work of due rows. */
import type { Desk } from '../../desk.ts';
import type { Fate } from '../../control/inbound-message.ts';
import { CONVERSATION, MESSAGE } from '../../control/inbound-conversation.ts';
import { numberAccount } from '../../control/number.ts';
import type { DueRow, StoredRecord, Tx } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { FATE, sceneIn } from './outgoing.ts';

/** Key of a message that its recipient will not get, with the reason. */
export const FAILURE = '$failure';

/** The account that sent a message, or the number, or what stands for a number that nobody has. */
async function senderOf(tx: Tx, message: StoredRecord, conversation: StoredRecord): Promise<AccountRecord> {
  const id = String(message.doc['accountId']);
  const account = await tx.get(ACCOUNT_KIND, id);
  if (account !== undefined) return account as AccountRecord;
  const number = await tx.get(NUMBER_KIND, id);
  const line = number ?? { ...message, id, doc: { phoneNumber: conversation.doc['accountUsername'] } };
  return numberAccount(line, String(message.doc['platform']));
}

/** Tells what became of a message. */
export async function fated(tx: Tx, desk: Desk, message: StoredRecord, status: Fate): Promise<void> {
  const { fatedAs } = await import('../../control/inbound-message.ts');
  const conversation = await tx.get(CONVERSATION, message.parentId ?? '');
  if (conversation === undefined) return;
  const error = message.doc[FAILURE];
  const scene = { ...sceneIn(tx, desk, message.teamId), given: error === undefined ? {} : { error } };
  const account = await senderOf(tx, message, conversation);
  const { records = [], events = [] } = await fatedAs(scene, account, { message, conversation, status });
  for (const record of records) await tx.put(record);
  for (const event of events) await tx.emit(event);
}

async function arrive({ ref }: DueRow, desk: Desk): Promise<void> {
  await desk.store.transact(async (tx) => {
    const message = await tx.get(MESSAGE, ref);
    if (message?.doc['deliveryStatus'] !== 'sent') return;
    await fated(tx, desk, message, message.doc[FAILURE] === undefined ? 'delivered' : 'failed');
  });
  desk.wake();
}

export const work = { [FATE]: arrive };
