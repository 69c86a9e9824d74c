/** iMessage senders as accounts of the platform: those that a team brings along, and those that were ordered (orders.ts). */
import { isAddress } from '../../../platforms/people.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { connectIn, connectRefusal, type Connected } from '../accounts/offers.ts';
import { commitSteps, type Steps } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { Reply } from '../../call.ts';
import { participantOf } from '../inbox/offers.ts';
import { refuse } from '../../refuse.ts';
import { IMESSAGE, IS_TAKEN, isTaken } from './numbers.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';
import type { RecordOf } from '../../store/store.ts';

/** An ordered sender is verified and has a link; nobody verifies one that a team brings along. */
const senderView = ({ id, profileId, doc }: AccountRecord, order?: RecordOf<'imessage_sender'>) => ({
  id,
  platform: doc.platform,
  sender: doc.username,
  optInLink: order?.doc.optInLink ?? null,
  displayName: doc.displayName,
  profileId,
  ...(order?.doc.provider !== undefined && { provider: order.doc.provider }),
  senderVerified: order !== undefined,
  isActive: doc.isActive,
});

const listImessageSenders = async ({ call, desk }: Scene): Promise<Reply> => {
  const accounts = await accountsFor(desk.store.read, call.caller);
  const orders = await desk.store.read.list('imessage_sender', { teamId: call.caller.teamId });
  const senders = accounts
    .filter(({ doc }) => traitsOf(doc.platform).senders === true)
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
  const handle = participantOf({ id: String(sender) }, IMESSAGE).id;
  if (!isAddress(handle, IMESSAGE)) return NO_HANDLE;
  const plan = await desk.plan.of(teamId);
  const place = { teamId, platform: IMESSAGE, profileId: String(profileId) };
  const connected = await commitSteps(desk, [`team/${teamId}`], async function* (view): Steps<Connected> {
    const refusal = await connectRefusal({ view, plan, origin: call.origin, ...place });
    if (refusal !== undefined) return { refusal };
    if (await isTaken(view, handle)) return { refusal: IS_TAKEN };
    const names = { username: handle, ...(typeof displayName === 'string' && { displayName }) };
    return yield* connectIn(view, desk, { ...place, ...names });
  });
  if ('refusal' in connected) return connected.refusal;
  return { status: served.status, body: { success: true, account: senderView(connected.account) } };
}

const NO_HANDLE = refuse('invalid_field_value', {
  param: 'sender',
  message: 'A sender is a phone number or an email address.',
});

export const senders: Readonly<Record<string, Handler>> = {
  listImessageSenders: inScene(listImessageSenders),
  registerImessageSender: inScene(registerImessageSender),
};
