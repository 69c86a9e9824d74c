/** What callers do with a registration of senders: answer the reviewers, appeal, give it up. Reviewers speak through control/. */
import type { Handler } from '../../desk.ts';
import { exampleId } from '../../../kernel/example.ts';
import { smsRegistration, type RegistrationEvent, type RegistrationState } from '../../states/sms-registration.ts';
import type { NewEvent, StoredRecord } from '../../store/store.ts';
import { moving } from '../../generic/moving.ts';

export const REGISTRATION_KIND = 'sms_registration';

/** Registrations that the help appeals and answers. */
const EXAMPLES: Readonly<Record<string, RegistrationState>> = {
  [exampleId(`${REGISTRATION_KIND}:rejected`)]: 'rejected',
  [exampleId(`${REGISTRATION_KIND}:changes_requested`)]: 'changes_requested',
};

const TYPE = 'sms.registration.status_updated';

/** A registration that stands differently now. Source: EVT-117 */
export function told({ id, teamId, profileId, doc }: StoredRecord): NewEvent {
  const owner = profileId ?? (typeof doc['profileId'] === 'string' ? doc['profileId'] : '');
  return {
    type: TYPE,
    teamId,
    accountIds: [],
    profileIds: owner === '' ? [] : [owner],
    payload: { registration: { id, profileId: owner, status: doc['status'] } },
  };
}

const by = (event: RegistrationEvent): Handler =>
  moving({ kind: REGISTRATION_KIND, table: smsRegistration, event, examples: EXAMPLES, told });

/** Source: ASM-17 */
export const handlers: Record<string, Handler> = {
  respondToSmsRegistrationReview: by('respond'),
  appealSmsRegistration: by('appeal'),
  deactivateSmsRegistration: by('deactivate'),
};
