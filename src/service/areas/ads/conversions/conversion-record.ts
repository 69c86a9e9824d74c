/** Conversions that calls report, as records: one for each event that counts, with the person in hashes alone. Used by conversions.ts, tags.ts and quality.ts. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import type { RecordOf } from '../../../store/store.ts';
import { emailHash, hashOf, phoneHash } from '../audiences/people.ts';

export const CONVERSION = 'ad_conversion_event';

export type ConversionRecord = RecordOf<'ad_conversion_event'>;

/** What says who a person is and is hashed, besides the address and the number. Source: Meta Conversions API, customer information parameters */
const HASHED: readonly string[] = [
  'firstName',
  'lastName',
  'externalId',
  'country',
  'city',
  'state',
  'zip',
  'dob',
  'gender',
];

/** What the network takes as it is. */
const PLAIN: readonly string[] = ['ipAddress', 'userAgent', 'leadId', 'clickIds'];

const hashedText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return text === '' ? undefined : hashOf(text);
};

/** The person of an event as the network is sent it. Source: fact set, ConversionEvent: hashed before it leaves */
export function hashedUser(sent: unknown, platform: string): Fields {
  const user = isFields(sent) ? sent : {};
  const all = {
    email: emailHash(user['email']),
    phone: phoneHash(user['phone'], platform),
    ...Object.fromEntries(HASHED.map((name) => [name, hashedText(user[name])])),
    ...Object.fromEntries(PLAIN.map((name) => [name, user[name]])),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''));
}

/** Whether the conversion still counts. */
export const isCounted = ({ doc }: ConversionRecord): boolean => doc.isRetracted !== true;
