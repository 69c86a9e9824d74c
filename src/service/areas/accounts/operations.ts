/** Accounts: list, rename, move, disconnect. Health, followers, groups and native posts have files of their own. */
import { isFields, textOf } from '../../../kernel/json.ts';
import { offers } from '../../../platforms/platforms.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { DEFAULT_LIMIT } from '../../engine/page.ts';
import { commit, commitSteps } from '../../change.ts';
import { withFields } from '../../store/record.ts';
import { overLimit, profileFor } from '../../records/profile.ts';
import {
  accountFor,
  accountLock,
  accountsFor,
  accountView,
  type AccountDoc,
  type AccountRecord,
} from '../../records/account.ts';
import { disconnectIn, numberProblem } from './offers.ts';
import { handlers as followers } from './followers.ts';
import { handlers as groups } from './groups.ts';
import { handlers as health } from './health.ts';
import { handlers as nativePosts } from './native-posts.ts';

const listAccounts: Handler = async ({ caller, query }, desk) => {
  const plan = await desk.plan.of(caller.teamId);
  const over = await overLimit(desk.store.read, caller.teamId, plan.profileCap);
  const status = query['status'];
  const matching = (await accountsFor(desk.store.read, caller, textOf(query['profileId'])))
    .filter(({ profileId }) => query['includeOverLimit'] === true || !over.has(profileId ?? ''))
    .filter(({ doc }) => query['platform'] === undefined || doc.platform === query['platform'])
    .filter(({ doc }) => status === undefined || doc.isActive === (status === 'connected'));
  const { rows, pagination } = paged(matching, query);
  return ok({
    accounts: rows.map(({ doc }) => accountView(doc)),
    hasAnalyticsAccess: plan.analyticsAddon,
    ...pagination,
  });
};

/** Everything at once, unless a page or its size is asked for. */
function paged(
  all: readonly AccountRecord[],
  query: Call['query'],
): { rows: readonly AccountRecord[]; pagination?: object } {
  if (query['page'] === undefined && query['limit'] === undefined) return { rows: all };
  const limit = Number(query['limit'] ?? DEFAULT_LIMIT);
  const page = Number(query['page'] ?? 1);
  const rows = all.slice((page - 1) * limit, page * limit);
  return { rows, pagination: { pagination: { page, limit, total: all.length, pages: Math.ceil(all.length / limit) } } };
}

const updateAccount: Handler = ({ caller, path, body }, desk) =>
  commit(desk, [accountLock(path['accountId'])], async (view) => {
    const account = await accountFor(view, caller, path['accountId'] ?? '');
    if (account === undefined) return { result: refuse('account_not_found') };
    const { xCapabilities } = body;
    if (xCapabilities !== undefined && !offers(account.doc.platform, 'capabilities')) {
      const message = '`xCapabilities` is for twitter accounts.';
      return { result: refuse('invalid_field_value', { param: 'xCapabilities', message }) };
    }
    const after = withFields(account, {
      username: textOf(body['username']) ?? account.doc.username,
      displayName: textOf(body['displayName']) ?? account.doc.displayName,
      ...(isFields(xCapabilities) && { xCapabilities: { ...capabilities(account.doc), ...xCapabilities } }),
    });
    const { platform, username, displayName } = after.doc;
    const shown = offers(platform, 'capabilities') ? { xCapabilities: capabilities(after.doc) } : {};
    const result = ok({ message: 'Account updated.', username, displayName, ...shown });
    return { records: [after], result };
  });

const capabilities = ({ xCapabilities }: AccountDoc): NonNullable<AccountDoc['xCapabilities']> =>
  xCapabilities ?? { analytics: true, inbox: true };

const moveAccountToProfile: Handler = ({ caller, path, body }, desk) =>
  commit(desk, [`team/${caller.teamId}`], async (view) => {
    const account = await accountFor(view, caller, path['accountId'] ?? '');
    if (account === undefined) return { result: refuse('account_not_found') };
    const profile = await profileFor(view, caller, String(body['profileId']));
    if (profile === undefined) return { result: refuse('profile_not_found', { param: 'profileId' }) };
    const { profileCap } = await desk.plan.of(caller.teamId);
    if ((await overLimit(view, caller.teamId, profileCap)).has(profile.id))
      return { result: refuse('PROFILE_OVER_LIMIT') };
    const doc: AccountDoc = { ...account.doc, profileId: profile.id };
    const refusal = await numberProblem(view, caller.teamId, doc);
    if (refusal !== undefined) return { result: refusal };
    const result = ok({ message: 'Account moved.', profileId: profile.id });
    return { records: [{ ...account, profileId: profile.id, doc }], result };
  });

const deleteAccount: Handler = ({ caller, path }, desk) =>
  commitSteps(desk, [accountLock(path['accountId'])], async function* (view) {
    const account = await accountFor(view, caller, path['accountId'] ?? '');
    if (account === undefined) return refuse('account_not_found');
    yield* disconnectIn(view, desk, {
      accountId: account.id,
      reason: 'Disconnected by the user.',
      type: 'intentional',
    });
    return ok({ message: 'Account disconnected.' });
  });

export const handlers: Record<string, Handler> = {
  listAccounts,
  updateAccount,
  moveAccountToProfile,
  deleteAccount,
  ...health,
  ...followers,
  ...groups,
  ...nativePosts,
};
