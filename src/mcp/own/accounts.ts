/** Accounts at a glance, and one of them whole. The API has no operation for one account: both read its list. */
import type { Schema } from '../../kernel/schema.ts';
import type { ToolAnswer } from '../../kernel/tools.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { problemsOf } from '../../schema/problems.ts';
import { ask, markOf, recordsIn, type Way } from '../api.ts';
import { capped, fenced, replyOf } from '../reply.ts';
import { failed, type Arguments, type InputSchema, type Tool, type ToolReply } from '../tool.ts';

export interface Account {
  readonly id: string;
  readonly platform: string;
  readonly username: string;
}

/** Source: MCP-06 */
export function accountsList(catalog: Catalog): Tool {
  const { enum: words = [] } = catalog.schema('accounts', '#/schemas/AccountPlatform');
  const inputSchema = (): InputSchema =>
    objectOf({ platform: { type: 'string', enum: words, description: 'Only accounts of this platform.' } });
  return {
    name: 'accounts_list',
    description: 'List the connected accounts with id, platform and username. Posts name accounts by these ids.',
    uses: ['listAccounts'],
    inputSchema,
    run: (given, corridor) =>
      runSound(given, inputSchema(), async () => {
        const answer = await ask({ corridor, catalog }, 'listAccounts', { query: given });
        if (answer.status >= 400) return replyOf(answer);
        return dataReply({ accounts: accountsIn(answer) }, answer);
      }),
  };
}

/** Source: ASM-52 */
export function accountsGet(catalog: Catalog): Tool {
  const inputSchema = (): InputSchema =>
    objectOf({ account_id: { type: 'string', description: 'Id of the account, as accounts_list shows it.' } }, [
      'account_id',
    ]);
  return {
    name: 'accounts_get',
    description: 'Get one connected account: platform, username, profile, and whether its connection works.',
    uses: ['listAccounts'],
    inputSchema,
    run: (given, corridor) =>
      runSound(given, inputSchema(), async () => {
        const answer = await ask({ corridor, catalog }, 'listAccounts', { query: { includeOverLimit: true } });
        if (answer.status >= 400) return replyOf(answer);
        const account = recordsIn(answer, 'accounts').find(({ _id }) => _id === given['account_id']);
        return account === undefined
          ? failed('No connected account has this id. accounts_list shows those that there are.')
          : dataReply({ account }, answer);
      }),
  };
}

export const accountsIn = (answer: ToolAnswer): readonly Account[] =>
  recordsIn(answer, 'accounts').map(({ _id, platform, username }) => ({
    id: String(_id),
    platform: String(platform),
    username: String(username),
  }));

export async function connectedAccounts(way: Way, platform?: string): Promise<readonly Account[] | ToolReply> {
  const answer = await ask(way, 'listAccounts', { query: platform === undefined ? {} : { platform } });
  return answer.status >= 400 ? replyOf(answer) : accountsIn(answer);
}

/** A reply of our own making about what an answer brought. */
export const dataReply = (data: unknown, answer: ToolAnswer): ToolReply => ({
  text: fenced(capped(JSON.stringify(data, null, 1)), markOf(answer)),
});

export const objectOf = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): InputSchema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});

/** Runs a tool whose arguments fit; what does not fit is refused in a sentence before anything is sent. */
export async function runSound(
  given: Arguments,
  schema: InputSchema,
  run: () => Promise<ToolReply>,
): Promise<ToolReply> {
  const [problem] = problemsOf(schema, given, {});
  return problem === undefined ? run() : failed(`${problem.sentence}. Nothing was sent.`);
}
