/** What the local service keeps, as an interface. One writer, many readers; sqlite.ts implements it. */
import type { EventName, Kinds } from '#contract';
import type { Post } from './post.ts';
import type {
  Attempt,
  AttemptFilter,
  Delivery,
  DeliveryPlace,
  DueDeliveries,
  Move,
  NewAttempt,
  NewDelivery,
  Outcome,
} from './delivery.ts';

/** A record of any kind but posts. `doc` is the record as the API returns it, with what its kind `keeps` (never shown). */
export interface StoredRecord<D = Record<string, unknown>> {
  readonly kind: Kind;
  readonly id: string;
  readonly teamId: string;
  readonly profileId: string | null;
  /** Owner in a relation, for example the account group's team or the feed item's account. */
  readonly parentId: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly doc: D;
}

/** A kind of `src/contract/kinds`, and the service's own kinds with a `$` in front. */
export type Kind = string;

declare const HOLDS: unique symbol;

/** A kind of the service's own, whose name says what its records hold: made by `ownKind` of record.ts. */
export type OwnKind<D> = `$${string}` & { readonly [HOLDS]: D };

/** What records of a kind hold, as the contract declares it; anything where the kind is the service's own or not known yet. */
export type DocOf<K extends Kind> = K extends keyof Kinds
  ? { readonly [F in keyof Kinds[K]]: Unchanging<Kinds[K][F]> }
  : Record<string, unknown>;

type Unchanging<T> = T extends readonly (infer E)[] ? readonly E[] : T;

/** A record of a kind: `RecordOf<'conversation'>`. */
export type RecordOf<K extends Kind> = StoredRecord<DocOf<K>>;

export interface RecordFilter {
  readonly teamId?: string;
  readonly profileId?: string;
  readonly parentId?: string;
  /** Only records with these texts in fields of their docs; kinds for which lists are long have an index of them. */
  readonly where?: Readonly<Record<string, string | boolean>>;
  /** Only contacts that have a tag of each of these lists. */
  readonly tagged?: readonly (readonly string[])[];
  /** Only records whose docs hold this text somewhere, whatever its case, and perhaps a few others. */
  readonly holding?: string;
  /** Only records created at this instant or later (ms). */
  readonly since?: number;
  readonly limit?: number;
  readonly skip?: number;
  /** Only records of one of these profiles, and those of none. */
  readonly profileIds?: readonly string[];
  /** Order by creation; `asc` unless said. */
  readonly order?: 'asc' | 'desc';
  /** Order by the first of these fields that a doc has, and only then by creation. */
  readonly by?: readonly string[];
}

/** Where a page of a list ended. */
export interface ListPlace {
  /** Milliseconds. */
  readonly createdAt: number;
  /** Order of arrival among records of one instant. */
  readonly seq: number;
}

/** A page of a list that is read on from where the one before ended, whatever is removed meanwhile. */
export interface PageFilter extends Pick<RecordFilter, 'teamId' | 'profileId' | 'parentId' | 'where'> {
  readonly limit: number;
  readonly after?: ListPlace | undefined;
}

export interface RecordPage<R> {
  /** Oldest first. */
  readonly records: readonly R[];
  /** Undefined when the page is not full: nothing follows. */
  readonly next?: ListPlace;
}

