/** A post in six words for one account, and the same content for several platforms at once. */
import { instantOf } from '../../kernel/instant.ts';
import type { Schema } from '../../kernel/schema.ts';
import { MINUTE_MS } from '../../kernel/time.ts';
import type { Corridor } from '../../kernel/tools.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { POSTING_PLATFORMS } from '../../platforms/platforms.ts';
import { ask, type Way } from '../api.ts';
import { capped, fenced, replyOf } from '../reply.ts';
import { failed, type Arguments, type Tool, type ToolReply } from '../tool.ts';
import { connectedAccounts, type Account } from './accounts.ts';
import { ownTool } from './own-tool.ts';

const DEFAULT_MINUTES = 60;

const CONTENT: Schema = { type: 'string', description: 'Text of the post.' };
const PLATFORM: Schema = { type: 'string', enum: POSTING_PLATFORMS };

const TIMING: Readonly<Record<string, Schema>> = {
  publish_now: { type: 'boolean', default: false, description: 'Publish immediately.' },
  schedule_minutes: {
    type: 'integer',
    minimum: 1,
    default: DEFAULT_MINUTES,
    description: 'Minutes from now until the post is published. Ignored for drafts and posts published now.',
  },
  is_draft: { type: 'boolean', default: false, description: 'Save as a draft. Overrides the other options.' },
};

/** Source: MCP-07 to MCP-11 */
export const postsCreate = (catalog: Catalog): Tool =>
  ownTool(catalog, {
    name: 'posts_create',
    description:
      'Create a post for one account: scheduled (by default in an hour), published at once, or saved as a draft. ' +
      'For several platforms, use posts_cross_post; for media or platform settings, use posts_create_post through call_tool.',
    uses: ['listAccounts', 'createPost'],
    properties: {
      content: CONTENT,
      platform: { ...PLATFORM, description: 'Platform to post to.' },
      account_id: {
        type: 'string',
        description: 'Id of the account to post as. Optional if the platform has one account.',
      },
      ...TIMING,
    },
    required: ['content', 'platform'],
    async run(given, way) {
      const platform = String(given['platform']);
      const account = given['account_id'] ?? (await onlyAccount(platform, way));
      return typeof account === 'string' ? createPost([{ platform, id: account }], given, way) : (account as ToolReply);
    },
  });

/** Source: ASM-52 */
export const postsCrossPost = (catalog: Catalog): Tool =>
  ownTool(catalog, {
    name: 'posts_cross_post',
    description:
      'Create one post with the same content for several platforms: scheduled (by default in an hour), published at once, or saved as a draft.',
    uses: ['listAccounts', 'createPost'],
    properties: {
      content: CONTENT,
      platforms: { type: 'array', items: PLATFORM, minItems: 1, description: 'Platforms to post to.' },
      account_ids: {
        type: 'array',
        items: { type: 'string' },
        description: 'Ids of the accounts to post as. Required for platforms with several accounts.',
      },
      ...TIMING,
    },
    required: ['content', 'platforms'],
    run: crossPost,
  });

/** Source: ASM-52, POST-43 */
export const postsPublishNow = (catalog: Catalog): Tool =>
  ownTool(catalog, {
    name: 'posts_publish_now',
    description: 'Publish a draft or a scheduled post immediately. For a post that failed, use posts_retry.',
    uses: ['updatePost'],
    properties: { post_id: { type: 'string', description: 'Id of a draft or a scheduled post.' } },
    required: ['post_id'],
    run: async (given, way) =>
      replyOf(await ask(way, 'updatePost', { path: { postId: String(given['post_id']) }, body: { publishNow: true } })),
  });

type Target = Pick<Account, 'id' | 'platform'>;

async function crossPost(given: Arguments, way: Way): Promise<ToolReply> {
  const platforms = [...new Set(given['platforms'] as readonly string[])];
  const ids = (given['account_ids'] ?? []) as readonly string[];
  const accounts = await connectedAccounts(way);
  if ('text' in accounts) return accounts;
  const strange = ids.find((id) => !accounts.some((one) => one.id === id && platforms.includes(one.platform)));
  if (strange !== undefined)
    return failed(`No account of these platforms has the id ${JSON.stringify(strange)}. Nothing was posted.`);
  const targets: Target[] = [];
  for (const platform of platforms) {
    const there = accounts.filter((one) => one.platform === platform);
    const chosen = there.filter(({ id }) => ids.includes(id));
    const found = chosen.length > 0 ? chosen : oneOf(platform, there, way.corridor);
    if ('text' in found) return found;
    targets.push(...found);
  }
  return createPost(targets, given, way);
}

async function createPost(targets: readonly Target[], given: Arguments, way: Way): Promise<ToolReply> {
  const platforms = targets.map(({ id, platform }) => ({ platform, accountId: id }));
  const body = { content: given['content'], platforms, ...(await readTiming(given, way.corridor)) };
  return replyOf(await ask(way, 'createPost', { body }));
}

async function readTiming(given: Arguments, corridor: Corridor): Promise<Record<string, unknown>> {
  if (given['is_draft'] === true) return { isDraft: true };
  if (given['publish_now'] === true) return { publishNow: true };
  const minutes = (given['schedule_minutes'] as number | undefined) ?? DEFAULT_MINUTES;
  return { scheduledFor: instantOf((await corridor.now()) + minutes * MINUTE_MS) };
}

/** Id of the one account that a platform has, or why no account can be chosen. */
async function onlyAccount(platform: string, way: Way): Promise<string | ToolReply> {
  const accounts = await connectedAccounts(way, platform);
  const found = 'text' in accounts ? accounts : oneOf(platform, accounts, way.corridor);
  return 'text' in found ? found : (found[0]?.id ?? '');
}

function oneOf(platform: string, accounts: readonly Account[], corridor: Corridor): readonly Account[] | ToolReply {
  if (accounts.length === 1) return accounts;
  if (accounts.length === 0) return failed(`No ${platform} account is connected. Nothing was posted.`);
  const list = JSON.stringify(accounts.map(({ id, username }) => ({ account_id: id, username })));
  return failed(
    `There are several ${platform} accounts. Give the id of one. Nothing was posted.\n${fenced(capped(list), corridor.requestId())}`,
  );
}
