/** Numbers that join a registration of senders that is approved already. */
import { ok, type Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import { phoneOf } from '../phone-numbers/offers.ts';
import { withFields } from '../../store/record.ts';
import { statusEvent } from './events.ts';
import { REGISTRATION_KIND } from './record.ts';

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

const NONE_APPROVED = refuse('invalid_resource_state', { message: 'No registration of the team is approved.' });

export const handlers: Record<string, Handler> = { reuseSmsRegistrationForNumber };
