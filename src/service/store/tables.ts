/** The columns of every table, for kysely. The migrations make them; rows.ts turns rows into records. */
import type { Generated } from 'kysely';

export interface RecordTable {
  /** Order of arrival; breaks ties of `created_at`. */
  seq: Generated<number>;
  kind: string;
  id: string;
  team_id: string;
  profile_id: string | null;
  parent_id: string | null;
  created_at: number;
  doc: string;
}

/** A tag of a contact; triggers write it. */
export interface ContactTagTable {
  team_id: string;
  tag: string;
  record_seq: number;
  profile_id: string | null;
}

export interface PostTable {
  seq: Generated<number>;
  id: string;
  team_id: string;
  user_id: string;
  status: string;
  source: string;
  hidden: number;
  queue_id: string | null;
  /** `scheduledFor`, or `createdAt` without one: what lists are sorted and filtered by. */
  at: number;
  created_at: number;
  /** Platform of the first target. */
  platform: string | null;
  /** Title and text in lower case, for the search. */
  words: string;
  /** Accounts, profiles and platforms of the targets, to see whether post_target must be rewritten. */
  target_key: string;
  doc: string;
}

export interface PostTargetTable {
  post_seq: number;
  account_id: string;
  profile_id: string;
  platform: string;
}

export interface DueTable {
  id: Generated<number>;
  due_at: number;
  kind: string;
  ref: string;
  attempt: number;
  payload: string;
  lease_until: number | null;
  /** Number of the claim that holds the lease; scheduling again clears it. */
  claim: number | null;
  last_error: string | null;
}

export interface EventTable {
  seq: Generated<number>;
  id: string;
  type: string;
  team_id: string;
  at: number;
  body: string;
  account_ids: string;
  profile_ids: string;
  resource_group: string;
  request_id: string | null;
}

export interface DeliveryTable {
  seq: Generated<number>;
  event_id: string;
  webhook_id: string;
  state: string;
  /** Attempts that count toward the limit. */
  tries: number;
  /** All attempts, those that were asked for included. */
  attempts: number;
  due_at: number;
}

export interface AttemptTable {
  seq: Generated<number>;
  event_id: string;
  webhook_id: string;
  team_id: string;
  event: string;
  resource_group: string;
  number: number;
  at: number;
  status: string;
  status_code: number | null;
  duration_ms: number;
  url: string;
  webhook_name: string;
  user_id: string;
  response: string | null;
  error: string | null;
}

export interface PublicationTable {
  account_id: string;
  post_id: string;
  at: number;
  bucket: string;
}

export interface FeedItemTable {
  seq: Generated<number>;
  native_id: string;
  account_id: string;
  kind: string;
  at: number;
  idempotency_key: string | null;
  doc: string;
  url: string | null;
  removed_at: number | null;
  updated_at: number | null;
  origin: string;
}

export interface AnswerTable {
  key: string;
  at: number;
  fingerprint: string;
  reply: string | null;
  made: string | null;
}

export interface MetaTable {
  key: string;
  value: string;
}

export interface Tables {
  record: RecordTable;
  contact_tag: ContactTagTable;
  post: PostTable;
  post_target: PostTargetTable;
  due: DueTable;
  event: EventTable;
  delivery: DeliveryTable;
  attempt: AttemptTable;
  publication: PublicationTable;
  feed_item: FeedItemTable;
  answer: AnswerTable;
  meta: MetaTable;
}

/** Every table that something is written into, in the order in which a snapshot copies them; the file fills `contact_tag` by itself. */
export const TABLES = [
  'record',
  'post',
  'post_target',
  'due',
  'event',
  'delivery',
  'attempt',
  'publication',
  'feed_item',
  'answer',
  'meta',
] as const satisfies readonly (keyof Tables)[];
