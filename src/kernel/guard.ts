/** `x-svc-guard`: what a call of an operation has to pass, in closed vocabularies. Checked by build/guard, read on cards by the service's stages. */

/** What the guard of an operation may say. The resource group of the operation is its tag. */
export const GUARD_WORDS = {
  /**
   * What of the team's plan the operation needs: `ads` and `analytics` their add-ons, `inbox` the inbox, `connect` and
   * `purchase` an open billing gate, `payment` a payment method.
   */
  gate: ['ads', 'analytics', 'inbox', 'connect', 'purchase', 'payment'],
  /** A feature that can be switched off for the team. */
  feature: ['trunks'],
  /** The request window it counts in: the one of analytics, a second long. All others count by the minute. */
  rate: ['second'],
  /** Whose quota a reading uses up; the latest good answer is served while that quota is full. */
  quota: ['ads', 'billing'],
  /** What the account's platform is asked to do, and may refuse. Publishing and reading posts ask on their own. */
  upstream: ['send', 'comment', 'review', 'ad', 'call', 'role', 'event', 'insights'],
  /** What a body holds that is larger than others of its kind: an image in base64. */
  body: ['image'],
  /** The part of a platform that the operation needs; accounts of platforms without it are refused. */
  surface: ['comments', 'conversations', 'listing', 'sending', 'uploads'],
} as const;

export type GuardWord = keyof typeof GUARD_WORDS;

/** One word of each vocabulary at most. */
export type GuardWords = { readonly [K in GuardWord]?: (typeof GUARD_WORDS)[K][number] };

export type Gate = NonNullable<GuardWords['gate']>;
export type Surface = NonNullable<GuardWords['surface']>;
