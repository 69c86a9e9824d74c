/** What TikTok allows the creator behind an account: the network's fixture, with who it is and what is left of the day. Listed in operations.ts. */
import { breachOf, capsOf, CAP_WINDOW_MS, type Bucket } from '../../../platforms/caps.ts';
import { isFields } from '../../../kernel/json.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { accountFor, networkAccount, type AccountRecord } from '../../records/account.ts';

/** Only videos can be answered with a video. */
const OF_VIDEOS = { allow_duet: null, allow_stitch: null };

/** Source: Resources and their fields / Account */
export const getTikTokCreatorInfo: Handler = async (call, desk) => {
  const [reply, account] = [
    await engine(call, desk),
    await accountFor(desk.store.read, call.caller, call.path['accountId'] ?? ''),
  ];
  if (reply.status !== 200 || account === undefined || !isFields(reply.body)) return reply;
  const isPhoto = call.query['mediaType'] === 'photo';
  const creator = {
    ...Object(reply.body['creator']),
    nickname: account.doc.displayName,
    canPostMore: await hasRoom(desk, account, isPhoto ? 'photo' : 'video'),
  };
  const { maxVideoDurationSec, interactionSettings } = Object(reply.body['postingLimits']);
  const postingLimits = isPhoto
    ? { interactionSettings: { ...interactionSettings, ...OF_VIDEOS } }
    : { maxVideoDurationSec, interactionSettings };
  return { ...reply, body: { ...reply.body, creator, postingLimits } };
};

/** Whether the posting caps let the account publish one more. */
async function hasRoom({ store, plan, clock }: Desk, account: AccountRecord, bucket: Bucket): Promise<boolean> {
  const now = clock.now();
  const { legacyDailyCap } = await plan.of(account.teamId);
  const counted = await store.read.publications(account.id, now - CAP_WINDOW_MS);
  return breachOf(capsOf(networkAccount(account), legacyDailyCap), counted, bucket, now) === undefined;
}
