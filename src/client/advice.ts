/** What to do about a target that failed, by category; and about subcodes of the ad network. Tables and lookups only. */

/** Source: ASM-53 */
export const CATEGORY_ADVICE: Readonly<Record<string, string>> = {
  auth_expired: 'reconnect the account',
  user_content: 'change the content',
  platform_rejected: 'change the content',
  account_issue: 'check the account at the platform',
  user_abuse: 'check the account at the platform',
  platform_rate_limit: 'wait, then retry',
  quota_exhausted: 'wait, then retry',
  platform_error: 'retry',
  system_error: 'retry',
  unknown: 'retry',
};

/** Remedies by `platformError.error_subcode`. Source: ERR-46 to ERR-54; readings, "Conversations" */
const SUBCODE_REMEDIES: Readonly<Record<string, string>> = {
  '324': 'The image could not be fetched: host it publicly, or send it as base64.',
  '1815430': 'Set what the campaign promotes in promotedObject.',
  '1815089': 'The page must accept the lead terms first.',
  '2446886': 'Pair the page with a verified whatsapp number first.',
  '2061006': 'The display link of a call ad must be a website; the number has its own field.',
  '1885237': 'Link a professional account to the page before predicting with instagram placements.',
  '1713151': 'The source of this engagement audience cannot be used; choose another.',
  '1713098': 'The rule of the website audience has the wrong format.',
  '1870029': 'The rule of the website audience has the wrong format.',
  '2018278':
    'The person wrote more than 24 hours ago: within 7 days of that, ' +
    '`svc inbox reply PERSON TEXT --message-tag HUMAN_AGENT` sends the answer of a person.',
  '100': 'A field is unknown or cannot be combined with the breakdown.',
};

/** The remedy for the subcode in a raw payload of the ad network, at any depth. */
export function subcodeRemedy(platformError: unknown): string | undefined {
  if (typeof platformError !== 'object' || platformError === null) return undefined;
  const { error_subcode: subcode, code, error } = platformError as Record<string, unknown>;
  const known = [subcode, code].map(String).find((one) => Object.hasOwn(SUBCODE_REMEDIES, one));
  return known === undefined ? subcodeRemedy(error) : SUBCODE_REMEDIES[known];
}

/** What the chat platform says of a bot that lacks a permission, with the way out. Source: DSC-09, POST-70 */
const ACCESS_REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/\bMissing Permissions\b/, 'Give the bot the permission, or a higher role, on Discord, then try again.'],
  [/\bMissing Access\b/, 'Give the bot access to the channel on Discord, then try again.'],
];

/** @param message of the refusal, with the platform's own words */
export const accessRemedy = (message: string): string | undefined =>
  ACCESS_REMEDIES.find(([words]) => words.test(message))?.[1];

export interface FailedTarget {
  readonly platform: string;
  readonly accountId?: string;
  readonly username?: string;
  readonly message: string;
  readonly category?: string;
  readonly source?: string;
  readonly advice: string;
}

/** The words of the chat platform for a bot that is not in the channel. Source: POST-70 */
const UNSEEN_CHANNEL = /\bMissing Access\b/;

/** What to do about one failed target. */
export function adviceFor(platform: string, category: string | undefined, message: string): string {
  if (platform === 'discord' && UNSEEN_CHANNEL.test(message)) {
    return 'the bot cannot see the channel: give it access there, then retry';
  }
  return CATEGORY_ADVICE[category ?? 'unknown'] ?? 'retry';
}
