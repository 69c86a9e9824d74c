/** iMessage senders as accounts of the platform: those that a team brings along, and those that were ordered (orders.ts). */
import { connectIn, connectRefusal, type Connected } from '../accounts/offers.ts';
import { commitSteps, type Steps } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { Reply } from '../../call.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';
import type { RecordOf } from '../../store/store.ts';

export const IMESSAGE = 'imessage';

/** An ordered sender is verified and has a link; nobody verifies one that a team brings along. */
const senderView = ({ id, profileId, doc }: AccountRecord, order?: RecordOf<'imessage_sender'>) => ({
  id,
  platform: doc.platform,
  sender: doc.username,
  optInLink: order?.doc.optInLink ?? null,
  displayName: doc.displayName,
  profileId,
  senderVerified: order !== undefined,
  isActive: doc.isActive,
});

const listImessageSenders = async ({ call, desk }: Scene): Promise<Reply> => {
  const accounts = await accountsFor(desk.store.read, call.caller);
  const orders = await desk.store.read.list('imessage_sender', { teamId: call.caller.teamId });
  const senders = accounts
    .filter(({ doc }) => doc.platform === IMESSAGE)
    .map((account) =>
      senderView(
        account,
        orders.find(({ doc }) => doc.accountId === account.id),
      ),
    );
  return { status: 200, body: { senders } };
};

async function registerImessageSender({ call, desk, served }: Scene): Promise<Reply> {
  const { profileId, sender, displayName } = call.body;
  const { teamId } = call.caller;
  const plan = await desk.plan.of(teamId);
  const place = { teamId, platform: IMESSAGE, profileId: String(profileId) };
  const connected = await commitSteps(desk, [`team/${teamId}`], async function* (view): Steps<Connected> {
    const refusal = await connectRefusal({ view, plan, origin: call.origin, ...place });
    if (refusal !== undefined) return { refusal };
    const names = { username: String(sender), ...(typeof displayName === 'string' && { displayName }) };
    return yield* connectIn(view, desk, { ...place, ...names });
  });
  if ('refusal' in connected) return connected.refusal;
  return { status: served.status, body: { success: true, account: senderView(connected.account) } };
}

export const senders: Readonly<Record<string, Handler>> = {
  listImessageSenders: inScene(listImessageSenders),
  registerImessageSender: inScene(registerImessageSender),
};
