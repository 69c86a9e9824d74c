/** What other areas need of a phone number: the number itself, and the account that events name in its place. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { ACCOUNT_KIND, LINE_VARIANT, type AccountDoc, type AccountRecord } from '../../records/account.ts';
import { defaultProfile } from '../../records/profile.ts';
import type { Desk } from '../../desk.ts';
import type { LookedUp } from './ports/lookup.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';

/** A number of the team, or what takes the place of one that the team does not have. */
type Numbered = StoredRecord<{ readonly phoneNumber?: string | undefined }>;

/** Two letters: the country of the phone, or of its dialling plan where none assigns it. */
export const countryOf = async (phoneNumber: string): Promise<string | undefined> =>
  (await import('./ports/dialling.ts')).dialledCountry(phoneNumber);

/** What dialling plans and carriers say of a phone in E.164 form, whoever's it is. */
export const lookUp = async (desk: Pick<Desk, 'catalog'>, phoneNumber: string): Promise<LookedUp> =>
  (await import('./ports/lookup.ts')).lookUp(desk, phoneNumber);

export const phoneOf = ({ doc }: Numbered): string => doc.phoneNumber ?? '';

/** A number as an account, for events that name their account. */
export const numberAccount = (number: Numbered, platform: string): AccountRecord => {
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

/**
 * The account of a line, where the list of accounts does not have it yet: whoever reads its conversations and calls finds
 * it there. A number that only took calls so far becomes the account of its texts.
 * Source: readings, "Texts" and "Phone calls"
 */
export async function readUnlisted(read: Reader, account: AccountRecord): Promise<readonly AccountRecord[]> {
  const listed = await read.get(ACCOUNT_KIND, account.id);
  const { platform } = account.doc;
  if (listed !== undefined)
    return isForTexts(listed) || !isForTexts(account) ? [] : [{ ...listed, doc: { ...listed.doc, platform } }];
  const profileId = account.profileId ?? (await defaultProfile(read, account.teamId))?.id ?? '';
  return [{ ...account, doc: { ...account.doc, profileId, variant: LINE_VARIANT } }];
}

const isForTexts = ({ doc }: AccountRecord): boolean => traitsOf(doc.platform).line === 'texts';

/** The account of a number that is listed for its calls alone: it goes when they are off. */
export async function accountForCalls(read: Reader, { id }: Numbered): Promise<readonly AccountRecord[]> {
  const listed = await read.get(ACCOUNT_KIND, id);
  return listed === undefined || isForTexts(listed) ? [] : [listed];
}
