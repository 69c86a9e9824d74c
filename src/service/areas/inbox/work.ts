/** The due work of the inbox: messages that went out arrive, unless something else became of them in the meantime, and typing ends. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { commit, together, type View } from '../../change.ts';
import type { Desk, DueWork } from '../../desk.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import type { DueRow } from '../../store/store.ts';
import { numberAccount } from '../phone-numbers/offers.ts';
import { deliveryFailure } from '../sms/offers.ts';
import { pricingOf } from '../whatsapp/offers.ts';
import { statusChanges } from './delivery-status.ts';
import { typingEnded, withoutTyping } from './feed.ts';
import { DELIVERY, phoneIn } from './offers.ts';
import { CONVERSATION, MESSAGE, type ConversationRecord, type MessageRecord } from './record.ts';
import { TYPING_END } from './signs.ts';

const arrive = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${MESSAGE}/${ref}`], async (view) => {
    const message = await view.get(MESSAGE, ref);
    const conversation = await view.get(CONVERSATION, message?.parentId ?? '');
    if (message?.doc.deliveryStatus !== 'sent' || conversation === undefined) return {};
    const account = await senderOf(view, message, conversation);
    const { error, records } = await failureOf(view, desk, { message, conversation });
    const status = error === undefined ? 'delivered' : 'failed';
    const pricing = status === 'delivered' ? await pricingOf(view, message) : undefined;
    const given = pricing === undefined ? {} : { pricing };
    const update = { message, conversation, status, error, now: desk.clock.now(), given } as const;
    return together([{ records }, statusChanges(account, update).changes]);
  });

/** Why a message does not arrive: known when it went out, or found by the carrier of a text. */
async function failureOf(view: View, desk: Desk, { message, conversation }: Arriving) {
  const { failure, platform } = message.doc;
  if (failure !== undefined || traitsOf(platform).line !== 'texts') return { error: failure, records: [] };
  const found = await deliveryFailure(view, desk, phoneIn(conversation));
  return { error: found.failure, records: found.records };
}

interface Arriving {
  readonly message: MessageRecord;
  readonly conversation: ConversationRecord;
}

/** The account that sent a message, or the number, or a substitute for a number that nobody has. */
async function senderOf(view: View, message: MessageRecord, conversation: ConversationRecord): Promise<AccountRecord> {
  const { accountId: id, platform } = message.doc;
  const account = await view.get(ACCOUNT_KIND, id);
  if (account !== undefined) return account;
  const number = await view.get(NUMBER_KIND, id);
  const line = number ?? { ...message, id, doc: { phoneNumber: conversation.doc.accountUsername } };
  return numberAccount(line, platform);
}

/** Source: INB-17 */
const endTyping = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${CONVERSATION}/${ref}`], async (view) => {
    const conversation = await view.get(CONVERSATION, ref);
    if (conversation?.doc.typingId === undefined) return {};
    return { records: [withoutTyping(conversation)], ...typingEnded(conversation, desk.clock.now()) };
  });

export const work: Readonly<Record<string, DueWork>> = { [DELIVERY]: arrive, [TYPING_END]: endTyping };
