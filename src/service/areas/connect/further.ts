/** Sign-ins that begin in a way of their own: for ads, for the channels of a workspace. Next stop: begin.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { adPlatformOf, traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { refuse } from '../../refuse.ts';
import { accountFor, accountsFor } from '../../records/account.ts';
import { beginConnection } from './begin.ts';
import { tokenRefusal } from './offered.ts';

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

/** The channels of a workspace that an account is in or that somebody has signed in to; without either, the page to sign in on. */
const listSlackChannels: Handler = async (call, desk) => {
  const { accountId, pendingDataToken } = call.query;
  if (accountId === undefined && pendingDataToken === undefined)
    return call.caller.readOnly ? READ_ONLY : beginConnection(call, desk, { platform: 'slack' });
  const refusal = await workspaceRefusal(call, desk);
  if (refusal !== undefined) return refusal;
  const listed = await engine(call, desk);
  const [team] = desk.catalog.fixtures()['slack_workspace'] ?? [];
  return listed.status === 200 ? { ...listed, body: { ...Object(listed.body), team } as Fields } : listed;
};

const READ_ONLY = refuse('insufficient_permissions', { message: 'A read-only key cannot start a sign-in.' });

async function workspaceRefusal(call: Call, desk: Desk): Promise<Reply | undefined> {
  const { accountId } = call.query;
  if (accountId === undefined) return tokenRefusal(call, desk, 'slack');
  const account = await accountFor(desk.store.read, call.caller, String(accountId));
  const isThere = account !== undefined && traitsOf(account.doc.platform).connection?.selection?.of === 'slack_channel';
  return isThere ? undefined : refuse('account_not_found', { param: 'accountId' });
}

export const handlers: Readonly<Record<string, Handler>> = { connectAds, listSlackChannels };
