/** GET /v1/posts and one post: filters, orders and pages, with each target's account shown in full. */
import { DAY_MS } from '../../../kernel/time.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import type { PostFilter, Reader } from '../../store/store.ts';
import { readAccounts } from './account.ts';
import { isRefused, type Refused } from './changes.ts';
import { findPost } from './find.ts';
import type { Post } from '../../store/post.ts';
import { postView } from './view.ts';
import { timeOf } from './decide/when.ts';

export const getPost: Handler = async ({ caller, path }, { store }) => {
  const post = await findPost(store.read, caller, path['postId']);
  if (isRefused(post)) return post.refused;
  return ok({ post: (await showPosts(store.read, [post]))[0] });
};

export const listPosts: Handler = async (call, { store }) => {
  const filter = filterOf(call);
  if (isRefused(filter)) return filter.refused;
  const limit = Number(call.query['limit'] ?? 10);
  const offset = offsetOf(call, limit);
  if (isRefused(offset)) return offset.refused;
  const [total, posts] = await Promise.all([
    store.read.countPosts(filter),
    store.read.posts({ ...filter, limit, offset: offset.value }),
  ]);
  const page = Math.floor(offset.value / limit) + 1;
  return ok({
    posts: await showPosts(store.read, posts),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
  });
};

async function showPosts(reader: Reader, posts: readonly Post[]): Promise<Record<string, unknown>[]> {
  const ids = posts.flatMap(({ targets }) => targets.map(({ accountId }) => accountId));
  const accounts = await readAccounts(reader, ids);
  return posts.map((post) => postView(post, accounts));
}

/** Text filters that are the store's own, by their query name. */
const PLAIN = ['status', 'platform', 'accountId', 'createdBy', 'search', 'source', 'sortBy'] as const;

function filterOf({ caller, query }: Call): PostFilter | Refused {
  const from = boundOf(query, ['fromDate', 'dateFrom'], 0);
  const to = boundOf(query, ['toDate', 'dateTo'], DAY_MS - 1);
  if (isRefused(from)) return from;
  if (isRefused(to)) return to;
  const plain = PLAIN.filter((key) => typeof query[key] === 'string' && query[key] !== '').map(
    (key) => [key, query[key]] as const,
  );
  const profileIds = profilesOf(caller.profileIds, query['profileId']);
  return {
    teamId: caller.teamId,
    ...Object.fromEntries(plain),
    ...(profileIds === undefined ? {} : { profileIds }),
    ...(from.value === undefined ? {} : { from: from.value }),
    ...(to.value === undefined ? {} : { to: to.value }),
    includeHidden: query['includeHidden'] === true,
  };
}

/** A key limited to profiles lists those only, and a filter narrows them further. */
function profilesOf(reached: readonly string[] | null, wanted: unknown): readonly string[] | undefined {
  if (typeof wanted !== 'string') return reached ?? undefined;
  return reached === null || reached.includes(wanted) ? [wanted] : [];
}

/**
 * A date or an instant, in ms; a date alone means its whole day in UTC.
 * @param names the query names, the current one first
 * @param rest added to a date without a time: the day's last millisecond for an upper bound
 */
function boundOf(
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
  rest: number,
): { readonly value: number | undefined } | Refused {
  const param = names.find((name) => typeof query[name] === 'string' && query[name] !== '');
  if (param === undefined) return { value: undefined };
  const text = String(query[param]);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = timeOf(isDate ? `${text}T00:00` : text, 'UTC');
  if (typeof at === 'number') return { value: isDate ? at + rest : at };
  return { refused: refuse('invalid_field_value', { param, message: `\`${param}\` is no date: ${text}.` }) };
}

/** `offset` wins over `page`. */
function offsetOf({ query }: Call, limit: number): { readonly value: number } | Refused {
  const { offset } = query;
  if (offset === undefined) return { value: (Number(query['page'] ?? 1) - 1) * limit };
  if (typeof offset === 'number' && Number.isInteger(offset) && offset >= 0) return { value: offset };
  return { refused: refuse('invalid_field_value', { param: 'offset', message: '`offset` is a whole number from 0.' }) };
}
