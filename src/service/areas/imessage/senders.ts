/** iMessage senders that a team brings along: accounts of the platform, made and listed. Senders that are ordered here wait for telephony. */
import { connectIn, connectRefusal, type Connected } from '../accounts/offers.ts';
import { commitSteps, type Steps } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { Reply } from '../../call.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';

export const IMESSAGE = 'imessage';

/** Nobody verifies a sender here, and a link to it comes with an order only. */
const senderView = ({ id, profileId, doc }: AccountRecord) => ({
  id,
  platform: doc.platform,
  sender: doc.username,
  optInLink: null,
  displayName: doc.displayName,
  profileId,
  senderVerified: false,
  isActive: doc.isActive,
});

const listImessageSenders = async ({ call, desk }: Scene): Promise<Reply> => {
  const accounts = await accountsFor(desk.store.read, call.caller);
  const senders = accounts.filter(({ doc }) => doc.platform === IMESSAGE).map(senderView);
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
