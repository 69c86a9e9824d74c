/** What carriers decide about a registration of senders, when its time has come on the clock. Scheduled wherever a registration comes to a state that they look at. */
import { commit, together, type Changes, type View } from '../../change.ts';
import type { Desk, DueWork } from '../../desk.ts';
import { reviewTimes } from '../../networks/reviews.ts';
import { verdictOf } from '../../networks/simulated/behaviour.ts';
import { CARRIER_FEED } from '../../records/phone.ts';
import { withFields } from '../../store/record.ts';
import type { NewDue, Reader } from '../../store/store.ts';
import { statusEvent } from './events.ts';
import { REGISTRATION_KIND, type RegistrationRecord } from './record.ts';

/** Kind of the work that moves a registration on; `ref` is the registration. */
const REVIEW = 'sms_registration_review';

/** The next word of the carriers as due work; none while a person has the word. Source: control surface, "Reviewers and carriers" */
export async function reviewOf(read: Reader, { id, doc }: RegistrationRecord, now: number): Promise<readonly NewDue[]> {
  const times = await reviewTimes(read);
  const waits: Readonly<Record<string, number | null>> = {
    requested: doc.awaitingOtp ? null : times.smsRegistrationTaken,
    pending: times.smsRegistration,
  };
  const seconds = waits[doc.status] ?? null;
  return seconds === null ? [] : [{ dueAt: now + seconds * 1_000, kind: REVIEW, ref: id }];
}

const decide: DueWork = ({ ref }, desk) =>
  commit(desk, [`${REGISTRATION_KIND}/${ref}`], async (view) => {
    const registration = await view.get(REGISTRATION_KIND, ref);
    if (registration?.doc.status === 'requested') return takenUp(registration, view, desk);
    return registration?.doc.status === 'pending' ? decidedAbout(registration, view) : {};
  });

async function takenUp(registration: RegistrationRecord, view: View, { clock }: Desk): Promise<Changes> {
  const after = withFields(registration, { status: 'pending', declineReason: null });
  return { records: [after], events: [statusEvent(after)], due: await reviewOf(view, after, clock.now()) };
}

async function decidedAbout(registration: RegistrationRecord, view: View): Promise<Changes> {
  const { rejection, records } = await verdictOf(view, [CARRIER_FEED]);
  const after =
    rejection === undefined
      ? withFields(registration, { status: 'approved', declineReason: null })
      : withFields(registration, { status: 'rejected', declineReason: rejection });
  return together([{ records }, { records: [after], events: [statusEvent(after)] }]);
}

export const work: Readonly<Record<string, DueWork>> = { [REVIEW]: decide };
