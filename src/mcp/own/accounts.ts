/** Accounts at a glance, and one of them whole. The API has no operation for one account: both read its list. */
import type { ToolAnswer } from '../../kernel/tools.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { ask, markOf, recordsIn, type Way } from '../api.ts';
import { capped, fenced, replyOf } from '../reply.ts';
import { failed, type Tool, type ToolReply } from '../tool.ts';
import { ownTool } from './own-tool.ts';

export interface Account {
  readonly id: string;
  readonly platform: string;
  readonly username: string;
}

/** Source: MCP-06 */
export const accountsList = (catalog: Catalog): Tool =>
  ownTool(catalog, {
    name: 'accounts_list',
    description: 'List the connected accounts with id, platform and username. Use these ids in posts.',
    uses: ['listAccounts'],
    properties: {
      platform: {
        type: 'string',
        enum: catalog.schema('accounts', '#/schemas/AccountPlatform').enum ?? [],
        description: 'Only accounts of this platform.',
      },
    },
    async run(given, way) {
      const answer = await ask(way, 'listAccounts', { query: given });
      if (answer.status >= 400) return replyOf(answer);
      return dataReply({ accounts: accountsIn(answer) }, answer);
    },
  });

/** Source: ASM-52 */
export const accountsGet = (catalog: Catalog): Tool =>
  ownTool(catalog, {
    name: 'accounts_get',
    description: 'Get one connected account: platform, username, profile, and whether its connection works.',
    uses: ['listAccounts'],
    properties: { account_id: { type: 'string', description: 'Account id, from accounts_list.' } },
    required: ['account_id'],
    async run(given, way) {
      const answer = await ask(way, 'listAccounts', { query: { includeOverLimit: true } });
      if (answer.status >= 400) return replyOf(answer);
      const account = recordsIn(answer, 'accounts').find(({ _id }) => _id === given['account_id']);
      return account === undefined
        ? failed('No connected account has this id. accounts_list shows the ids that exist.')
        : dataReply({ account }, answer);
    },
  });

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
