/** Each act as a request, and what its answer tells. Pure; sent by client.ts. */
import { EVENT_NAMES } from '../../../src/build/prove/history/events.ts';
import type { Act, Answer, Call, SeenMessage, SeenPost } from '../../../src/build/prove/history/history.ts';
import type { Json } from '../service.ts';

export interface Wire {
  readonly method: string;
  readonly path: string;
  /** Whose key it carries: the team's, the control surface's, or that of a team with small request windows. */
  readonly as: 'team' | 'control' | 'small';
  readonly body?: unknown;
  /** The header in which the operation takes an idempotency key. */
  readonly keyHeader?: string;
}

export const SECRET = 'known to both';

const MINUTE = { name: 'team, a minute', spanMs: 60_000 };
const SECOND = { name: 'small team, a second', spanMs: 1_000 };

/** The request window that counts a call. */
export const windowOf = ({ as }: Wire): Pick<Call, 'window'> =>
  as === 'control' ? {} : { window: as === 'small' ? SECOND : MINUTE };

/** @param idOf id of a post by its name, as its client knows it @param platformOf platform of an account */
export function wireFor(act: Act, idOf: (post: string) => string, platformOf: (account: string) => string): Wire {
  switch (act.does) {
    case 'create': {
      const platforms = act.accounts.map((accountId) => ({ platform: platformOf(accountId), accountId }));
      const when = act.dueMs === undefined ? { publishNow: true } : { scheduledFor: new Date(act.dueMs).toISOString() };
      const body = { content: act.content, platforms, ...when };
      return { method: 'POST', path: '/v1/posts', as: 'team', body, keyHeader: 'x-request-id' };
    }
    case 'edit':
      return { method: 'PUT', path: `/v1/posts/${idOf(act.post)}`, as: 'team', body: { content: act.content } };
    case 'delete':
      return { method: 'DELETE', path: `/v1/posts/${idOf(act.post)}`, as: 'team' };
    case 'read':
      return { method: 'GET', path: `/v1/posts/${idOf(act.post)}`, as: 'team' };
    case 'search':
      return { method: 'GET', path: `/v1/posts?search=${act.post}`, as: 'team' };
    case 'send': {
      const path = `/v1/inbox/conversations/${act.conversation}/messages`;
      const body = { accountId: act.account, message: act.text };
      return { method: 'POST', path, as: 'team', body, keyHeader: 'idempotency-key' };
    }
    case 'messages':
      return { method: 'GET', path: messagesPath(act.conversation, act.account), as: 'team' };
    case 'subscribe': {
      const body = { name: act.url.split('/').at(-1), url: act.url, events: EVENT_NAMES, secret: SECRET };
      return { method: 'POST', path: '/v1/webhooks/settings', as: 'team', body };
    }
    case 'report':
      return { method: 'GET', path: '/v1/analytics/daily-metrics', as: 'small' };
    case 'hear':
    case 'clock':
    case 'advance':
      return { as: 'control', ...steering(act) };
  }
}

export const messagesPath = (conversation: string, account: string): string =>
  `/v1/inbox/conversations/${conversation}/messages?accountId=${account}`;

function steering(act: Extract<Act, { does: 'hear' | 'clock' | 'advance' | 'report' }>): Omit<Wire, 'as'> {
  if (act.does === 'advance')
    return { method: 'POST', path: '/_local/clock/advance', body: { to: new Date(act.toMs).toISOString() } };
  if (act.does !== 'hear') return { method: 'GET', path: '/_local/clock' };
  const participant = { id: act.person, name: act.person };
  const body = { type: 'message', accountId: act.account, participant, text: act.text };
  return { method: 'POST', path: '/_local/inbound', body };
}

/** What the answer to an act says. @param headers with lower-case names */
export function answerFrom(act: Act, status: number, headers: Headers, body: Json): Answer {
  const limit = headers.get('x-ratelimit-limit');
  return {
    status,
    // A process that serves nobody has no clock but the machine's.
    ...((status < 500 && clockOf(headers, body)) || {}),
    ...(limit === null ? {} : { limit: Number(limit) }),
    ...(status < 300 ? saidBy(act, body) : {}),
    ...(act.does === 'read' && status === 404 ? { posts: [] } : {}),
  };
}

/** The clock's own answer is exact; the date of any other one is in whole seconds. */
function clockOf(headers: Headers, body: Json): Pick<Answer, 'clock'> | undefined {
  const now = Date.parse(String(body['now']));
  if (!Number.isNaN(now)) return { clock: { fromMs: now, toMs: now } };
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : { clock: { fromMs: date, toMs: date + 999 } };
}

function saidBy(act: Act, body: Json): Pick<Answer, 'id' | 'conversation' | 'posts' | 'messages'> {
  switch (act.does) {
    case 'create':
      return { id: String(body['post']?.['_id']) };
    case 'read':
      return { posts: [postIn(body['post'])] };
    case 'search':
      return { posts: listIn(body['posts']).map(postIn) };
    case 'send':
      return { id: String(body['data']?.['messageId']), conversation: String(body['data']?.['conversationId']) };
    case 'hear':
      return { id: String(body['platformMessageId']), conversation: String(body['conversationId']) };
    case 'messages':
      return { messages: listIn(body['messages']).map(messageIn) };
    case 'subscribe':
      return { id: String(body['webhook']?.['_id']) };
    default:
      return {};
  }
}

export const listIn = (list: Json | undefined): readonly Json[] => (list ?? []) as unknown as readonly Json[];

export const postIn = (post: Json | undefined): SeenPost => ({
  id: String(post?.['_id']),
  content: String(post?.['content']),
  status: String(post?.['status']),
});

export const messageIn = (message: Json): SeenMessage => ({
  id: String(message['platformMessageId']),
  text: String(message['message']),
});
