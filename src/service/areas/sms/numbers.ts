/** Texts on a number of the team: turned on with what is still missing, and a registration joined that is approved already. */
import { ok, type Reply } from '../../call.ts';
import type { Fields } from '../../../kernel/json.ts';
import { commit, type View } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import { numberAccount, phoneOf, readUnlisted } from '../phone-numbers/offers.ts';
import { withFields } from '../../store/record.ts';
import { statusEvent } from './events.ts';
import { REGISTRATION_KIND } from './record.ts';
import { registrationsOf } from './senders.ts';
import type { RegistrationState } from '../../states/sms-registration.ts';
import type { RecordOf } from '../../store/store.ts';

/** The number joins the latest registration that is approved. Source: NUM-18 */
const reuseSmsRegistrationForNumber: Handler = async (call, desk) => {
  const { teamId } = call.caller;
  return commit<Reply>(desk, [`team/${teamId}`], async (view) => {
    const number = await view.get(NUMBER_KIND, call.path['id'] ?? '');
    // Profiles that the key does not reach were looked at before. Source: AUTH-12
    if (number?.teamId !== teamId) return { result: notFound(NUMBER_KIND) };
    const all = await view.list(REGISTRATION_KIND, { teamId });
    const registration = all.findLast(({ doc }) => doc.status === 'approved');
    if (registration === undefined) return { result: NONE_APPROVED };
    const phoneNumbers = new Set([...(registration.doc.phoneNumbers ?? []), phoneOf(number)]);
    const after = withFields(registration, { phoneNumbers: [...phoneNumbers] });
    const event = { ...statusEvent(after), requestId: call.requestId };
    return { records: [after], events: [event], result: ok({ registrationId: after.id, status: 'approved' }) };
  });
};

/** Source: NUM-12, NUM-16, NUM-17 */
const enableSmsOnNumber: Handler = async (call, desk) => {
  const { teamId } = call.caller;
  return commit<Reply>(desk, [`team/${teamId}`], async (view) => {
    const number = await view.get(NUMBER_KIND, call.path['id'] ?? '');
    if (number?.teamId !== teamId) return { result: notFound(NUMBER_KIND) };
    if (ENDED.includes(number.doc.status ?? '')) return { result: HAS_ENDED };
    const after = withFields(number, { smsEnabled: true });
    const accounts = await readUnlisted(view, numberAccount(after, 'sms'));
    return { records: [after, ...accounts], result: ok(await readiness(view, after)) };
  });
};

const ENDED: readonly string[] = ['released', 'regulatory_declined'];

const HAS_ENDED = refuse('invalid_resource_state', { message: 'The team no longer has this number.' });

/** What a number can do once texts are on, and what it waits for. */
async function readiness(view: View, number: RecordOf<typeof NUMBER_KIND>): Promise<Fields> {
  const { status, country } = number.doc;
  const phoneNumber = phoneOf(number);
  const own = await registrationsOf(view, number.teamId, phoneNumber);
  const isApproved = own.some(({ doc }) => doc.status === 'approved');
  const needsRegistration = country === 'US' && !isApproved;
  const approved = (await view.list(REGISTRATION_KIND, { teamId: number.teamId })).findLast(
    ({ doc }) => doc.status === 'approved',
  );
  return {
    enabled: true,
    id: number.id,
    phoneNumber,
    isActive: status === 'active',
    country,
    smsCapable: true,
    mmsCapable: country === 'US' || country === 'CA',
    notReady: status !== 'active' || needsRegistration,
    needsRegistration,
    alreadyRegistered: isApproved,
    registrationStatus: isApproved ? 'approved' : reviewWord(own.at(-1)?.doc.status),
    reusable: needsRegistration && approved !== undefined ? { registrationId: approved.id, status: 'approved' } : null,
    message: sentenceOn({ isActive: status === 'active', needsRegistration }),
  };
}

/** A registration in the three words of this answer: until it is decided it is pending. */
function reviewWord(status: RegistrationState | undefined): 'pending' | 'rejected' | null {
  if (status === undefined || status === 'deactivated') return null;
  return status === 'rejected' ? 'rejected' : 'pending';
}

function sentenceOn({ isActive, needsRegistration }: { isActive: boolean; needsRegistration: boolean }): string {
  if (needsRegistration) return 'Texting is enabled. A US number can send once its registration is approved.';
  return isActive ? 'Texting is enabled.' : 'Texting is enabled and starts once the number is active.';
}

const NONE_APPROVED = refuse('invalid_resource_state', { message: 'The team has no approved registration.' });

export const handlers: Record<string, Handler> = { enableSmsOnNumber, reuseSmsRegistrationForNumber };
