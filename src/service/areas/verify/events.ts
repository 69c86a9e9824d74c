/** What endpoints learn of verifications. Used by operations.ts. Source: VER-01 */
import type { EventName } from '#contract';
import type { NewEvent } from '../../store/store.ts';
import type { VerificationRecord, VerificationStatus } from './record.ts';

type Outcome = Extract<EventName, 'verification.approved' | 'verification.failed'>;

/** The event of a code that was checked: the right one, or the last that may be wrong; none in between. */
export const checkedEvents = (verification: VerificationRecord): NewEvent[] => {
  const { status } = verification.doc;
  if (status === 'approved') return [outcomeEvent('verification.approved', verification)];
  return status === 'pending' ? [] : [outcomeEvent('verification.failed', verification, { reason: status })];
};

const outcomeEvent = (
  type: Outcome,
  { id, teamId, doc }: VerificationRecord,
  more: { readonly reason?: VerificationStatus } = {},
): NewEvent => ({
  type,
  teamId,
  accountIds: [],
  profileIds: [],
  payload: { verification: { verificationId: id, channel: doc.channel, to: doc.to, ...more } },
});
