/** The tools made by hand that call the API: accounts at a glance, and a post in six words. */
import { instantOf } from '../kernel/instant.ts';
import type { Schema } from '../kernel/schema.ts';
import { MINUTE_MS } from '../kernel/time.ts';
import type { Corridor, ToolAnswer } from '../kernel/tools.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { problemsOf } from '../schema/problems.ts';
import { capped, fenced, parsed, replyOf } from './reply.ts';
import { failed, type Arguments, type InputSchema, type Tool, type ToolReply } from './tool.ts';

interface Account {
  readonly id: string;
  readonly platform: string;
  readonly username: string;
}

/** Source: MCP-06 */
export const accountsList = (catalog: Catalog): Tool => {
  const inputSchema = (): InputSchema => ({
    type: 'object',
    properties: { platform: platforms(catalog, 'Only accounts of this platform.') },
    additionalProperties: false,
  });
  return {
    name: 'accounts_list',
    description: 'List the connected accounts with id, platform and username. Posts name accounts by these ids.',
    isReading: true,
    isDestructive: false,
    inputSchema,
    async run(given, corridor) {
      const problem = problemIn(given, inputSchema());
      if (problem !== undefined) return failed(problem);
      const answer = await accountsAnswer({ corridor, catalog }, given['platform'] as string | undefined);
      if (answer.status >= 400) return replyOf(answer);
      const accounts = accountsIn(answer);
      const mark = answer.headers['x-request-id'] ?? '';
      return { text: fenced(capped(JSON.stringify({ accounts }, null, 1)), mark) };
    },
  };
};

const DEFAULT_MINUTES = 60;

/** Source: MCP-07 to MCP-11 */
export const postsCreate = (catalog: Catalog): Tool => {
  const inputSchema = (): InputSchema => ({
    type: 'object',
    properties: {
      content: { type: 'string', description: 'Text of the post.' },
      platform: platforms(catalog, 'Platform that the post goes to.'),
      account_id: {
        type: 'string',
        description: 'Account that publishes, by its id. May be left out when the platform has one account.',
      },
      publish_now: { type: 'boolean', default: false, description: 'Publish at once.' },
      schedule_minutes: {
        type: 'integer',
        minimum: 1,
        default: DEFAULT_MINUTES,
        description: 'Minutes from now until the post goes out. Counts when it is neither published now nor a draft.',
      },
      is_draft: { type: 'boolean', default: false, description: 'Keep a draft, whatever else is said.' },
    },
    required: ['content', 'platform'],
    additionalProperties: false,
  });
  return {
    name: 'posts_create',
    description:
      'Create a post for one account: scheduled (by default in an hour), published at once, or saved as a draft. ' +
      'For several accounts, media or settings of a platform use posts_create_post through call_tool.',
    isReading: false,
    isDestructive: false,
    inputSchema,
    async run(given, corridor) {
      const problem = problemIn(given, inputSchema());
      return problem === undefined ? createPost(given, { corridor, catalog }) : failed(problem);
    },
  };
};

/** What a tool calls, and where the operations are. */
interface Way {
  readonly corridor: Corridor;
  readonly catalog: Catalog;
}

async function createPost(given: Arguments, way: Way): Promise<ToolReply> {
  const { corridor, catalog } = way;
  const platform = String(given['platform']);
  const account = given['account_id'] ?? (await onlyAccount(platform, way));
  if (typeof account !== 'string') return account as ToolReply;
  const body = { content: given['content'], platforms: [{ platform, accountId: account }], ...timing(given, corridor) };
  const requestId = corridor.requestId();
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-request-id': requestId };
  const { method, path } = catalog.card('createPost');
  return replyOf(await corridor.send({ method, path, headers, body: JSON.stringify(body) }));
}

function timing(given: Arguments, corridor: Corridor): Record<string, unknown> {
  if (given['is_draft'] === true) return { isDraft: true };
  if (given['publish_now'] === true) return { publishNow: true };
  const minutes = (given['schedule_minutes'] as number | undefined) ?? DEFAULT_MINUTES;
  return { scheduledFor: instantOf(corridor.now() + minutes * MINUTE_MS) };
}

/** Id of the one account that a platform has, or why no account can be chosen. */
async function onlyAccount(platform: string, way: Way): Promise<string | ToolReply> {
  const answer = await accountsAnswer(way, platform);
  if (answer.status >= 400) return replyOf(answer);
  const [first, ...more] = accountsIn(answer);
  if (first === undefined) return failed(`No ${platform} account is connected. Nothing was posted.`);
  if (more.length === 0) return first.id;
  const list = JSON.stringify([first, ...more].map(({ id, username }) => ({ account_id: id, username })));
  const mark = answer.headers['x-request-id'] ?? '';
  return failed(
    `There are several ${platform} accounts. Say which one with account_id. Nothing was posted.\n${fenced(capped(list), mark)}`,
  );
}

function accountsAnswer({ corridor, catalog }: Way, platform: string | undefined): Promise<ToolAnswer> {
  const { method, path } = catalog.card('listAccounts');
  return corridor.send({
    method,
    path: path + (platform === undefined ? '' : `?platform=${encodeURIComponent(platform)}`),
    headers: { accept: 'application/json', 'x-request-id': corridor.requestId() },
  });
}

function accountsIn(answer: ToolAnswer): readonly Account[] {
  const { accounts = [] } = (parsed(answer) ?? {}) as { readonly accounts?: readonly Record<string, unknown>[] };
  return accounts.map(({ _id, platform, username }) => ({
    id: String(_id),
    platform: String(platform),
    username: String(username),
  }));
}

/** The words for platforms, as the accounts have them. */
function platforms(catalog: Catalog, description: string): Schema {
  const { enum: words = [] } = catalog.schema('accounts', '#/schemas/AccountPlatform');
  return { type: 'string', enum: words, description };
}

const problemIn = (given: Arguments, schema: InputSchema): string | undefined => {
  const [problem] = problemsOf(schema, given, {});
  return problem === undefined ? undefined : `${problem.sentence}. Nothing was sent.`;
};
