/** What `svc status` tells: whose key, which service, what is due, what failed, who waits. Next stop: text.ts. */
import type { Fields } from '../../kernel/json.ts';
import { fieldsIn, isFields, textOf } from '../../kernel/json.ts';
import { Failure } from '../../kernel/failure.ts';
import { recordsOf } from '../../client/paging.ts';
import { FAILED_STATUSES } from '../../client/partial.ts';
import { isUnread, type Conversation } from '../inbox/conversations.ts';
import type { Context } from '../command.ts';

/** A post in a line. Instants are ISO 8601. */
export interface PostInBrief {
  readonly _id: string;
  readonly status: string;
  readonly at: string | null;
  readonly platforms: readonly string[];
  readonly content: string;
}

/** Some records of many. */
export interface Some<T> {
  /** All that there are; for conversations, among the newest hundred. */
  readonly total: number;
  readonly first: readonly T[];
}

interface AccountInBrief {
  readonly _id: string;
  readonly platform: string;
  readonly username: string;
}

interface ConversationInBrief {
  readonly id: string;
  readonly platform: string;
  readonly participantName: string;
  readonly lastMessage: string;
}

/** Each part is null where this key may not read it. */
export interface Standing {
  readonly scheduled: Some<PostInBrief> | null;
  readonly failed: Some<PostInBrief> | null;
  readonly unread: Some<ConversationInBrief> | null;
  readonly accounts: { readonly total: number; readonly disconnected: readonly AccountInBrief[] } | null;
}

/** The most of each kind that are shown. */
const SHOWN = 3;

/** Reads all parts at once. @throws Failure other than that a part may not be read */
export async function readStanding(context: Context): Promise<Standing> {
  const posts = async (query: Fields): Promise<Some<PostInBrief>> => postsIn(await read('listPosts', query, context));
  const [scheduled, failed, unread, accounts] = await Promise.all([
    orNull(posts({ status: 'scheduled', sortBy: 'scheduled-asc', limit: SHOWN })),
    orNull(Promise.all(FAILED_STATUSES.map((status) => posts({ status, limit: SHOWN }))).then(together)),
    orNull(read('listInboxConversations', { status: 'active', limit: 100 }, context).then(unreadIn)),
    orNull(read('listAccounts', {}, context).then(accountsIn)),
  ]);
  return { scheduled, failed, unread, accounts };
}

interface Answer {
  readonly body: Fields;
  readonly records: readonly Fields[];
}

async function read(operation: string, query: Fields, context: Context): Promise<Answer> {
  const card = context.catalog.card(operation);
  const { body } = await context.call(card, { path: {}, headers: {}, query });
  return { body: isFields(body) ? body : {}, records: fieldsIn(recordsOf(body, card)?.records ?? []) };
}

/** A restricted key, or a plan without the inbox, is a standing and no failure. */
async function orNull<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch (error) {
    if (error instanceof Failure && (error.exit === 'forbidden' || error.exit === 'billing')) return null;
    throw error;
  }
}

function postsIn({ body, records }: Answer): Some<PostInBrief> {
  const { total } = isFields(body['pagination']) ? body['pagination'] : {};
  return { total: typeof total === 'number' ? total : records.length, first: records.map(postInBrief) };
}

const postInBrief = (post: Fields): PostInBrief => ({
  _id: textOf(post['_id']) ?? '',
  status: textOf(post['status']) ?? '',
  at: textOf(post['scheduledFor']) ?? textOf(post['createdAt']) ?? null,
  platforms: fieldsIn(post['platforms']).flatMap(({ platform }) => textOf(platform) ?? []),
  content: textOf(post['content']) ?? '',
});

const together = (lists: readonly Some<PostInBrief>[]): Some<PostInBrief> => ({
  total: lists.reduce((sum, { total }) => sum + total, 0),
  first: lists
    .flatMap(({ first }) => first)
    .toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
    .slice(0, SHOWN),
});

function unreadIn({ records }: Answer): Some<ConversationInBrief> {
  const unread = (records as unknown as readonly Conversation[]).filter(isUnread);
  return {
    total: unread.length,
    first: unread.slice(0, SHOWN).map(({ id, platform, participantName, participantId, lastMessage = '' }) => ({
      id,
      platform,
      participantName: participantName ?? participantId ?? '',
      lastMessage,
    })),
  };
}

function accountsIn({ records }: Answer): NonNullable<Standing['accounts']> {
  const disconnected = records.filter(
    ({ isActive, needsReconnection }) => isActive === false || needsReconnection === true,
  );
  return {
    total: records.length,
    disconnected: disconnected.map(({ _id, platform, username }) => ({
      _id: textOf(_id) ?? '',
      platform: textOf(platform) ?? '',
      username: textOf(username) ?? '',
    })),
  };
}
