/** Accounts made and broken by hand, through the same functions that the connect page and publishing use. */
import type { Schema } from '../../kernel/schema.ts';
import { CONNECTION_KINDS } from '../../kernel/steering.ts';
import { problemsOf } from '../../schema/problems.ts';
import { created, ok, type Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { ACCOUNT_KIND, accountView } from '../records/account.ts';
import { PROFILE_KIND } from '../records/profile.ts';
import { problemRefusal } from '../problem-refusal.ts';
import type { Parts } from '../parts.ts';
import type { ControlCall, ControlRoute } from './route.ts';

/** The contract's list of platforms that an account may have. */
const PLATFORM: Schema = { type: 'object', properties: { platform: { $ref: '#/schemas/AccountPlatform' } } };

export const accountRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/accounts',
    answer: async (_call, { desk }) => {
      const accounts = await desk.store.read.list(ACCOUNT_KIND);
      return ok({ accounts: accounts.map(({ doc }) => accountView(doc)) });
    },
  },
  {
    method: 'POST',
    path: '/_local/accounts',
    body: {
      type: 'object',
      required: ['platform'],
      properties: {
        platform: { type: 'string' },
        profileId: { type: 'string' },
        username: { type: 'string', minLength: 1 },
        displayName: { type: 'string' },
        kind: { type: 'string', enum: CONNECTION_KINDS },
      },
    },
    answer: connect,
  },
  {
    method: 'POST',
    path: '/_local/accounts/:id/disconnect',
    body: { type: 'object', properties: { reason: { type: 'string' } } },
    answer: disconnect,
  },
];

interface ConnectBody {
  readonly platform: string;
  readonly profileId?: string;
  readonly username?: string;
  readonly displayName?: string;
  readonly kind?: string;
}

async function connect({ body }: ControlCall, { desk, lifecycle }: Parts): Promise<Reply> {
  const asked = body as unknown as ConnectBody;
  const problems = problemsOf(PLATFORM, asked, desk.catalog.file('accounts').schemas);
  if (problems.length > 0) return problemRefusal(problems);
  const profile = asked.profileId === undefined ? undefined : await desk.store.read.get(PROFILE_KIND, asked.profileId);
  const { connectAccount } = await import('../areas/accounts/offers.ts');
  const connected = await connectAccount(desk, { ...asked, teamId: profile?.teamId ?? lifecycle.teamId() });
  return 'refusal' in connected ? connected.refusal : created({ account: accountView(connected.account.doc) });
}

async function disconnect({ params, body }: ControlCall, { desk }: Parts): Promise<Reply> {
  const reason = typeof body['reason'] === 'string' ? body['reason'] : 'The access token has expired.';
  const { disconnectAccount } = await import('../areas/accounts/offers.ts');
  const isThere = await disconnectAccount(desk, { accountId: params['id'] ?? '', reason, type: 'unintentional' });
  return isThere ? { status: 200, body: {} } : refuse('account_not_found');
}
