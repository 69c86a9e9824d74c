/** The health of connections: what an account can do now, and why not when it cannot. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import { ok, type Caller } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { laneOf } from '../../../platforms/lanes.ts';
import { takesPosts, traitsOf } from '../../../platforms/platforms.ts';
import { overLimit } from '../../records/profile.ts';
import { accountFor, accountsFor, type AccountRecord } from '../../records/account.ts';

type Status = 'healthy' | 'warning' | 'error';

interface Health {
  readonly status: Status;
  readonly canPost: boolean;
  readonly canFetchAnalytics: boolean;
  readonly tokenValid: boolean;
  /** ISO 8601; the platform's token, renewed by the service before that. */
  readonly tokenExpiresAt: string;
  readonly needsReconnect: boolean;
  readonly issues: readonly string[];
}

/** What of the plan and the day an account's health depends on. */
interface Circumstances {
  readonly now: number;
  readonly disabledPlatforms: readonly string[];
  readonly overLimit: ReadonlySet<string>;
}

const getAllAccountsHealth: Handler = async ({ caller, query }, desk) => {
  const around = await circumstances(caller, desk);
  const profileId = typeof query['profileId'] === 'string' ? query['profileId'] : undefined;
  const rows = (await accountsFor(desk.store.read, caller, profileId))
    .filter(({ doc }) => query['platform'] === undefined || doc.platform === query['platform'])
    .map((account) => ({ ...nameOf(account), ...healthOf(account, around) }))
    .filter(({ status }) => query['status'] === undefined || status === query['status']);
  const count = (status: Status) => rows.filter((row) => row.status === status).length;
  const summary = {
    total: rows.length,
    healthy: count('healthy'),
    warning: count('warning'),
    error: count('error'),
    needsReconnect: rows.filter((row) => row.needsReconnect).length,
  };
  return ok({ summary, accounts: rows });
};

const getAccountHealth: Handler = async ({ caller, path }, desk) => {
  const account = await accountFor(desk.store.read, caller, path['accountId'] ?? '');
  if (account === undefined) return refuse('account_not_found');
  const { canPost, canFetchAnalytics, ...health } = healthOf(account, await circumstances(caller, desk));
  const { accountId, platform, username, displayName } = nameOf(account);
  const integrationLane = laneOf(platform, account.doc.variant);
  return ok({
    accountId,
    platform,
    ...(integrationLane === undefined ? {} : { integrationLane }),
    username,
    displayName,
    status: health.status,
    tokenStatus: {
      valid: health.tokenValid,
      expiresAt: health.tokenExpiresAt,
      needsRefresh: !health.tokenValid,
    },
    permissions: permissions(account, { canPost, canFetchAnalytics }),
    issues: health.issues,
    recommendations: health.needsReconnect ? ['Reconnect the account. It gets a new id.'] : [],
    platformConnection: {
      status: health.tokenValid ? 'connected' : 'disconnected',
      checkedAt: instantOf(desk.clock.now()),
    },
  });
};

function permissions(
  { doc }: AccountRecord,
  can: { canPost: boolean; canFetchAnalytics: boolean },
): Record<string, unknown> {
  const scope = (name: string, required: boolean) => ({
    scope: `${doc.platform}.${name}`,
    granted: doc.isActive,
    required,
  });
  const posting = takesPosts(doc.platform) ? [scope('publish', true)] : [];
  const analytics = hasAnalytics(doc.platform) ? [scope('insights', false)] : [];
  const missingRequired = doc.isActive ? [] : posting.map((row) => row.scope);
  return { posting, analytics, optional: [], ...can, missingRequired };
}

async function circumstances(caller: Caller, desk: Desk): Promise<Circumstances> {
  const plan = await desk.plan.of(caller.teamId);
  return {
    now: desk.clock.now(),
    disabledPlatforms: plan.disabledPlatforms,
    overLimit: await overLimit(desk.store.read, caller.teamId, plan.profileCap),
  };
}

/** Source: ACC-22 to ACC-24, PLT-08, PLT-12 */
function healthOf({ doc, profileId, createdAt }: AccountRecord, around: Circumstances): Health {
  const obstacles = [
    ...(around.disabledPlatforms.includes(doc.platform) ? [`${platformLabel(doc.platform)} is turned off.`] : []),
    ...(around.overLimit.has(profileId ?? '') ? ['This profile exceeds the number of profiles in your plan.'] : []),
  ];
  const expired = doc.isActive ? [] : [doc.brokenBy ?? 'The connection has expired.'];
  return {
    status: expired.length > 0 ? 'error' : obstacles.length > 0 ? 'warning' : 'healthy',
    canPost: doc.isActive && doc.enabled && obstacles.length === 0 && takesPosts(doc.platform),
    canFetchAnalytics: doc.isActive && hasAnalytics(doc.platform),
    tokenValid: doc.isActive,
    tokenExpiresAt: instantOf(tokenEnd(createdAt, around.now)),
    needsReconnect: doc.needsReconnection,
    issues: [...expired, ...obstacles],
  };
}

const hasAnalytics = (platform: string): boolean => traitsOf(platform).analytics !== undefined;

/** Days a platform's token lasts before the service renews it. */
const TOKEN_MS = 60 * DAY_MS;

const tokenEnd = (connectedAt: number, now: number): number =>
  connectedAt + (Math.floor(Math.max(0, now - connectedAt) / TOKEN_MS) + 1) * TOKEN_MS;

const nameOf = ({ id, doc, profileId }: AccountRecord) => ({
  accountId: id,
  platform: doc.platform,
  username: doc.username,
  displayName: doc.displayName,
  profileId,
});

export const handlers: Record<string, Handler> = { getAllAccountsHealth, getAccountHealth };
