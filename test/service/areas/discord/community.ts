/** A server for tests: an account of its bot, and the calls that name both. */
import type { ServiceOptions } from '../../../../src/service/options.ts';
import { startService, type Json } from '../../../support/service.ts';

export const GUILD = '121270009565129';
export const ANNOUNCEMENTS = '121395413380137';
export const GENERAL = '121395413380188';
export const FORUM = '121395413380221';
export const VOICE = '121395413380287';
export const STAGE = '121395413380311';
export const HIDDEN = '121395413380344';

export const ANN = '122273252880172';
export const BEN = '122273252880214';
export const CLEO = '122273252880256';

export const EARLY_BIRD = '121023989945638';
export const FOUNDER = '121856949036231';
export const BOT_ROLE = '121500000000003';
export const MODERATOR = '121500000000004';

export async function startCommunity(options: Partial<ServiceOptions> = {}) {
  const service = await startService(options);
  const { api } = service;
  const { _id: accountId } = await service.account('discord');
  const call = (method: string, path: string, body?: object) =>
    body === undefined
      ? api(method, `/v1/discord/${path}`, { query: { accountId } })
      : api(method, `/v1/discord/${path}`, { query: { accountId }, body });
  const list = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', `/v1/discord/${path}`, { query: { accountId, ...query } })).body['data'] as unknown as Json[];
  /** Publishes a post into a channel. @returns its id on Discord */
  const publish = async (content: string, channelId = ANNOUNCEMENTS): Promise<string> => {
    const platforms = [{ platform: 'discord', accountId, platformSpecificData: { channelId } }];
    const { body } = await api('POST', '/v1/posts', { body: { content, platforms, publishNow: true } });
    const post = body['post'] as unknown as { platforms: readonly { platformPostId: string }[] };
    return String(post.platforms[0]?.platformPostId);
  };
  return { ...service, accountId, call, list, publish };
}
