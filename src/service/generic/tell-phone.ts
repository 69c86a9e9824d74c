/** What calls and phone numbers are told as. Listed in events.ts. */
import { NUMBER_KIND } from '../areas/phone.ts';
import { callBilling } from '../areas/usage/prices.ts';
import { eventOf, inboxAccount, profileEvent, textOf } from '../control/inbound-cause.ts';
import { numberAccount, numberBlock } from '../control/number.ts';
import { plainId } from './around.ts';
import { accountOf, type Teller, type Telling } from './telling.ts';

/** A call that has ended, with how long it was and what it cost. Source: EVT-110, EVT-111 */
const call: Teller = async (telling) => {
  const { before, after, record } = telling;
  if (before?.doc['status'] === 'ended' || after?.doc['status'] !== 'ended') return [];
  const { account, isNumber } = await lineOf(telling);
  const { doc } = record;
  const seconds = Number(doc['durationSeconds'] ?? 0);
  const id = plainId(record);
  const block = {
    id,
    metaCallId: doc['channel'] === 'whatsapp' ? `wacid.${id}` : null,
    accountId: account.id,
    ...(isNumber && { phoneNumberId: account.id }),
    direction: 'outbound',
    from: doc['from'],
    to: doc['to'],
    startedAt: doc['startedAt'],
    endedAt: doc['endedAt'],
    durationSeconds: seconds,
    endReason: doc['endReason'],
    hangupCause: null,
    isVoicemail: false,
    billing: callBilling(seconds),
  };
  return [eventOf('call.ended', account, { call: block, account: inboxAccount(account) })];
};

/** The account that calls, or the number. */
async function lineOf(telling: Telling) {
  const { tx, record } = telling;
  const account = await accountOf(telling);
  if (account !== undefined) return { account, isNumber: false };
  const from = textOf(record.doc['from']);
  const numbers = await tx.list(NUMBER_KIND, { teamId: record.teamId });
  const number = numbers.find(({ doc }) => doc['phoneNumber'] === from);
  const line = number ?? { ...record, doc: { phoneNumber: from } };
  return { account: numberAccount(line, 'phone'), isNumber: true };
}

/** Papers that were handed in or mended, a number that may be used, one that is given back. Source: EVT-12 */
const number: Teller = async ({ before, after, record, staged }) => {
  const word =
    after === undefined
      ? 'released'
      : HANDS_IN.test(staged.call.card.path)
        ? 'kyc_submitted'
        : after.doc['status'] === 'active' && before?.doc['status'] !== 'active'
          ? 'activated'
          : undefined;
  if (word === undefined) return [];
  const profileId = record.profileId ?? textOf(record.doc['profileId']) ?? '';
  const belonging = { teamId: record.teamId, profileId: profileId === '' ? null : profileId };
  const block = numberBlock(record, profileId);
  return [profileEvent(`whatsapp.number.${word}`, belonging, { number: block })];
};

/** Operations that hand papers in. */
const HANDS_IN = /\/(kyc|remediate|remediate\/respond)$/;

export const phone: Readonly<Record<string, Teller>> = { call, phone_number: number };
