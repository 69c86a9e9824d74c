/** Where the values of a flag or an argument may be known from: what kept.ts keeps of list answers, settings, and the cards. */

/** Kinds of records that a team sets up and names; nothing that people write or that says who they are. */
export const KEPT_KINDS = [
  'profile',
  'account',
  'account_group',
  'queue',
  'webhook',
  'api_key',
  'sequence',
  'workflow',
  'broadcast',
  'automation',
  'contact_field',
] as const;

export type KeptKind = (typeof KEPT_KINDS)[number];

/**
 * `target` is what `--to` takes: a platform, or a platform with a username. `operation` is an operationId, `address` a path
 * of the API, `event` a name of the webhook catalogue.
 */
export type ValueSource = KeptKind | 'target' | 'context' | 'event' | 'operation' | 'address';

export const isKept = (kind: string | undefined): kind is KeptKind =>
  (KEPT_KINDS as readonly (string | undefined)[]).includes(kind);
