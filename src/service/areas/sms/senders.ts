/** Who may send a text: a line of an account, a number of the team that is ready for it, or a sender id. Used by messages.ts. */
import type { Reply } from '../../call.ts';
import { notFound } from '../../engine/not-found.ts';
import { hexOf } from '../../networks/chance.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND, phoneProblem } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { numberAccount, phoneOf } from '../phone-numbers/offers.ts';
import { REGISTRATION_KIND, SENDER_ID, SENDER_ID_KIND, type RegistrationRecord } from './record.ts';

type NumberRecord = RecordOf<typeof NUMBER_KIND>;

/** The refusal of a text that can be no sender at all, or undefined. Source: SMS-15 */
export const senderProblem = (from: string): Reply | undefined =>
  phoneProblem('from', from) === undefined || SENDER_ID.test(from)
    ? undefined
    : refuse('invalid_field_value', {
        param: 'from',
        message: '`from` must be a phone number in E.164 format or a sender ID.',
      });

/** The account that texts of `from` belong to, ready or not; undefined for a sender that is not the team's. */
export async function lineOf(read: Reader, teamId: string, from: string): Promise<AccountRecord | undefined> {
  const account = (await read.list(ACCOUNT_KIND, { teamId })).find(
    ({ doc }) => traitsOf(doc.platform).line === 'texts' && doc.username === from,
  );
  if (account !== undefined) return account;
  if (phoneProblem('from', from) !== undefined) return nameLine(teamId, from);
  const number = await numberOf(read, teamId, from);
  return number === undefined ? undefined : numberAccount(number, 'sms');
}

/** Why a sender of the team cannot send now, or undefined. Source: SMS-01, NUM-29 */
export async function unready(read: Reader, teamId: string, from: string): Promise<Reply | undefined> {
  if (phoneProblem('from', from) !== undefined) return senderIdProblem(read, teamId, from);
  const number = await numberOf(read, teamId, from);
  if (number === undefined) return undefined;
  const { status = '', smsEnabled, country } = number.doc;
  if (status !== 'active')
    return notReady(`${from} has the status ${status.replaceAll('_', ' ')}; only an active number can send.`);
  if (smsEnabled !== true) return notReady(`Texting is not enabled on ${from}.`);
  return country === 'US' ? registrationProblem(read, teamId, from) : undefined;
}

async function registrationProblem(read: Reader, teamId: string, phone: string): Promise<Reply | undefined> {
  const registrations = await registrationsOf(read, teamId, phone);
  if (registrations.some(({ doc }) => doc.status === 'approved')) return undefined;
  const latest = registrations.at(-1)?.doc.status?.replaceAll('_', ' ');
  const why = latest === undefined ? 'it is in none' : `its registration is ${latest}`;
  return notReady(`A US number can send only under an approved registration, and ${why}.`);
}

/** Registrations that name a number, oldest first. */
export async function registrationsOf(
  read: Reader,
  teamId: string,
  phone: string,
): Promise<readonly RegistrationRecord[]> {
  const all = await read.list(REGISTRATION_KIND, { teamId });
  return all.filter(({ doc }) => doc.phoneNumbers?.includes(phone));
}

/** The approved registration that a number sends under. */
export const approvedFor = async (read: Reader, teamId: string, phone: string) =>
  (await registrationsOf(read, teamId, phone)).findLast(({ doc }) => doc.status === 'approved');

/** Whether the number was the team's, and is no longer. */
export const isGivenBack = async (read: Reader, teamId: string, phone: string): Promise<boolean> =>
  (await numberOf(read, teamId, phone))?.doc.status === 'released';

const notReady = (message: string): Reply => refuse('invalid_resource_state', { param: 'from', message });

/** A number that was given back may be bought again. */
async function numberOf(read: Reader, teamId: string, from: string): Promise<NumberRecord | undefined> {
  const numbers = (await read.list(NUMBER_KIND, { teamId })).filter((one) => phoneOf(one) === from);
  return numbers.find(({ doc }) => doc.status !== 'released') ?? numbers.at(-1);
}

async function senderIdProblem(read: Reader, teamId: string, from: string): Promise<Reply | undefined> {
  const known = await read.list(SENDER_ID_KIND, { teamId });
  const isOwn = known.some(({ doc }) => doc.senderId === from && doc.isActive !== false);
  return isOwn ? undefined : notFound(SENDER_ID_KIND, { param: 'from' });
}

/** A sender by name has no number, and no account. */
function nameLine(teamId: string, from: string): AccountRecord {
  const sender = { kind: NUMBER_KIND, id: hexOf(`sender ${teamId} ${from}`, 24), teamId, profileId: null };
  return numberAccount({ ...sender, parentId: null, createdAt: 0, doc: { phoneNumber: from } }, 'sms');
}
