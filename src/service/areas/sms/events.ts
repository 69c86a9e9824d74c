/** What endpoints learn of registrations of senders. Used by registrations.ts, review.ts, numbers.ts and arrives.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { profileEvent } from '../../causes/cause.ts';
import type { NewEvent } from '../../store/store.ts';
import { profileIdOf } from '../../records/profile.ts';
import type { RegistrationRecord } from './record.ts';

const belongingOf = (record: RegistrationRecord) => ({ teamId: record.teamId, profileId: profileIdOf(record) });

const registrationBlock = (record: RegistrationRecord): Fields => ({
  id: record.id,
  profileId: profileIdOf(record) ?? '',
});

/** A registration that has another state now. Source: EVT-117 */
export const statusEvent = (record: RegistrationRecord): NewEvent =>
  profileEvent('sms.registration.status_updated', belongingOf(record), {
    registration: { ...registrationBlock(record), status: record.doc.status },
  });

interface Action {
  readonly reason: unknown;
  readonly message: unknown;
}

/** A registration that waits for somebody to do something. Source: EVT-116 */
export const actionEvent = (record: RegistrationRecord, { reason, message }: Action): NewEvent =>
  profileEvent('sms.registration.action_required', belongingOf(record), {
    registration: registrationBlock(record),
    reason,
    message,
  });
