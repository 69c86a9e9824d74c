/** The simulated networks as a person steers them: behaviours, and what is done by hand on the network itself. */
import { created, ok, type Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { ACCOUNT_KIND, networkAccount, type AccountRecord } from '../records/account.ts';
import { CARRIER_FEED, NUMBER_KIND } from '../records/phone.ts';
import { BEHAVIOUR_SCHEMA, type Behaviour } from '../networks/simulated/behaviour.ts';
import { setMetrics } from '../networks/simulated/metrics.ts';
import { addNativePost, deleteFeed, listFeed, patchFeed, setBehaviour } from '../networks/simulated/steer.ts';
import type { Parts } from '../parts.ts';
import type { ControlCall, ControlRoute } from './route.ts';

const MEDIA = { type: 'array', items: { type: 'object' } } as const;

const FEED = '/_local/network/:accountId/feed';

export const networkRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/network/:accountId/behaviour',
    body: BEHAVIOUR_SCHEMA,
    answer: (call, parts) =>
      withOwner(call, parts, async (owner) =>
        ok({ behaviours: await setBehaviour(parts.desk, owner, call.body as unknown as Behaviour) }),
      ),
  },
  {
    method: 'GET',
    path: FEED,
    query: { type: 'object', properties: { kind: { type: 'string' } } },
    answer: async ({ params, query }, { desk }) =>
      ok({ items: await listFeed(desk, params['accountId'] ?? '', query['kind'] as string | undefined) }),
  },
  {
    method: 'POST',
    path: FEED,
    body: { type: 'object', required: ['text'], properties: { text: { type: 'string' }, media: MEDIA } },
    answer: (call, parts) =>
      withAccount(call, parts, async (account) => {
        const post = call.body as { text: string; media?: Record<string, unknown>[] };
        return created({ item: await addNativePost(parts.desk, networkAccount(account), post) });
      }),
  },
  {
    method: 'PATCH',
    path: `${FEED}/:nativeId`,
    body: {
      type: 'object',
      properties: { text: { type: 'string' }, media: MEDIA, url: { type: 'string' } },
    },
    answer: async ({ params, body }, { desk }) => found(await patchFeed(desk, placeOf(params), body)),
  },
  {
    method: 'PATCH',
    path: '/_local/network/:accountId/metrics',
    body: {
      type: 'object',
      properties: { nativeId: { type: 'string' } },
      additionalProperties: { type: 'number', minimum: 0 },
    },
    answer: (call, parts) =>
      withAccount(call, parts, async ({ id, teamId }) => {
        const { nativeId, ...metrics } = call.body as { nativeId?: string } & Record<string, number>;
        return found(
          await setMetrics(parts.desk, { accountId: id, teamId, nativeId }, metrics as Record<string, number>),
        );
      }),
  },
  {
    method: 'DELETE',
    path: `${FEED}/:nativeId`,
    answer: async ({ params }, { desk }) => found(await deleteFeed(desk, placeOf(params))),
  },
];

const placeOf = (params: ControlCall['params']) => ({
  accountId: params['accountId'] ?? '',
  nativeId: params['nativeId'] ?? '',
});

const found = (isThere: boolean): Reply =>
  isThere ? ok({}) : refuse('not_found', { message: 'There is no item with this id in the feed.' });

/** Behaviours are set for an account, for a number, or for the carrier of all numbers. */
async function withOwner(
  { params }: ControlCall,
  { desk, lifecycle }: Parts,
  act: (owner: { readonly id: string; readonly teamId: string }) => Promise<Reply>,
): Promise<Reply> {
  const id = params['accountId'] ?? '';
  if (id === CARRIER_FEED) return act({ id, teamId: lifecycle.teamId() });
  const { read } = desk.store;
  const owner = (await read.get(ACCOUNT_KIND, id)) ?? (await read.get(NUMBER_KIND, id));
  return owner === undefined ? refuse('account_not_found') : act(owner);
}

async function withAccount(
  { params }: ControlCall,
  { desk }: Parts,
  act: (account: AccountRecord) => Promise<Reply>,
): Promise<Reply> {
  const account = await desk.store.read.get(ACCOUNT_KIND, params['accountId'] ?? '');
  return account === undefined ? refuse('account_not_found') : act(account);
}
