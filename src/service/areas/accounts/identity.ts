/** What a new connection is called and shows, when the one who connects it does not say. Next stop: connection.ts. */
import type { AccountDoc } from './account.ts';

/** What is asked for: by the hosted connect page, the control surface or a seed pack. */
export interface Identity {
  readonly platform: string;
  readonly profileId: string;
  readonly username?: string;
  readonly displayName?: string;
  /** Variant: `developer_app`, `personal`, `organization`, `coexistence`, `shop`, `blog`. */
  readonly kind?: string;
}

const PROFILE_URLS: Readonly<Record<string, (username: string) => string>> = {
  twitter: (name) => `https://x.com/${name}`,
  instagram: (name) => `https://www.instagram.com/${name}/`,
  facebook: (name) => `https://www.facebook.com/${name}`,
  linkedin: (name) => `https://www.linkedin.com/in/${name}`,
  tiktok: (name) => `https://www.tiktok.com/@${name}`,
  youtube: (name) => `https://www.youtube.com/@${name}`,
  pinterest: (name) => `https://www.pinterest.com/${name}/`,
  reddit: (name) => `https://www.reddit.com/user/${name}`,
  bluesky: (name) => `https://bsky.app/profile/${name}`,
  threads: (name) => `https://www.threads.net/@${name}`,
  telegram: (name) => `https://t.me/${name}`,
  snapchat: (name) => `https://www.snapchat.com/add/${name}`,
};

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
    profileUrl: PROFILE_URLS[identity.platform]?.(encodeURIComponent(username.replace(/^@/, ''))) ?? '',
    isActive: true,
    needsReconnection: false,
    parentAccountId: null,
    enabled: true,
    metadata: metadataOf(identity, id),
    ...(identity.kind === undefined ? {} : { $variant: identity.kind }),
  };
}

/** No two accounts may share a name by accident, since the same name again is a reconnection. */
const usernameFrom = (platform: string, id: string): string =>
  platform === 'whatsapp' ? `+1555${digits(id, 7)}` : `${platform}_${id.slice(-6)}`;

/** Source: ACC-15 for whatsapp; the rest names the variant. */
function metadataOf({ platform, kind }: Identity, id: string): Record<string, unknown> {
  if (platform === 'whatsapp') {
    return {
      wabaId: digits(`${id}w`, 15),
      phoneNumberId: digits(`${id}p`, 15),
      qualityRating: 'GREEN',
      messagingLimitTier: 'TIER_1K',
      ...(kind === 'coexistence' ? { coexistence: true } : {}),
    };
  }
  if (platform === 'linkedin') return { accountType: kind === 'organization' ? 'organization' : 'personal' };
  if (platform === 'tiktok') return { integrationLane: laneOf(kind) };
  return {};
}

/** The kind of app behind a tiktok connection. */
export const laneOf = (variant: string | undefined): 'business' | 'developer' =>
  variant === 'developer_app' ? 'developer' : 'business';

/** `count` decimal digits made from a text; the same text gives the same digits. */
function digits(text: string, count: number): string {
  const sum = [...text].reduce((total, char) => (total * 31n + BigInt(char.charCodeAt(0))) % 10n ** 18n, 7n);
  return (sum % 10n ** BigInt(count)).toString().padStart(count, '1');
}
