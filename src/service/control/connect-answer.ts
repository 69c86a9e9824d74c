/** A sign-in at a network, decided through the control surface, with messages of before if asked. Called by connect.ts. */
import { ok, type Reply } from '../call.ts';
import { ACCOUNT_KIND, accountLock } from '../records/account.ts';
import { wayBack } from '../areas/connect/session.ts';
import { settle, type Decision } from '../areas/connect/settle.ts';
import { replayHistory } from '../areas/inbox/offers.ts';
import type { Parts } from '../parts.ts';
import { commit } from '../change.ts';
import type { ControlCall } from './route.ts';

export async function decideConnect({ params, body, origin }: ControlCall, parts: Parts): Promise<Reply> {
  const { history = 0, ...decision } = body as unknown as Decision & { history?: number };
  const settled = await settle(parts.desk, params['state'] ?? '', decision);
  if ('refusal' in settled) return settled.refusal;
  const { accountId } = settled.session.doc;
  if (accountId !== undefined) await replay(parts, accountId, history);
  return ok({
    redirectUrl: wayBack(settled.session, origin),
    ...(accountId === undefined ? {} : { accountId }),
  });
}

/** Source: EVT-62 */
async function replay({ desk }: Parts, accountId: string, count: number): Promise<void> {
  await commit(desk, [accountLock(accountId)], async (view) => {
    const account = await view.get(ACCOUNT_KIND, accountId);
    if (account === undefined) return {};
    const scene = { read: view, ids: desk.ids, now: desk.clock.now(), teamId: account.teamId, given: {} };
    return replayHistory(scene, account, count);
  });
}
