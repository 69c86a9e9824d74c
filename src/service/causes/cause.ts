/** What inbound causes are made of: what they are given, what they bring about, and the blocks that payloads share. Lies below the areas, whose arrives.ts files decide with it; control/ judges the body and writes. */
import { type Fields, textOf } from '../../kernel/json.ts';
import type { EventName } from '#contract';
import { isRecordId } from '../../kernel/ids.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Schema } from '../../kernel/schema.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../records/account.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Reply } from '../call.ts';
import type { FeedChange } from '../change.ts';
import type { DomainEvent } from '../domain-events.ts';
import { refuse } from '../refuse.ts';
import type { FeedItem, Kind, NewDue, NewEvent, Reader, RecordOf, StoredRecord } from '../store/store.ts';

/** What a cause is decided on. */
export interface Scene {
  readonly read: Reader;
  readonly ids: Ids;
  /** Milliseconds. */
  readonly now: number;
  readonly teamId: string;
  readonly given: Fields;
  /** What the simulated networks own; absent where nothing asks for it. */
  readonly catalog?: Pick<Catalog, 'fixtures'>;
  /** Address of the service as the cause reached it; absent where no request did. */
  readonly origin?: string;
}

/** What a cause brings about, written in one transaction. */
export interface Caused {
  readonly events?: readonly NewEvent[];
  readonly records?: readonly StoredRecord[];
  readonly removed?: readonly Pick<StoredRecord, 'kind' | 'id'>[];
  readonly work?: readonly NewDue[];
  /** What others see outside: on a network, or on the phone that rings. */
  readonly feed?: readonly FeedItem[];
  readonly feedChanges?: readonly FeedChange[];
  /** What other areas may act on in the same commit. */
  readonly domainEvents?: readonly DomainEvent[];
  /** Ids of what was made, for the answer. */
  readonly made?: Readonly<Record<string, string>>;
}

/** One type of the inbound table. Source: control surface, "Inbound bodies" */
export interface Inbound {
  /** What the body may hold beside `type`. */
  readonly fields: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** True when further fields go into the payload as they are. */
  readonly open?: boolean;
  /** Pure but for reading. */
  readonly cause: (scene: Scene) => Promise<Caused | Reply>;
}

export const isReply = (one: Caused | Reply): one is Reply => 'status' in one;

export const TEXT: Schema = { type: 'string' };
export const WORD: Schema = { type: 'string', minLength: 1 };
export const FLAG: Schema = { type: 'boolean' };
export const MAP: Schema = { type: 'object', additionalProperties: true };
export const oneOf = (...words: readonly string[]): Schema => ({ type: 'string', enum: words });

/** The other side of a conversation. */
export const PARTICIPANT: Schema = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id: WORD, name: TEXT, phoneNumber: TEXT, businessScopedUserId: TEXT },
};

/** The account that the body names, or the refusal. */
export async function accountOf({ read, given }: Scene): Promise<AccountRecord | Reply> {
  const id = textOf(given['accountId']) ?? '';
  const account = isRecordId(id) ? await read.get(ACCOUNT_KIND, id) : undefined;
  return account === undefined ? refuse('account_not_found', { param: 'accountId' }) : account;
}

export const isRefusal = (one: StoredRecord | Reply): one is Reply => 'status' in one;

/** An event of an account. */
export const eventOf = (type: EventName, account: AccountRecord, payload: Fields): NewEvent => ({
  type,
  teamId: account.teamId,
  accountIds: [account.id],
  profileIds: account.profileId === null ? [] : [account.profileId],
  payload,
});

/** An event of a profile, or of nobody. */
export const profileEvent = (
  type: EventName,
  { teamId, profileId }: Pick<StoredRecord, 'teamId' | 'profileId'>,
  payload: Fields,
): NewEvent => ({
  type,
  teamId,
  accountIds: [],
  profileIds: profileId === null ? [] : [profileId],
  payload,
});

/** The account with both of its ids. Source: EVT-02, EVT-03 */
export const inboxAccount = ({ id, profileId, doc }: AccountRecord) => ({
  id,
  accountId: id,
  ...(profileId === null ? {} : { profileId }),
  platform: doc.platform,
  username: doc.username,
  displayName: doc.displayName,
});

export const briefAccount = ({ id, doc }: AccountRecord) => ({
  id,
  accountId: id,
  platform: doc.platform,
  username: doc.username,
});

/** The account as business events show it. Source: EVT-01, EVT-10 */
export const plainAccount = ({ id, profileId, doc }: AccountRecord) => ({
  accountId: id,
  profileId: profileId ?? '',
  platform: doc.platform,
  username: doc.username,
  displayName: doc.displayName,
});

export const recordOf = <K extends Kind>(
  kind: K,
  id: string,
  scene: Pick<Scene, 'teamId' | 'now'>,
  more: Pick<RecordOf<K>, 'doc'> & Partial<RecordOf<K>>,
): RecordOf<K> => ({
  kind,
  id,
  teamId: scene.teamId,
  profileId: null,
  parentId: null,
  createdAt: scene.now,
  ...more,
});
