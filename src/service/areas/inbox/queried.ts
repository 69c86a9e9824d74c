/** The accounts that a list of the inbox is read from: those that could be read, could not, or have nothing of the kind. Used by the lists. */
import type { Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Scene } from '../../engine/scene.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';

/** @param has whether the platform has what is listed. Returns `meta` of the answer. */
export async function queriedMeta({ call, desk, now }: Scene, has: (platform: string) => boolean): Promise<Fields> {
  const { accountId, profileId, platform } = call.query;
  const reached = await accountsFor(
    desk.store.read,
    call.caller,
    typeof profileId === 'string' ? profileId : undefined,
  );
  const asked = reached.filter(
    ({ id, doc }) =>
      (accountId === undefined || id === accountId) && (platform === undefined || doc.platform === platform),
  );
  const able = asked.filter(({ doc }) => has(doc.platform));
  const failed = able.filter(({ doc }) => !doc.isActive).map(failedAccount);
  return {
    accountsQueried: able.length,
    accountsFailed: failed.length,
    failedAccounts: failed,
    lastUpdated: instantOf(now),
    accountsSkipped: asked
      .filter(({ doc }) => !has(doc.platform))
      .map(({ id, doc }) => ({ accountId: id, platform: doc.platform })),
  };
}

const failedAccount = ({ id, doc }: AccountRecord) => ({
  accountId: id,
  accountUsername: doc.username,
  platform: doc.platform,
  error: 'The connection of the account has expired.',
  code: 'ACCOUNT_DISCONNECTED',
  retryAfter: null,
});
