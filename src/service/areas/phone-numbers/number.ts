/** A phone number as events show it: as a number, and as the account that they name. */
import { textOf } from '../../../kernel/json.ts';
import { ACCOUNT_KIND, type AccountDoc, type AccountRecord } from '../../records/account.ts';
import type { StoredRecord } from '../../store/store.ts';

export const phoneOf = ({ doc }: StoredRecord): string => textOf(doc['phoneNumber']) ?? '';

/** A number as an account, for events that name their account. */
export const numberAccount = (number: StoredRecord, platform: string): AccountRecord => {
  const doc: AccountDoc = {
    _id: number.id,
    platform,
    profileId: number.profileId ?? '',
    username: phoneOf(number),
    displayName: phoneOf(number),
    profilePicture: null,
    profileUrl: '',
    isActive: true,
    needsReconnection: false,
    parentAccountId: null,
    enabled: true,
    metadata: {},
  };
  return { ...number, kind: ACCOUNT_KIND, doc };
};

/** Source: EVT-12 */
export const numberBlock = (number: StoredRecord, profileId: string) => ({
  id: number.id,
  ...(phoneOf(number) === '' ? {} : { phoneNumber: phoneOf(number) }),
  ...(typeof number.doc['country'] === 'string' ? { country: number.doc['country'] } : {}),
  profileId,
});
