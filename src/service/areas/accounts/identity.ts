/** What a new connection is called and shows, when the one who connects it does not say. Next stop: offers.ts. */
import { laneOf } from '../../../platforms/lanes.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { AccountDoc } from '../../records/account.ts';

/** What is asked for: by the hosted connect page, the control surface or a seed pack. */
export interface Identity {
  readonly platform: string;
  readonly profileId: string;
  readonly username?: string;
  readonly displayName?: string;
  /** Variant: `developer_app`, `personal`, `organization`, `coexistence`, `shop`, `blog`. */
  readonly kind?: string;
  /** What is kept beside the names. `siteUrl`, where it is there, is part of the identity. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The document of a new account. */
export function newAccount(id: string, identity: Identity): AccountDoc {
  const username = identity.username ?? usernameFrom(identity.platform, id);
  return {
    _id: id,
    platform: identity.platform,
    profileId: identity.profileId,
    username,
    displayName: identity.displayName ?? username,
    profilePicture: null,
    profileUrl: pageOf(identity.platform, username),
    isActive: true,
    needsReconnection: false,
    parentAccountId: null,
    enabled: true,
    metadata: { ...metadataOf(identity, id), ...identity.metadata },
    ...(identity.kind === undefined ? {} : { variant: identity.kind }),
  };
}

/** No two accounts may share a name by accident, since the same name again is a reconnection. */
export const usernameFrom = (platform: string, id: string): string =>
  traitsOf(platform).connection?.businessNumber === true ? `+1555${digits(id, 7)}` : `${platform}_${id.slice(-6)}`;

/** Source: ACC-15 for numbers; the rest names the variant. */
function metadataOf({ platform, kind }: Identity, id: string): Record<string, unknown> {
  const { businessNumber, accountTypes } = traitsOf(platform).connection ?? {};
  if (businessNumber === true) {
    return {
      wabaId: digits(`${id}w`, 15),
      phoneNumberId: digits(`${id}p`, 15),
      qualityRating: 'GREEN',
      messagingLimitTier: 'TIER_1K',
      ...(kind === 'coexistence' ? { coexistence: true } : {}),
    };
  }
  if (accountTypes !== undefined) return { accountType: accountTypes.find((type) => type === kind) ?? accountTypes[0] };
  const integrationLane = laneOf(platform, kind);
  return integrationLane === undefined ? {} : { integrationLane };
}

/** Address of the account's page; empty where accounts have none. */
const pageOf = (platform: string, username: string): string =>
  traitsOf(platform).connection?.pages?.replace('{name}', () => encodeURIComponent(username.replace(/^@/, ''))) ?? '';

/** `count` decimal digits made from a text; the same text gives the same digits. */
function digits(text: string, count: number): string {
  const sum = [...text].reduce((total, char) => (total * 31n + BigInt(char.charCodeAt(0))) % 10n ** 18n, 7n);
  return (sum % 10n ** BigInt(count)).toString().padStart(count, '1');
}
