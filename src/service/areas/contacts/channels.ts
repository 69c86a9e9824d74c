/** The address of a contact on an account: what a call says of it, and the channel that it makes. Used by operations.ts and reacts.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { isAddress } from '../../../platforms/people.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import type { Reply } from '../../call.ts';
import type { View } from '../../change.ts';
import { notFound } from '../../engine/not-found.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { participantOf } from '../inbox/offers.ts';
import { CHANNEL, channelId, type ChannelRecord, type ContactRecord } from './record.ts';

/** Who a contact is on the platform of an account. */
export interface Address {
  readonly account: AccountRecord;
  /** In the form that the platform has for it. */
  readonly personId: string;
  /** As it was given. */
  readonly platformIdentifier: string;
  readonly displayIdentifier: string | undefined;
}

export type FoundAddress = Address | { readonly refusal: Reply } | undefined;

/** The address that a call gives a contact, or why there can be none; undefined where the account or the identifier is missing. */
export async function addressIn(view: View, given: Fields): Promise<FoundAddress> {
  const { accountId } = given;
  const platformIdentifier = textOf(given['platformIdentifier'])?.trim() ?? '';
  if (accountId === undefined || platformIdentifier === '') return undefined;
  const account = await accountIn(view, given);
  if ('refusal' in account) return account;
  const own = account.doc.platform;
  if (!isAddress(platformIdentifier, own))
    return { refusal: invalid('platformIdentifier', 'The phone number is not valid.') };
  const personId = participantOf({ id: platformIdentifier }, own).id;
  return { account, personId, platformIdentifier, displayIdentifier: textOf(given['displayIdentifier']) };
}

/** The account that a call names, on the platform that it names. */
export async function accountIn(
  view: View,
  { accountId, platform }: Fields,
): Promise<AccountRecord | { readonly refusal: Reply }> {
  const account = await view.get(ACCOUNT_KIND, String(accountId));
  if (account === undefined) return { refusal: notFound(ACCOUNT_KIND, { param: 'accountId' }) };
  const own = account.doc.platform;
  return platform === undefined || platform === own
    ? account
    : {
        refusal: invalid(
          'platform',
          `The account is on ${platformLabel(own)}, not on ${platformLabel(String(platform))}.`,
        ),
      };
}

const invalid = (param: string, message: string): Reply => refuse('invalid_field_value', { param, message });

export const isRefused = (found: FoundAddress): found is { readonly refusal: Reply } =>
  found !== undefined && 'refusal' in found;

/** The channel that an address makes below its contact. @param now ms */
export function newChannel(contact: ContactRecord, address: Address, now: number): ChannelRecord {
  const { account, personId, platformIdentifier, displayIdentifier } = address;
  const id = channelId(account.id, personId);
  return {
    kind: CHANNEL,
    id,
    teamId: contact.teamId,
    profileId: contact.profileId,
    parentId: contact.id,
    createdAt: now,
    doc: {
      id,
      accountId: account.id,
      platform: account.doc.platform,
      platformIdentifier,
      ...(displayIdentifier !== undefined && { displayIdentifier }),
      isSubscribed: true,
      lastActiveAt: null,
      createdAt: instantOf(now),
    },
  };
}

/** The contact whom the account reaches under the address. */
export const channelAt = (view: View, { account, personId }: Address): Promise<ChannelRecord | undefined> =>
  view.get(CHANNEL, channelId(account.id, personId));
