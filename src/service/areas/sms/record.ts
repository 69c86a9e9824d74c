/** Texts, registrations of senders and people who want no more texts, as records. Used throughout the area. */
import { instantOf } from '../../../kernel/instant.ts';
import type { RecordOf } from '../../store/store.ts';

export const TEXT_KIND = 'sms_message';

export type TextRecord = RecordOf<'sms_message'>;

export const REGISTRATION_KIND = 'sms_registration';

export type RegistrationRecord = RecordOf<'sms_registration'>;

export const SENDER_ID_KIND = 'sms_sender_id';

export const LINK_KIND = 'sms_registration_link';

export const LIMIT_REQUEST_KIND = 'sms_sender_id_limit_request';

/** A short code, or an alphanumeric sender id. */
export const SENDER_ID = /^(\d{3,8}|[A-Za-z0-9 ]{1,11})$/;

export const OPT_OUT_KIND = 'sms_opt_out';

interface Ends {
  /** The person's phone. */
  readonly from: string;
  /** The number of the team. */
  readonly to: string;
}

export const optOutId = ({ from, to }: Ends): string => `${to}/${from}`;

interface OptingOut extends Ends {
  readonly teamId: string;
  /** The word that was sent. */
  readonly keyword: string;
  /** Milliseconds. */
  readonly now: number;
}

export const newOptOut = ({ teamId, keyword, now, ...ends }: OptingOut): RecordOf<'sms_opt_out'> => ({
  kind: OPT_OUT_KIND,
  id: optOutId(ends),
  teamId,
  profileId: null,
  parentId: null,
  createdAt: now,
  doc: { phoneNumber: ends.from, from: ends.to, keyword, optedOutAt: instantOf(now) },
});