export interface PostFilter {
  readonly teamId: string;
  readonly status?: string;
  readonly platform?: string;
  readonly profileIds?: readonly string[];
  readonly accountId?: string;
  readonly createdBy?: string;
  /** Only posts with a published target, and perhaps a few others. */
  readonly mayBePublished?: true;
  readonly search?: string;
  readonly source?: Post['source'];
  /** Milliseconds, inclusive, on scheduledFor or, without one, createdAt. */
  readonly from?: number;
  readonly to?: number;
  readonly includeHidden?: boolean;
  readonly queueId?: string;
  readonly sortBy?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** One row of due work. The timeline owns time; see timeline/. */
export interface DueRow {
  readonly id: number;
  /** Milliseconds on the service's clock. */
  readonly dueAt: number;
  /** Names a worker of timeline/worker.ts, for example `publish`. */
  readonly kind: string;
  /** What the work is about, for example `<postId>/<accountId>`. With `kind` it is unique: scheduling again moves the row. */
  readonly ref: string;
  readonly attempt: number;
  readonly payload: Record<string, unknown>;
  readonly leaseUntil: number | null;
  /** What the last attempt threw, in one sentence. */
  readonly lastError?: string | null;
}

export interface NewDue {
  readonly dueAt: number;
  readonly kind: string;
  readonly ref: string;
  readonly attempt?: number;
  readonly payload?: Record<string, unknown>;
  /** Lease the row to this process from the start, for work that the caller does at once. */
  readonly leaseMs?: number;
}

export interface NewEvent {
  /** Name of the catalogue, for example `post.published`. */
  readonly type: EventName;
  readonly teamId: string;
  /** The payload without the envelope keys `id`, `event`, `timestamp`, which emit() adds. */
  readonly payload: Record<string, unknown>;
  /** Who the event belongs to, for the routing of deliveries. */
  readonly accountIds: readonly string[];
  readonly profileIds: readonly string[];
  readonly requestId?: string;
  /** Milliseconds; now unless said. For history, which seed packs lay down. */
  readonly at?: number;
  /** A UUID; a new one unless said. For history as well. */
  readonly id?: string;
}

/** An event as emit() writes it: with its id, and the resource group of its row in the catalogue. */
export interface EmittedEvent extends NewEvent {
  readonly id: string;
  readonly group: string;
}

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly teamId: string;
  /** Milliseconds. */
  readonly at: number;
  /** The whole envelope as it is signed and sent; stored once. */
  readonly body: string;
  readonly accountIds: readonly string[];
  readonly profileIds: readonly string[];
  readonly group: string;
  readonly requestId: string | null;
}

