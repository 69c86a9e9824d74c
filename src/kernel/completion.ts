/** What completion knows of a command: pressed into dist/cards/completion, so that a press of the key derives nothing. */

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

/** A kind whose ids and names are kept from list answers. */
export type KeptKind = (typeof KEPT_KINDS)[number];

export const isKept = (kind: string | undefined): kind is KeptKind =>
  (KEPT_KINDS as readonly (string | undefined)[]).includes(kind);

/**
 * Where values may be known from. `target` is what `--to` takes: a platform, or a platform with a username. `event` is a
 * name of the webhook catalogue, `secret` the name of a kept one, `operation` an operationId, `address` a path of the API;
 * `file` and `folder` the shell knows.
 */
export type ValueSource =
  KeptKind | 'target' | 'context' | 'event' | 'secret' | 'operation' | 'address' | 'file' | 'folder';

/** A place in the line that takes a word: an argument, or the value of a flag. */
export interface Slot {
  /** Every word that may stand there; absent when it is open. */
  readonly choices?: readonly string[];
  readonly source?: ValueSource;
  /** True when it may be repeated. */
  readonly repeat?: boolean;
  /** True when one word may hold several, separated by commas. */
  readonly listed?: boolean;
}

export interface FlagSlot extends Slot {
  readonly long: string;
  readonly short?: string;
  readonly summary: string;
  /** True when the next word is its value. */
  readonly takesValue?: boolean;
  readonly negatable?: boolean;
}

export interface Completable {
  readonly args: readonly Slot[];
  readonly flags: readonly FlagSlot[];
  /** Dotted fields of the answer, for --fields. */
  readonly fields: readonly string[];
}
