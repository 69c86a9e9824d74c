/** Why the platform behind an operation refuses it: a broken connection, or a behaviour set on the simulated network. Next stop: handle.ts. */
import type { Card } from '../../kernel/card.ts';
import type { NetworkOperation } from '../../kernel/steering.ts';
import { ACCOUNT_KIND, networkAccount, type AccountRecord } from '../records/account.ts';
import { isRefused } from '../areas/posts/changes.ts';
import type { Call, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Desk } from '../desk.ts';
import { traitsOf } from '../../platforms/platforms.ts';
import type { NetworkAnswer } from '../networks/driver.ts';
import { accountIdOf, ownerRecord } from '../engine/scene.ts';
import { callIn, type Landing } from './landing.ts';
import { namedInPath } from './named.ts';
import { gateOf, ofOtherPlatform } from './platform-gate.ts';
import { adsQuotaRefusal } from '../limits/quota.ts';

export const upstream: Landing = {
  name: 'upstream',
  needs: 'body',
  open({ parts: { desk } }, { card }) {
    const asks = actsOnPlatform(card) || platformsOf(card, desk) !== undefined;
    return async (visit, next) => (asks ? await upstreamRefusal(callIn(visit), desk) : undefined) ?? next();
  },
};

/** The part of a call that names accounts. */
export type Naming = Pick<Call, 'card' | 'caller' | 'path' | 'query' | 'body'>;

/** Whether a platform may have something against calls of the operation, by the guard of its card. */
export const actsOnPlatform = (card: Card): boolean => card.guard?.upstream !== undefined || gateOf(card) !== undefined;

/** Platforms of the kind of record that the operation is about; undefined where it is one of every platform. */
function platformsOf(card: Card, { catalog }: Desk): readonly string[] | undefined {
  return catalog.kinds()[catalog.served(card)?.effect.kind ?? '']?.platforms;
}

/** The refusal, or undefined when the platform takes the call. Publishing and reading of posts ask for themselves. */
export async function upstreamRefusal(call: Call, desk: Desk): Promise<Reply | undefined> {
  const operation = call.card.guard?.upstream;
  const gate = gateOf(call.card);
  const platforms = platformsOf(call.card, desk);
  if (operation === undefined && gate === undefined && platforms === undefined) return undefined;
  const record = (await accountNamed(call, desk)) ?? (operation === 'call' ? await lineNamed(call, desk) : undefined);
  if (record === undefined) return undefined;
  const missing = ofOtherPlatform(record, platforms) ?? gate?.(record, await desk.plan.of(call.caller.teamId));
  if (missing !== undefined || operation === undefined) return missing;
  const refusal = await refusedBy(record, operation, { call, desk });
  if (refusal !== undefined && operation === 'call' && call.card.effect?.does === 'create')
    await (await import('../areas/calls/carrier.ts')).keepFailed(call, desk, record, refusal);
  return refusal;
}

async function refusedBy(
  record: AccountRecord,
  operation: NetworkOperation,
  { call, desk }: { readonly call: Call; readonly desk: Desk },
): Promise<Reply | undefined> {
  // Source: ERR-35
  if (call.card.guard?.gate === 'ads' && !record.doc.isActive) return refuse('ads_connection_required');
  const account = networkAccount(record);
  const first = asPermission(
    asPrerequisite(await desk.networks.driver(account.platform).ask(account, operation), record),
    operation,
  );
  if (first.outcome === 'ok') return undefined;
  if (isSearchAds(record) && first.outcome === 'rate_limited')
    return adsQuotaRefusal({ ...first, now: desk.clock.now() });
  let next: NetworkAnswer<true> | undefined = first;
  const ask = async (): Promise<NetworkAnswer<true>> => {
    const answer = next ?? (await desk.networks.driver(account.platform).ask(account, operation));
    next = undefined;
    return answer;
  };
  const { platformValue } = await import('../areas/posts/live/platform-call.ts');
  const answer = await platformValue(desk, { account, signal: call.signal, ask });
  return isRefused(answer) ? answer.refused : undefined;
}

/** Source: LIM-24 */
export const isSearchAds = ({ doc }: AccountRecord): boolean => traitsOf(doc.platform).adQuota === true;

/**
 * A missing approval for messages looks like an invalid token, but the connection stays.
 * Source: PLT-20
 */
function asPrerequisite(answer: NetworkAnswer<true>, { doc }: AccountRecord): NetworkAnswer<true> {
  if (traitsOf(doc.platform).inbox?.approval === undefined || answer.outcome !== 'token_expired') return answer;
  return { outcome: 'rejected', status: 403, message: answer.message, category: 'account_issue' };
}

/** What a bot lacks a permission for is no fault of the caller. Source: DSC-09 */
const asPermission = (answer: NetworkAnswer<true>, operation: NetworkOperation): NetworkAnswer<true> =>
  answer.outcome === 'rejected' && PERMITTED.includes(operation) ? { ...answer, status: 502 } : answer;

const PERMITTED: readonly NetworkOperation[] = ['role', 'event'];

/** The account that a call names by its id, or through a record of it. */
export async function accountNamed(call: Naming, desk: Desk): Promise<AccountRecord | undefined> {
  const id = call.path['accountId'] ?? call.query['accountId'] ?? call.body['accountId'];
  const accountId =
    typeof id === 'string' ? id : ((await accountOfRecords(call, desk)) ?? (await accountCalling(call, desk)));
  if (accountId === undefined) return undefined;
  const record = await desk.store.read.get(ACCOUNT_KIND, accountId);
  return record?.teamId === call.caller.teamId ? record : undefined;
}

/** The number that calls, in place of an account. */
const lineNamed = async (call: Call, desk: Desk): Promise<AccountRecord | undefined> =>
  (await import('../areas/calls/carrier.ts')).carrierLine(call, desk);

/** The account whose number calls. */
async function accountCalling({ body, caller: { teamId } }: Naming, { store }: Desk): Promise<string | undefined> {
  const { fromNumber } = body;
  if (typeof fromNumber !== 'string') return undefined;
  const accounts = await store.read.list(ACCOUNT_KIND, { teamId });
  return accounts.find(({ doc }) => traitsOf(doc.platform).line === 'calls' && doc.username === fromNumber)?.id;
}

/** The account of the first record in the path that has one. */
async function accountOfRecords(call: Naming, { catalog, store }: Desk): Promise<string | undefined> {
  const kinds = catalog.kinds();
  const { teamId } = call.caller;
  for (const { kinds: [kind = ''] = [], id } of namedInPath(call, catalog)) {
    const record = await ownerRecord(store.read, { kind, id, kinds, teamId });
    const accountId = record?.teamId === teamId ? accountIdOf(record) : undefined;
    if (accountId !== undefined) return accountId;
  }
  return undefined;
}
