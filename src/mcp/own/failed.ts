/** Posts that failed, on all of their targets or on some: list them, and run what failed again. */
import { fieldsIn } from '../../kernel/json.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { ToolAnswer } from '../../kernel/tools.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { FAILED_STATUSES } from '../../client/partial.ts';
import { POSTING_PLATFORMS } from '../../platforms/platforms.ts';
import { ask, recordsIn, type Way } from '../api.ts';
import { parsed, replyOf } from '../reply.ts';
import type { Arguments, Tool, ToolReply } from '../tool.ts';
import { dataReply } from './accounts.ts';
import { ownTool } from './own-tool.ts';

/** The most posts that one call retries: each of them asks its networks anew. */
const MOST = 100;

const FILTERS: Readonly<Record<string, Schema>> = {
  platform: { type: 'string', enum: POSTING_PLATFORMS, description: 'Only posts with a target on this platform.' },
  profile_id: { type: 'string', description: 'Only posts with a target in this profile.' },
};

const limitOf = (description: string, usual: number): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum: MOST,
  default: usual,
  description,
});

/** Source: ASM-52 */
export const postsListFailed = (catalog: Catalog): Tool =>
  ownTool(catalog, {
    name: 'posts_list_failed',
    description: 'List the posts that failed on all of their targets or on some, with the reason for each target.',
    uses: ['listPosts'],
    properties: { ...FILTERS, limit: limitOf('Maximum number of posts.', 20) },
    async run(given, way) {
      const found = await failedPosts(given, Number(given['limit'] ?? 20), way);
      if ('text' in found) return found;
      const { posts, more, answer } = found;
      return dataReply({ posts: posts.map(failureSummary), more }, answer);
    },
  });

/** Source: ASM-52, POST-39 */
export const postsRetryAllFailed = (catalog: Catalog): Tool =>
  ownTool(catalog, {
    name: 'posts_retry_all_failed',
    description:
      'Publish the failed targets of all failed posts again; live targets are not affected. Check ' +
      'posts_list_failed first: posts that failed because of their content will fail again.',
    uses: ['listPosts', 'retryPost'],
    properties: { ...FILTERS, limit: limitOf('Maximum number of posts to retry.', MOST) },
    async run(given, way) {
      const found = await failedPosts(given, Number(given['limit'] ?? MOST), way);
      return 'text' in found ? found : retryEach(found, way);
    },
  });

interface Found {
  readonly posts: readonly Readonly<Record<string, unknown>>[];
  /** True when there are posts beyond the limit. */
  readonly more: boolean;
  readonly answer: ToolAnswer;
}

/** One state after the other, since the list takes one at a time. */
async function failedPosts(given: Arguments, limit: number, way: Way): Promise<Found | ToolReply> {
  const posts: Readonly<Record<string, unknown>>[] = [];
  let last: ToolAnswer | undefined;
  let more = false;
  for (const status of FAILED_STATUSES) {
    const filters = { platform: given['platform'], profileId: given['profile_id'] };
    last = await ask(way, 'listPosts', { query: { status, ...filters, limit: MOST } });
    if (last.status >= 400) return replyOf(last);
    const page = recordsIn(last, 'posts');
    more ||= page.length === MOST;
    posts.push(...page);
  }
  if (last === undefined) throw new Error('No state of a post counts as failed.');
  return { posts: posts.slice(0, limit), more: more || posts.length > limit, answer: last };
}

function failureSummary(post: Readonly<Record<string, unknown>>): unknown {
  const { _id, status, content, platforms } = post;
  const targets = fieldsIn(platforms).filter((target) => target['status'] === 'failed');
  return {
    post_id: _id,
    status,
    content: String(content ?? '').slice(0, 200),
    failed: targets.map(({ platform, accountId, errorMessage, errorCategory }) => ({
      platform,
      account_id: idOf(accountId),
      error: errorMessage,
      category: errorCategory,
    })),
  };
}

/** An account may stand there whole. */
const idOf = (account: unknown): unknown =>
  typeof account === 'object' && account !== null ? (account as { readonly _id?: unknown })._id : account;

/** Statuses that say nothing of the post: the next one would be refused as well. */
const isForAll = (status: number): boolean => [401, 402, 403, 429].includes(status) || status >= 500;

async function retryEach({ posts, more, answer }: Found, way: Way): Promise<ToolReply> {
  const results: unknown[] = [];
  let last = answer;
  for (const { _id } of posts) {
    last = await ask(way, 'retryPost', { path: { postId: String(_id) } });
    if (isForAll(last.status)) break;
    results.push({ post_id: _id, ...outcomeOf(last) });
  }
  const left = posts.length - results.length;
  const stopped = left === 0 ? {} : { stopped_by: { http_status: last.status, ...outcomeOf(last) }, not_retried: left };
  const reply = dataReply({ retried: results, ...stopped, more }, last);
  return left === 0 ? reply : { ...reply, isError: true };
}

function outcomeOf(answer: ToolAnswer): Readonly<Record<string, unknown>> {
  const { post, error, code } = (parsed(answer) ?? {}) as Readonly<Record<string, unknown>>;
  const { status } = (post ?? {}) as { readonly status?: unknown };
  return status === undefined ? { error, code } : { status };
}
