/** Sign-ins that begin in a way of their own: for ads, for the channels of a workspace, by a code for a bot. Next stop: begin.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { PLATFORMS } from '../../../platforms/platforms.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { refuse } from '../../refuse.ts';
import { accountFor, accountsFor } from '../../records/account.ts';
import { beginConnection } from './begin.ts';
import { LIFE_MS } from './session.ts';

/** The platform that ad operations name with the word; ad platforms themselves go by their own. */
const adPlatformOf = (word: string): string =>
  Object.keys(PLATFORMS).find((name) => PLATFORMS[name]?.adNames?.includes(word)) ?? word;

/** Ads that are connected already need no further sign-in, unless it is forced. */
const connectAds: Handler = async (call, desk) => {
  const { read } = desk.store;
  const { profileId, accountId, force } = call.query;
  if (accountId !== undefined && (await accountFor(read, call.caller, String(accountId))) === undefined)
    return refuse('account_not_found', { param: 'accountId' });
  const platform = adPlatformOf(String(call.path['platform']));
  const accounts = await accountsFor(read, call.caller, String(profileId));
  const known = accounts.find(({ doc }) => doc.platform === platform && doc.isActive);
  if (known === undefined || force === true) return beginConnection(call, desk, { platform });
  const { username, displayName } = known.doc;
  return ok({ alreadyConnected: true, accountId: known.id, platform, username, displayName });
};

const listSlackChannels: Handler = (call, desk) =>
  call.query['accountId'] === undefined && call.query['pendingDataToken'] === undefined
    ? beginConnection(call, desk, { platform: 'slack' })
    : engine(call, desk);

/** The code that somebody sends to the bot, under which the sign-in waits. */
const getTelegramConnectStatus: Handler = async (call, desk) => {
  const reply = await beginConnection(call, desk, { platform: 'telegram' });
  if (reply.status !== 200) return reply;
  const { state } = reply.body as { readonly state: string };
  return ok({ code: state, expiresAt: instantOf(desk.clock.now() + LIFE_MS), expiresIn: LIFE_MS / 1_000 });
};

export const handlers: Readonly<Record<string, Handler>> = { connectAds, listSlackChannels, getTelegramConnectStatus };