/** What was sent to a network with an item of its feed; the fields that a post has there have a type. */
export interface FeedDoc {
  readonly text?: string | null | undefined;
  readonly media?: readonly Readonly<Record<string, unknown>>[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

/** An item of a simulated network's feed. It belongs to the outside world; the service's own records never point into it. */
export interface FeedItem {
  readonly nativeId: string;
  readonly accountId: string;
  readonly kind: string;
  readonly at: number;
  /** The caller's key; a second item with the same key is the first one. */
  readonly idempotencyKey: string | null;
  readonly doc: FeedDoc;
  readonly url: string | null;
  readonly removedAt: number | null;
  readonly updatedAt: number | null;
  /** `service` when published through the API, `native` when made by hand on the network. */
  readonly origin: 'service' | 'native';
}

export interface Reader {
  get<D>(kind: OwnKind<D>, id: string): Promise<StoredRecord<D> | undefined>;
  get<K extends Kind>(kind: K, id: string): Promise<RecordOf<K> | undefined>;
  list<D>(kind: OwnKind<D>, filter?: RecordFilter): Promise<StoredRecord<D>[]>;
  list<K extends Kind>(kind: K, filter?: RecordFilter): Promise<RecordOf<K>[]>;
  page<K extends Kind>(kind: K, filter: PageFilter): Promise<RecordPage<RecordOf<K>>>;
  count(kind: Kind, filter?: RecordFilter): Promise<number>;
  /** The tags that contacts have, each once, in the order of their characters. */
  contactTags(filter: Pick<RecordFilter, 'profileId' | 'profileIds'> & { readonly teamId: string }): Promise<string[]>;
  post(id: string): Promise<Post | undefined>;
  posts(filter: PostFilter): Promise<Post[]>;
  countPosts(filter: PostFilter): Promise<number>;
  due(filter?: { kind?: string; ref?: string; limit?: number }): Promise<DueRow[]>;
  events(filter?: {
    type?: string;
    since?: number;
    requestId?: string;
    /** Id of an event: only those appended before it. */
    before?: string;
    limit?: number;
    order?: 'asc' | 'desc';
  }): Promise<StoredEvent[]>;
  event(id: string): Promise<StoredEvent | undefined>;
  /** Who those events go to, in the order in which that was decided. */
  deliveries(eventIds: readonly string[]): Promise<Delivery[]>;
  /** Deliveries that wait for an endpoint and are due, the earliest first. */
  dueDeliveries(wanted: DueDeliveries): Promise<Delivery[]>;
  /** When the next waiting delivery to an endpoint is due (ms). */
  nextDelivery(webhookId: string): Promise<number | undefined>;
  /** Attempts, newest first. */
  attempts(filter: AttemptFilter): Promise<Attempt[]>;
  countAttempts(filter: AttemptFilter): Promise<number>;
  /** Publications of an account, accepted or in flight, since `from` (ms), oldest first. `bucket` is `video`, `photo` or `other`. */
  publications(
    accountId: string,
    from: number,
    bucket?: string,
  ): Promise<{ at: number; postId: string; bucket: string }[]>;
  feed(accountId: string, filter?: { kind?: string; since?: number }): Promise<FeedItem[]>;
  feedItem(accountId: string, nativeId: string): Promise<FeedItem | undefined>;
  feedItemByKey(accountId: string, key: string): Promise<FeedItem | undefined>;
  /** A stored answer for an idempotency or request id key, newer than `since` (ms). */
  answer(key: string, since: number): Promise<StoredAnswer | undefined>;
}

export interface StoredAnswer {
  /** Hash of method, path and body of the first call. */
  readonly fingerprint: string;
  /** Null while the first call still runs. */
  readonly reply: { status: number; body: unknown } | null;
  /** Id of the record that the first call made, kept in the transaction that made it. */
  readonly made?: string;
}

/** Something that a commit changed, by what it is: a record, a post, an event, a delivery, an item of a feed, or due work. */
export interface StoreChange {
  readonly of: 'record' | 'post' | 'event' | 'delivery' | 'feed' | 'work';
  /** Of a record, of work, or of an event. */
  readonly kind?: string;
  /** Of a feed: the account. */
  readonly id?: string;
}

export interface Tx extends Reader {
  put(record: StoredRecord): Promise<void>;
  remove(kind: Kind, id: string): Promise<boolean>;
  putPost(post: Post): Promise<void>;
  removePost(id: string): Promise<boolean>;
  schedule(due: NewDue): Promise<void>;
  /** Removes the row; true when there was one. */
  cancel(kind: string, ref: string): Promise<boolean>;
  /** Builds the envelope (id, event, timestamp) and appends it to the outbox. Returns the event id. */
  emit(event: NewEvent): Promise<string>;
  /** Has an event sent to an endpoint; nothing when that was decided before. */
  addDelivery(delivery: NewDelivery): Promise<void>;
  /** Writes what came of one attempt. @returns the attempt's number, from 1 */
  endAttempt(outcome: Outcome): Promise<number>;
  addAttempt(attempt: NewAttempt): Promise<void>;
  /** Gives the deliveries of an event, those to an endpoint, or the one of both, another state. @returns how many there were */
  moveDeliveries(of: DeliveryPlace, move: Move): Promise<number>;
  /** Removes attempts made at or before that instant (ms). */
  forgetAttempts(before: number): Promise<void>;
  /** Schedules work, or moves it to an earlier instant; a row that is being worked on stays with its worker. */
  pull(due: NewDue): Promise<void>;
  addPublication(row: { accountId: string; postId: string; at: number; bucket: string }): Promise<void>;
  /** Gives back the room of a publication that was not accepted. */
  removePublication(row: { accountId: string; postId: string; at: number }): Promise<void>;
  /** Inserts, or returns the item already there under the same idempotency key. */
  addFeedItem(item: FeedItem): Promise<FeedItem>;
  updateFeedItem(accountId: string, nativeId: string, change: Partial<FeedItem>): Promise<boolean>;
  keepAnswer(key: string, at: number, answer: StoredAnswer): Promise<void>;
}

/** What a unit of work rests on: `<kind>/<id>`. Units with a lock in common run one after the other. */
export type Lock = `${string}/${string}`;

export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  /** True within a transaction that is open already, as while a seed pack is created. */
  readonly isInside?: true;
  /** Committed state. */
  readonly read: Reader;
  /**
   * Runs `work` as if it were alone. The promise resolves when all that it wrote is on disk, and rejects, with nothing kept,
   * when `work` throws. The embedded store has one writer, and several waiting units share one durable commit; a store with
   * many writers takes the locks first and may run `work` again.
   */
  transact<T>(work: (tx: Tx) => Promise<T>, locks?: readonly Lock[]): Promise<T>;
  /** False after an error that the store cannot recover from, such as a full disk; health answers 503 then. */
  healthy(): boolean;
  /** Removes everything but keys of the team. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
