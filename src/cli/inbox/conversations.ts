/** Conversations as `svc inbox` reads them: the list, and the one that a word means. Used by commands/inbox/. */
import { failure } from '../../kernel/failure.ts';
import { fieldsIn, isFields } from '../../kernel/json.ts';
import { pages, recordsOf } from '../../client/paging.ts';
import type { CallInput } from '../../client/request.ts';
import type { Context } from '../command.ts';

/** As much of a conversation as the commands need. Answer of `GET /v1/inbox/conversations`. */
export interface Conversation {
  readonly id: string;
  readonly accountId: string;
  readonly platform: string;
  readonly accountUsername?: string;
  readonly participantId?: string;
  readonly participantName?: string;
  readonly lastMessage?: string;
  readonly unreadCount?: number | null;
  readonly status?: string;
  /** Who answers: `app` is this one. */
  readonly threadControl?: string;
  readonly updatedTime?: string;
}

/** An operation of a conversation, as its id is in the path. */
export const asking = ({ id }: Pick<Conversation, 'id'>, query: CallInput['query'] = {}): CallInput => ({
  path: { conversationId: id },
  query,
  headers: {},
});

const MOST_A_PAGE = 100;

/** Conversations one after the other, newest first; a page is asked for when it is reached. */
export async function* conversations(query: CallInput['query'], context: Context): AsyncGenerator<Conversation> {
  const card = context.catalog.card('listInboxConversations');
  const input = { path: {}, query: { limit: MOST_A_PAGE, ...query }, headers: {} };
  for await (const { body } of pages(card, input, context.call))
    yield* fieldsIn(recordsOf(body, card)?.records ?? []) as unknown as readonly Conversation[];
}

/**
 * The conversation that a word means: its id, or the name, number or id of the person; else one word of the name.
 * @throws Failure `usage` when none is meant, `ambiguous` with the candidates when several are
 */
export async function conversationCalled(word: string, context: Context): Promise<Conversation> {
  const whole: Conversation[] = [];
  const inPart: Conversation[] = [];
  for await (const one of conversations({}, context)) {
    if (one.id === word) return one;
    if (isCalled(one, word)) whole.push(one);
    else if (isCalledInPart(one, word)) inPart.push(one);
  }
  const called = whole.length > 0 ? whole : inPart;
  const [only, ...others] = called;
  if (only === undefined)
    throw failure('usage', {
      message: `No conversation is called ${JSON.stringify(word)}.`,
      param: '<conversation>',
      hint: '`svc inbox list` lists them; use the id of a conversation or the name of the person.',
    });
  if (others.length === 0) return only;
  throw failure('ambiguous', {
    message: `${word} matches ${String(called.length)} conversations: ${called.map(wordsFor).join(', ')}.`,
    param: '<conversation>',
    hint: 'Use the id of one.',
  });
}

const wordsFor = ({ id, participantName = '?', platform }: Conversation): string =>
  `${id} (${participantName}, ${platform})`;

const plain = (text: string): string => text.replace(/^[@+]/, '').toLowerCase();

const isCalled = ({ participantName = '', participantId = '' }: Conversation, word: string): boolean =>
  [participantName, participantId].some((name) => name !== '' && plain(name) === plain(word));

/** Whether the word is the first or the last name of the person. */
const isCalledInPart = ({ participantName = '' }: Conversation, word: string): boolean =>
  plain(participantName).split(/\s+/).includes(plain(word));

/** What nobody has read yet first, then the newest. */
export const unreadFirst = (all: readonly Conversation[]): readonly Conversation[] =>
  [...all].sort((one, other) => Number(isUnread(other)) - Number(isUnread(one)));

export const isUnread = ({ unreadCount }: Conversation): boolean => (unreadCount ?? 0) > 0;

/** The answer of an operation about the conversation, in the account that it belongs to. */
export async function callAbout(
  operation: string,
  conversation: Conversation,
  body: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Readonly<Record<string, unknown>>> {
  const card = context.catalog.card(operation);
  const input = { ...asking(conversation), body: { accountId: conversation.accountId, ...body } };
  const answer = await context.call(card, input);
  return isFields(answer.body) ? answer.body : {};
}
